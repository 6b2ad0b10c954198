/**
 * QR codes (ISO/IEC 18004): byte mode, error correction M, versions 1 to 40.
 * @module
 */

// Error correction M, by version: correction codewords per block, and number of blocks.
const CORRECTION = [
  0,
  10,
  16,
  26,
  18,
  24,
  16,
  18,
  22,
  22,
  26,
  30,
  22,
  22,
  24,
  24,
  28,
  28,
  26,
  26,
  26,
  26,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
  28,
];
const BLOCKS = [
  0,
  1,
  1,
  1,
  2,
  2,
  4,
  4,
  4,
  5,
  5,
  5,
  8,
  9,
  9,
  10,
  10,
  11,
  13,
  14,
  16,
  17,
  17,
  18,
  20,
  21,
  23,
  25,
  26,
  28,
  29,
  31,
  33,
  35,
  37,
  38,
  40,
  43,
  45,
  47,
  49,
];
const LARGEST = 40;

/** Modules that carry data or correction, by version. @param {number} version */
function rawModules(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    modules -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) modules -= 36;
  }
  return modules;
}

/** Bytes of text that fit. @param {number} version */
export function capacity(version) {
  const data = Math.floor(rawModules(version) / 8) - CORRECTION[version] * BLOCKS[version];
  return Math.floor((data * 8 - 4 - (version < 10 ? 8 : 16)) / 8);
}

/**
 * Encodes text as UTF-8. Throws a RangeError if it is too long.
 * @param {string} text @returns {boolean[][]} rows of modules, true for dark, without the quiet zone
 */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= LARGEST && capacity(version) < bytes.length) version++;
  if (version > LARGEST) {
    throw new RangeError(`a QR code holds at most ${capacity(LARGEST)} bytes, not ${bytes.length}`);
  }
  const codewords = interleaved(dataCodewords(bytes, version), version);
  const drawing = new Drawing(version);
  drawing.place(codewords);
  let best = 0;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    drawing.mask(mask);
    drawing.format(mask);
    const penalty = drawing.penalty();
    if (penalty < least) [best, least] = [mask, penalty];
    drawing.mask(mask);
  }
  drawing.mask(best);
  drawing.format(best);
  return drawing.modules;
}

/** @param {Uint8Array} bytes @param {number} version */
function dataCodewords(bytes, version) {
  const size = Math.floor(rawModules(version) / 8) - CORRECTION[version] * BLOCKS[version];
  /** @type {number[]} */
  const bits = [];
  const append = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1);
  };
  append(4, 4);
  append(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) append(byte, 8);
  append(0, Math.min(4, size * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  for (let pad = 0xEC; bits.length < size * 8; pad ^= 0xEC ^ 0x11) append(pad, 8);
  const codewords = new Uint8Array(size);
  bits.forEach((bit, i) => codewords[i >>> 3] |= bit << (7 - (i & 7)));
  return codewords;
}

/** Splits data into blocks, adds error correction, and interleaves. @param {Uint8Array} data @param {number} version */
function interleaved(data, version) {
  const blocks = BLOCKS[version];
  const correction = CORRECTION[version];
  const total = Math.floor(rawModules(version) / 8);
  const shortBlocks = blocks - total % blocks;
  const shortData = Math.floor(total / blocks) - correction;
  const divisor = generator(correction);
  /** @type {{data: Uint8Array, correction: Uint8Array}[]} */
  const parts = [];
  for (let i = 0, start = 0; i < blocks; i++) {
    const part = data.slice(start, start += shortData + (i < shortBlocks ? 0 : 1));
    parts.push({ data: part, correction: remainder(part, divisor) });
  }
  /** @type {number[]} */
  const result = [];
  for (let i = 0; i <= shortData; i++) {
    for (const part of parts) if (i < part.data.length) result.push(part.data[i]);
  }
  for (let i = 0; i < correction; i++) for (const part of parts) result.push(part.correction[i]);
  return result;
}

/** Multiplies in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. @param {number} x @param {number} y */
function multiply(x, y) {
  let z = 0;
  for (let i = 7; i >= 0; i--) {
    z = (z << 1) ^ ((z >>> 7) * 0x11D);
    z ^= ((y >>> i) & 1) * x;
  }
  return z;
}

/** Reed-Solomon generator polynomial without its highest coefficient. @param {number} degree */
function generator(degree) {
  const result = new Uint8Array(degree);
  result[degree - 1] = 1;
  for (let i = 0, root = 1; i < degree; i++, root = multiply(root, 2)) {
    for (let j = 0; j < degree; j++) {
      result[j] = multiply(result[j], root) ^ (j + 1 < degree ? result[j + 1] : 0);
    }
  }
  return result;
}

/** @param {Uint8Array} data @param {Uint8Array} divisor */
function remainder(data, divisor) {
  const result = new Uint8Array(divisor.length);
  for (const byte of data) {
    const factor = byte ^ result[0];
    result.copyWithin(0, 1);
    result[result.length - 1] = 0;
    for (let i = 0; i < divisor.length; i++) result[i] ^= multiply(divisor[i], factor);
  }
  return result;
}

const MASKS = [
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 2 === 0,
  (/** @type {number} */ _, /** @type {number} */ y) => y % 2 === 0,
  (/** @type {number} */ x) => x % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (x * y) % 2 + (x * y) % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => ((x * y) % 2 + (x * y) % 3) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => ((x + y) % 2 + (x * y) % 3) % 2 === 0,
];

class Drawing {
  /** @param {number} version */
  constructor(version) {
    this.size = version * 4 + 17;
    const row = () => new Array(this.size).fill(false);
    /** @type {boolean[][]} */
    this.modules = Array.from({ length: this.size }, row);
    /** @type {boolean[][]} */
    this.reserved = Array.from({ length: this.size }, row);
    for (let i = 0; i < this.size; i++) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [this.size - 4, 3], [3, this.size - 4]]) this.finder(x, y);
    const positions = alignment(version, this.size);
    const last = positions.length - 1;
    positions.forEach((x, i) =>
      positions.forEach((y, j) => {
        if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
        for (let dy = -2; dy <= 2; dy++) {
          for (let dx = -2; dx <= 2; dx++) this.set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
        }
      })
    );
    this.format(0);
    if (version >= 7) this.version(version);
  }

  /** @param {number} x @param {number} y @param {boolean} dark */
  set(x, y, dark) {
    this.modules[y][x] = dark;
    this.reserved[y][x] = true;
  }

  /** @param {number} x @param {number} y center */
  finder(x, y) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        const [xx, yy] = [x + dx, y + dy];
        if (xx >= 0 && xx < this.size && yy >= 0 && yy < this.size) this.set(xx, yy, ring !== 2 && ring !== 4);
      }
    }
  }

  /** Draws the format bits for error correction M. @param {number} mask */
  format(mask) {
    let rest = mask;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = (mask << 10 | rest) ^ 0x5412;
    const bit = (/** @type {number} */ i) => ((bits >>> i) & 1) === 1;
    for (let i = 0; i <= 5; i++) this.set(8, i, bit(i));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let i = 9; i < 15; i++) this.set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) this.set(this.size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) this.set(8, this.size - 15 + i, bit(i));
    this.set(8, this.size - 8, true);
  }

  /** @param {number} version */
  version(version) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1F25);
    const bits = version << 12 | rest;
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >>> i) & 1) === 1;
      const [a, b] = [this.size - 11 + i % 3, Math.floor(i / 3)];
      this.set(a, b, dark);
      this.set(b, a, dark);
    }
  }

  /** Places codewords in the zigzag from the lower right corner. @param {number[]} codewords */
  place(codewords) {
    let i = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.reserved[y][x] || i >= codewords.length * 8) continue;
          this.modules[y][x] = ((codewords[i >>> 3] >>> (7 - (i & 7))) & 1) === 1;
          i++;
        }
      }
    }
  }

  /** Applies a mask; applying it again removes it. @param {number} mask */
  mask(mask) {
    for (let y = 0; y < this.size; y++) {
      for (let x = 0; x < this.size; x++) {
        if (!this.reserved[y][x] && MASKS[mask](x, y)) this.modules[y][x] = !this.modules[y][x];
      }
    }
  }

  /** Penalty of the pattern for runs, blocks, finder-like patterns and imbalance. */
  penalty() {
    let result = 0;
    let dark = 0;
    const at = this.modules;
    for (const transposed of [false, true]) {
      for (let a = 0; a < this.size; a++) {
        let line = "";
        for (let b = 0; b < this.size; b++) line += (transposed ? at[b][a] : at[a][b]) ? "1" : "0";
        for (const run of line.match(/0{5,}|1{5,}/g) ?? []) result += run.length - 2;
        for (const pattern of ["10111010000", "00001011101"]) {
          for (let i = line.indexOf(pattern); i >= 0; i = line.indexOf(pattern, i + 1)) result += 40;
        }
      }
    }
    for (let y = 0; y < this.size; y++) {
      for (let x = 0; x < this.size; x++) {
        if (at[y][x]) dark++;
        if (x > 0 && y > 0 && at[y][x] === at[y - 1][x] && at[y][x] === at[y][x - 1] && at[y][x] === at[y - 1][x - 1]) {
          result += 3;
        }
      }
    }
    return result + Math.floor(Math.abs(dark * 20 / this.size ** 2 - 10)) * 10;
  }
}

/** Centers of alignment patterns. @param {number} version @param {number} size */
function alignment(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const result = [6];
  for (let position = size - 7; result.length < count; position -= step) result.splice(1, 0, position);
  return result;
}
