/**
 * The guardian's encrypted copy: all entries with photos and sounds in one file.
 * @module
 */
import { decrypted, encrypted, fromBase64, toBase64, TransferError } from "./secrets.js";
import { mediaOf, repaired } from "./model.js";

/** @typedef {import("./model.js").State} State */
/** @typedef {import("./board.js").Media} Media */

export const LARGEST_FILE = 200 * 2 ** 20;

/** @param {State} state @param {Map<string, Media>} media @param {string} code */
export async function exported(state, media, code) {
  const used = mediaOf(state);
  const files = [...media].filter(([id]) => used.has(id))
    .map(([id, { type, bytes, about }]) => ({ id, type, about, data: toBase64(bytes) }));
  return await encrypted(new TextEncoder().encode(JSON.stringify({ state, media: files })), code);
}

/**
 * @param {Uint8Array<ArrayBuffer>} file @param {string} code @param {State} initial
 * @returns {Promise<{state: State, media: Map<string, Media>}>}
 */
export async function imported(file, code, initial) {
  if (file.length > LARGEST_FILE) throw new TransferError("transfer.not-ours");
  const plain = await decrypted(file, code);
  try {
    const content = JSON.parse(new TextDecoder().decode(plain));
    if (content.state?.version !== 1) throw new TransferError("transfer.damaged");
    /** @type {Map<string, Media>} */
    const media = new Map();
    for (const { id, type, about, data } of content.media) {
      media.set(String(id), { type: String(type), bytes: fromBase64(data), ...(about ? { about } : {}) });
    }
    return { state: repaired(content.state, initial), media };
  } catch {
    throw new TransferError("transfer.damaged");
  }
}
