/**
 * A small zip reader with strict limits, and a writer that stores without compression.
 * @module
 */

export const LIMITS = Object.freeze({
  archive: 60 * 2 ** 20,
  entries: 3000,
  entry: 25 * 2 ** 20,
  total: 120 * 2 ** 20,
  ratio: 250,
});

/** Raised for an archive that is damaged or exceeds a limit. `reason` is a text key, `detail` names the file or limit. */
export class ZipError extends Error {
  /** @param {string} reason @param {string} [detail] */
  constructor(reason, detail = "") {
    super(detail ? `${reason}: ${detail}` : reason);
    this.reason = reason;
    this.detail = detail;
  }
}

/** Whether a path stays inside the folder. @param {string} name */
export function isSafePath(name) {
  return name.length > 0 && name.length <= 512 && !name.startsWith("/") && !/[\\\0:]/.test(name) &&
    !name.split("/").includes("..");
}

/**
 * Reads all files of an archive into memory.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {typeof LIMITS} limits
 * @returns {Promise<Map<string, Uint8Array<ArrayBuffer>>>}
 */
export async function unzip(bytes, limits = LIMITS) {
  if (bytes.length > limits.archive) throw new ZipError("zip.too-large");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  let offset = view.getUint32(end + 16, true);
  if (count === 0xFFFF || offset === 0xFFFFFFFF) throw new ZipError("zip.unsupported", "Zip64");
  if (count > limits.entries) throw new ZipError("zip.too-many", String(count));
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */
  const files = new Map();
  let total = 0;
  for (let i = 0; i < count; i++) {
    if (offset + 46 > bytes.length || view.getUint32(offset, true) !== 0x02014B50) throw new ZipError("zip.damaged");
    const flags = view.getUint16(offset + 8, true);
    const method = view.getUint16(offset + 10, true);
    const crc = view.getUint32(offset + 16, true);
    const packed = view.getUint32(offset + 20, true);
    const size = view.getUint32(offset + 24, true);
    const nameLength = view.getUint16(offset + 28, true);
    const local = view.getUint32(offset + 42, true);
    const name = text(bytes.subarray(offset + 46, offset + 46 + nameLength));
    offset += 46 + nameLength + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
    if (!isSafePath(name)) throw new ZipError("zip.unsafe-path", name.slice(0, 80));
    if (name.endsWith("/")) continue;
    if (flags & 1) throw new ZipError("zip.unsupported", name);
    if (size > limits.entry || (size > 2 ** 20 && size > packed * limits.ratio)) {
      throw new ZipError("zip.bomb", name);
    }
    total += size;
    if (total > limits.total) throw new ZipError("zip.bomb", name);
    if (files.has(name)) throw new ZipError("zip.damaged", name);
    if (local + 30 > bytes.length || view.getUint32(local, true) !== 0x04034B50) {
      throw new ZipError("zip.damaged", name);
    }
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + packed > bytes.length) throw new ZipError("zip.damaged", name);
    const content = await unpacked(bytes.slice(start, start + packed), method, size, name);
    if (crc32(content) !== crc) throw new ZipError("zip.damaged", name);
    files.set(name, content);
  }
  return files;
}

/** @param {DataView} view */
function endOfDirectory(view) {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xFFFF); at--) {
    if (view.getUint32(at, true) === 0x06054B50) return at;
  }
  throw new ZipError("zip.damaged");
}

/** @param {Uint8Array} bytes */
function text(bytes) {
  return new TextDecoder().decode(bytes);
}

/** Inflates, and stops as soon as there is more than was declared. @param {Uint8Array<ArrayBuffer>} packed
 * @param {number} method @param {number} size @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function unpacked(packed, method, size, name) {
  if (method === 0) {
    if (packed.length !== size) throw new ZipError("zip.damaged", name);
    return packed;
  }
  if (method !== 8) throw new ZipError("zip.unsupported", name);
  const result = new Uint8Array(size);
  let filled = 0;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (filled + value.length > size) {
        await reader.cancel();
        throw new ZipError("zip.bomb", name);
      }
      result.set(value, filled);
      filled += value.length;
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError("zip.damaged", name);
  }
  if (filled !== size) throw new ZipError("zip.damaged", name);
  return result;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xEDB88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
  let crc = 0xFFFFFFFF;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xFF] ^ (crc >>> 8);
  return (crc ^ 0xFFFFFFFF) >>> 0;
}

/**
 * Writes an archive without compression, because photos and sounds are already compressed.
 * @param {Map<string, Uint8Array>} files @returns {Uint8Array<ArrayBuffer>}
 */
export function zip(files) {
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const directory = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = new TextEncoder().encode(path);
    const entry = new DataView(new ArrayBuffer(46));
    entry.setUint32(0, 0x02014B50, true);
    entry.setUint16(4, 20, true);
    entry.setUint16(6, 20, true);
    entry.setUint16(8, 0x0800, true); // UTF-8 names
    entry.setUint16(14, 0x21, true); // 1 January 1980: equal content gives equal files
    entry.setUint32(16, crc32(content), true);
    entry.setUint32(20, content.length, true);
    entry.setUint32(24, content.length, true);
    entry.setUint16(28, name.length, true);
    entry.setUint32(42, offset, true);
    const local = new Uint8Array(30);
    local.set([0x50, 0x4B, 0x03, 0x04]);
    local.set(new Uint8Array(entry.buffer, 6, 24), 4);
    new DataView(local.buffer).setUint16(28, 0, true);
    parts.push(local, name, content);
    directory.push(new Uint8Array(entry.buffer), name);
    offset += 30 + name.length + content.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054B50, true);
  end.setUint16(8, files.size, true);
  end.setUint16(10, files.size, true);
  end.setUint32(12, length, true);
  end.setUint32(16, offset, true);
  const all = [...parts, ...directory, new Uint8Array(end.buffer)];
  const result = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
