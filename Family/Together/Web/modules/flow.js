/**
 * Input on the way to an activity, a booking or a playlist: kept across screens and reloads in this tab
 * alone, and dropped when it was sent, discarded, or the person signed out.
 * @module
 */

const PREFIX = "together-";

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Store */

/** @template Value */
export class Draft {
  /** @param {string} name @param {() => Value} empty @param {Store} [store] */
  constructor(name, empty, store = sessionStorage) {
    this.key = PREFIX + name;
    this.store = store;
    this.empty = empty;
    this.value = { ...empty(), ...this.#read() };
  }

  #read() {
    try {
      const found = JSON.parse(this.store.getItem(this.key) ?? "{}");
      return found && typeof found === "object" && !Array.isArray(found) ? found : {};
    } catch {
      return {};
    }
  }

  /** Changes and keeps. @param {Partial<Value>} values */
  set(values) {
    Object.assign(/** @type {any} */ (this.value), values);
    try {
      this.store.setItem(this.key, JSON.stringify(this.value));
    } catch {
      // The storage is full or switched off: the draft lasts as long as the page.
    }
  }

  /** Whether anything was entered. */
  get isEmpty() {
    return JSON.stringify(this.value) === JSON.stringify(this.empty());
  }

  discard() {
    this.store.removeItem(this.key);
    this.value = this.empty();
  }
}

/** Drops all drafts of this tab. @param {Store} [store] */
export function discardAll(store = sessionStorage) {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) store.removeItem(key);
}

/** Milliseconds after the last change until the server stores it. */
const SOON = 700;

/**
 * The host's unfinished input of one activity: kept in this tab at once and by the server soon after, so that it is
 * there on every screen, after a reload and on another device.
 */
export class ActivityForm {
  /**
   * @param {{id: string, form: Record<string, any>}} activity
   * @param {(id: string, form: Record<string, unknown>, leaving: boolean) => Promise<unknown>} save
   * @param {Store} [store]
   */
  constructor({ id, form }, save, store = sessionStorage) {
    this.id = id;
    this.save = save;
    this.store = store;
    this.key = `${PREFIX}activity-${id}`;
    const unsent = this.#read();
    /** @type {Record<string, any>} */
    this.value = { ...form, ...unsent };
    this.isDirty = Object.keys(unsent).length > 0;
    this.timer = 0;
    this.sending = Promise.resolve();
  }

  /** @returns {Record<string, any>} */
  #read() {
    try {
      return JSON.parse(this.store.getItem(this.key) ?? "{}") ?? {};
    } catch {
      return {};
    }
  }

  /** @param {Record<string, unknown>} values */
  set(values) {
    Object.assign(this.value, values);
    this.isDirty = true;
    try {
      this.store.setItem(this.key, JSON.stringify(this.value));
    } catch {
      // The storage is full or switched off: the server keeps it.
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), SOON);
  }

  /** Sends what the server does not have yet. @param {boolean} [leaving] true when the page is about to close @returns {Promise<void>} */
  flush(leaving = false) {
    clearTimeout(this.timer);
    if (!this.isDirty) return this.sending;
    this.isDirty = false;
    const sent = JSON.stringify(this.value);
    this.sending = this.sending.then(async () => {
      try {
        await this.save(this.id, JSON.parse(sent), leaving);
        if (this.store.getItem(this.key) === sent) this.store.removeItem(this.key);
      } catch {
        // The tab still has it; the next change or the next screen sends it.
        this.isDirty = true;
      }
    });
    return this.sending;
  }

  /** Drops what was entered. */
  discard() {
    clearTimeout(this.timer);
    this.isDirty = false;
    this.store.removeItem(this.key);
  }
}
