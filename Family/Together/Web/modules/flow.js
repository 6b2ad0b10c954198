/**
 * Unsent input for an activity, a booking or a playlist. It is kept across screens and reloads, only in this tab, and
 * dropped after sending, discarding or signing out.
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

  /** Changes and stores values. @param {Partial<Value>} values */
  set(values) {
    Object.assign(/** @type {any} */ (this.value), values);
    try {
      this.store.setItem(this.key, JSON.stringify(this.value));
    } catch {
      // The storage is full or disabled. The draft lasts as long as the page.
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

/** Milliseconds between the last change and saving on the server. */
const SOON = 700;

/** A value as text, the same for any order of keys. @param {unknown} value @returns {string} */
function canonical(value) {
  return JSON.stringify(value, (_, one) => {
    if (!one || typeof one !== "object" || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => a < b ? -1 : 1));
  });
}

/** @typedef {Record<string, any>} Input */

/**
 * The host's unfinished input of one activity: kept in this tab at once and by the server soon after, so that it is
 * there on every screen, after a reload and on another device. Input that another device or tab stored meanwhile is not
 * replaced unseen: nothing is sent until the person has chosen.
 */
export class ActivityForm {
  /**
   * @param {{id: string, form: Input, formVersion?: string | null}} activity
   * @param {(id: string, form: Input, version: string | undefined, leaving: boolean) => Promise<{version?: string}>} save
   * @param {Store} [store]
   * @param {() => void} [conflicted] called when another device or tab stored something else
   */
  constructor({ id, form, formVersion }, save, store = sessionStorage, conflicted = () => undefined) {
    this.id = id;
    this.save = save;
    this.store = store;
    this.conflicted = conflicted;
    this.key = `${PREFIX}activity-${id}`;
    const { base, sent, value } = this.#read();
    /** The version of the server's input on which this one is based. */
    this.version = formVersion ?? undefined;
    /** The last input that was sent, whose answer may have been lost. @type {Input | undefined} */
    this.sent = sent;
    /** @type {Input} */
    this.value = { ...form, ...value };
    this.isDirty = value !== undefined;
    /** The input of another device or tab, until the person has chosen. @type {{form: Input, version?: string} | null} */
    this.other = null;
    const own = [sent, value].map(canonical);
    if (value && base && base !== formVersion && !own.includes(canonical(form))) {
      this.other = { form, version: this.version };
      this.version = base;
    }
    this.timer = 0;
    this.sending = Promise.resolve();
  }

  /** @returns {{base?: string, sent?: Input, value?: Input}} */
  #read() {
    try {
      const kept = JSON.parse(this.store.getItem(this.key) ?? "{}") ?? {};
      if (typeof kept.value === "object") return kept;
      // An earlier version of this page kept the input alone.
      return Object.keys(kept).length ? { value: kept } : {};
    } catch {
      return {};
    }
  }

  #keep() {
    try {
      this.store.setItem(this.key, JSON.stringify({ base: this.version, sent: this.sent, value: this.value }));
    } catch {
      // The storage is full or disabled. The server keeps it.
    }
  }

  /** @param {Input} values */
  set(values) {
    Object.assign(this.value, values);
    this.isDirty = true;
    this.#keep();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), SOON);
  }

  /** Sends changes that the server does not have yet. @param {boolean} [leaving] true when the page is about to close @returns {Promise<void>} */
  flush(leaving = false) {
    clearTimeout(this.timer);
    if (!this.isDirty || this.other) return this.sending;
    this.isDirty = false;
    const text = JSON.stringify(this.value);
    this.sending = this.sending.then(() => this.#send(text, leaving));
    return this.sending;
  }

  /** @param {string} text @param {boolean} leaving */
  async #send(text, leaving) {
    if (this.other) return void (this.isDirty = true);
    try {
      this.sent = JSON.parse(text);
      this.#keep();
      this.version = (await this.save(this.id, JSON.parse(text), this.version, leaving)).version;
      if (JSON.stringify(this.value) === text) this.store.removeItem(this.key);
      else this.#keep();
    } catch (error) {
      // The tab still has it; the next change or the next screen sends it.
      this.isDirty = true;
      const { code, fields } = /** @type {any} */ (error);
      if (code !== "changed_elsewhere") return;
      this.meet(fields);
    }
  }

  /** Keeps the input of another device or tab until the person has chosen. @param {Record<string, string>} stored as the server sends it */
  meet({ form, version }) {
    this.other = { form: JSON.parse(form), version };
    this.conflicted();
  }

  /** Replaces the input of the other device or tab by this one. @returns {Promise<void>} */
  keepMine() {
    this.version = this.other?.version;
    this.other = null;
    this.isDirty = true;
    this.#keep();
    return this.flush();
  }

  /** Drops what was entered. */
  discard() {
    clearTimeout(this.timer);
    this.isDirty = false;
    this.other = null;
    this.store.removeItem(this.key);
  }
}
