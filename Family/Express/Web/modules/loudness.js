/**
 * Normalizes the loudness of recordings (like ITU-R BS.1770, gated in blocks of 100 ms) and writes WAV. No DOM.
 * @module
 */

export const TARGET = -16;
const PEAK = 0.89; // −1 dBFS
const AUDIBLE = 0.001; // −60 dBFS

/**
 * Loudness in LUFS of a mono signal; −Infinity for silence.
 * @param {Float32Array} samples @param {number} rate
 */
export function loudness(samples, rate) {
  const weighted = filtered(filtered(samples, highShelf(rate)), highPass(rate));
  const block = Math.round(0.1 * rate);
  /** @type {number[]} */
  const powers = [];
  for (let start = 0; start < weighted.length; start += block) {
    const part = weighted.subarray(start, start + block);
    let sum = 0;
    for (const sample of part) sum += sample * sample;
    powers.push(sum / part.length);
  }
  const audible = powers.filter((power) => power > 1e-7); // −70 LUFS
  if (audible.length === 0) return -Infinity;
  const level = (/** @type {number[]} */ list) => list.reduce((sum, power) => sum + power, 0) / list.length;
  const gate = level(audible) / 10;
  return -0.691 + 10 * Math.log10(level(audible.filter((power) => power > gate)));
}

/** @typedef {{b: number[], a: number[]}} Biquad */

/** @param {number} rate @returns {Biquad} */
function highShelf(rate) {
  const k = Math.tan(Math.PI * 1681.974450955533 / rate);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [(vh + vb * k / q + k * k) / a0, 2 * (k * k - vh) / a0, (vh - vb * k / q + k * k) / a0],
    a: [2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0],
  };
}

/** @param {number} rate @returns {Biquad} */
function highPass(rate) {
  const k = Math.tan(Math.PI * 38.13547087602444 / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0] };
}

/** @param {Float32Array} samples @param {Biquad} filter */
function filtered(samples, { b, a }) {
  const result = new Float32Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i];
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    result[i] = y;
  }
  return result;
}

/**
 * Trims silence at both ends, levels to the target, and limits peaks. Returns null for silence.
 * @param {Float32Array} samples @param {number} rate
 */
export function leveled(samples, rate) {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  if (peak < 0.003) return null;
  const threshold = Math.max(0.003, peak * 0.03);
  let [first, last] = [0, samples.length - 1];
  while (Math.abs(samples[first]) < threshold) first++;
  while (Math.abs(samples[last]) < threshold) last--;
  const cut = samples.slice(Math.max(0, first - Math.round(0.03 * rate)), last + Math.round(0.15 * rate));
  const gain = 10 ** ((TARGET - loudness(cut, rate)) / 20);
  return cut.map((sample) => PEAK * Math.tanh(sample * Math.min(gain, 100) / PEAK));
}

/**
 * The samples without the silence before the first sound, except for its last 5 ms. MP3 files begin with about 50 ms of
 * silence, which would delay every sentence.
 * @param {Float32Array} samples @param {number} rate
 */
export function withoutSilentStart(samples, rate) {
  const first = samples.findIndex((sample) => Math.abs(sample) >= AUDIBLE);
  return samples.subarray(Math.max(0, first - Math.round(0.005 * rate)));
}

/** A 16-bit mono WAV file. @param {Float32Array} samples @param {number} rate @returns {Uint8Array<ArrayBuffer>} */
export function wav(samples, rate) {
  const view = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const ascii = (/** @type {number} */ at, /** @type {string} */ text) => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
  };
  ascii(0, "RIFF");
  view.setUint32(4, 36 + samples.length * 2, true);
  ascii(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  ascii(36, "data");
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, i) => view.setInt16(44 + i * 2, Math.max(-1, Math.min(1, sample)) * 32767, true));
  return new Uint8Array(view.buffer);
}
