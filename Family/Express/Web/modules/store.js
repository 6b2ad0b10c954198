/**
 * Stores the guardian's entries in IndexedDB: one record for all entries and one for each photo or sound.
 * @module
 */

/** @typedef {import("./board.js").Media} Media */

/** Raised if storing fails. `reason` is a text key. */
export class StorageError extends Error {
  /** @param {"storage.full" | "storage.failed" | "storage.refused"} reason @param {unknown} cause */
  constructor(reason, cause) {
    super(`${reason}: ${cause instanceof Error ? cause.name : cause}`);
    this.reason = reason;
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class Store {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    database.onversionchange = () => database.close();
  }

  static async open() {
    try {
      const opening = indexedDB.open("express2", 1);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore("state");
        opening.result.createObjectStore("media");
      };
      return new Store(await result(opening));
    } catch (error) {
      throw new StorageError("storage.refused", error);
    }
  }

  /** The stored entries, or undefined. @returns {Promise<unknown>} */
  async load() {
    return await result(this.database.transaction("state").objectStore("state").get("guardian"));
  }

  /** @param {string} id @returns {Promise<Media | undefined>} */
  async media(id) {
    return await result(this.database.transaction("media").objectStore("media").get(id));
  }

  /** All photos and sounds. @returns {Promise<Map<string, Media>>} */
  async allMedia() {
    const store = this.database.transaction("media").objectStore("media");
    const [keys, values] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    return new Map(keys.map((key, i) => [String(key), values[i]]));
  }

  /**
   * Stores entries and new media and removes unused media, in one transaction.
   * @param {unknown} state @param {Map<string, Media>} added @param {Set<string>} used
   */
  async save(state, added, used) {
    try {
      const transaction = this.database.transaction(["state", "media"], "readwrite", { durability: "strict" });
      const done = new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(undefined);
        transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
      });
      const media = transaction.objectStore("media");
      for (const [id, item] of added) if (used.has(id)) media.put(item, id);
      for (const key of await result(media.getAllKeys())) if (!used.has(String(key))) media.delete(key);
      transaction.objectStore("state").put(state, "guardian");
      await done;
    } catch (error) {
      const full = error instanceof DOMException && error.name === "QuotaExceededError";
      throw new StorageError(full ? "storage.full" : "storage.failed", error);
    }
  }

  async erase() {
    const transaction = this.database.transaction(["state", "media"], "readwrite");
    transaction.objectStore("state").clear();
    transaction.objectStore("media").clear();
    await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(new StorageError("storage.failed", transaction.error));
    });
  }
}
