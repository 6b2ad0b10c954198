/**
 * Hashes the guardian's password and recovery code with PBKDF2, and encrypts exports with AES-GCM.
 * @module
 */

/** @typedef {{salt: string, hash: string, iterations: number}} SecretHash */

export const PASSWORD_LENGTH = 4;
const ITERATIONS = 310_000;
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // Crockford's base 32: no I, L, O, U.
const MAGIC = new TextEncoder().encode("EXPRESS2");
const HEADER = MAGIC.length + 4 + 16 + 12;

/** Raised when an encrypted file cannot be opened; `reason` is a text key. */
export class TransferError extends Error {
  /** @param {"transfer.not-ours" | "transfer.wrong-code" | "transfer.damaged"} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function fromBase64(text) {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

/** Number of characters as people count them. @param {string} text */
export function characterCount(text) {
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].length;
}

/** @param {string} text @param {Uint8Array<ArrayBuffer>} salt @param {number} iterations @param {KeyUsage[]} usages */
async function derived(text, salt, iterations, usages) {
  const material = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(text.normalize("NFC")),
    "PBKDF2",
    false,
    ["deriveBits", "deriveKey"],
  );
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return usages.length === 0
    ? await crypto.subtle.deriveBits(parameters, material, 256)
    : await crypto.subtle.deriveKey(parameters, material, { name: "AES-GCM", length: 256 }, false, usages);
}

/** @param {string} secret @param {number} iterations @returns {Promise<SecretHash>} */
export async function hashed(secret, iterations = ITERATIONS) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const bits = /** @type {ArrayBuffer} */ (await derived(secret, salt, iterations, []));
  return { salt: toBase64(salt), hash: toBase64(new Uint8Array(bits)), iterations };
}

/** Compares in constant time. @param {string} secret @param {SecretHash} expected */
export async function matches(secret, expected) {
  const salt = fromBase64(expected.salt);
  const bits = /** @type {ArrayBuffer} */ (await derived(secret, salt, expected.iterations, []));
  const [a, b] = [new Uint8Array(bits), fromBase64(expected.hash)];
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a[i] ^ (b[i] ?? 0);
  return difference === 0;
}

/** A new recovery code of 80 random bits: "7K3M-…". */
export function newRecoveryCode() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const code = Array.from(bytes, (byte) => ALPHABET[byte & 31]).join("");
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** A typed recovery code in canonical form: capitals, confusable letters corrected, no spaces. @param {string} typed */
export function normalizedCode(typed) {
  const code = typed.toUpperCase().replace(/[^0-9A-Z]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** Encrypts with a key from the recovery code. @param {Uint8Array<ArrayBuffer>} plain @param {string} code */
export async function encrypted(plain, code, iterations = ITERATIONS) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = /** @type {CryptoKey} */ (await derived(code, salt, iterations, ["encrypt"]));
  const head = new Uint8Array(HEADER);
  head.set(MAGIC);
  new DataView(head.buffer).setUint32(MAGIC.length, iterations);
  head.set(salt, MAGIC.length + 4);
  head.set(iv, MAGIC.length + 20);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: head }, key, plain);
  const file = new Uint8Array(HEADER + sealed.byteLength);
  file.set(head);
  file.set(new Uint8Array(sealed), HEADER);
  return file;
}

/** Decrypts the result of `encrypted`. @param {Uint8Array<ArrayBuffer>} file @param {string} code */
export async function decrypted(file, code) {
  if (file.length < HEADER + 16 || MAGIC.some((byte, i) => file[i] !== byte)) {
    throw new TransferError("transfer.not-ours");
  }
  const iterations = new DataView(file.buffer, file.byteOffset).getUint32(MAGIC.length);
  if (iterations < 1 || iterations > 5_000_000) throw new TransferError("transfer.damaged");
  const head = file.slice(0, HEADER);
  const salt = file.slice(MAGIC.length + 4, MAGIC.length + 20);
  const iv = file.slice(MAGIC.length + 20, HEADER);
  const key = /** @type {CryptoKey} */ (await derived(code, salt, iterations, ["decrypt"]));
  try {
    const parameters = { name: "AES-GCM", iv, additionalData: head };
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, file.slice(HEADER)));
  } catch {
    throw new TransferError("transfer.wrong-code");
  }
}
