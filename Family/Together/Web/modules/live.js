/**
 * Live updates from the server while the page is visible: server-sent events, resumed after the last received one.
 * @module
 */

/** @typedef {import("./api.js").Notification} Notification */

/** Milliseconds until the next attempt; doubled after each failure up to the maximum. */
const SHORTEST = 1000;
const LONGEST = 30_000;

/** Events that arrive while pages are open. No DOM. */
export class News {
  /**
   * @param {{notification: (notification: Notification) => void, unread: (count: number) => void,
   *   changed: (parts: string[] | null) => void}} receiver `changed` receives null if anything may have changed
   */
  constructor(receiver) {
    this.receiver = receiver;
    this.last = "";
    this.version = -1;
  }

  /** @param {string} type @param {string} text @param {string} id */
  take(type, text, id) {
    let data;
    try {
      data = JSON.parse(text);
    } catch {
      return;
    }
    if (type === "notification") {
      // A connection that broke at the wrong moment may repeat a notification.
      if (this.last && Number(id) <= Number(this.last)) return;
      this.last = id;
      this.receiver.notification(data);
    } else if (type === "hello") {
      if (this.version >= 0 && data.version !== this.version) this.receiver.changed(null);
      this.version = data.version;
      this.receiver.unread(data.unread);
    } else if (type === "change") {
      this.version = data.version;
      this.receiver.changed(data.parts);
    }
  }
}

export class Live {
  /** @param {(path: string) => string} address @param {News} news */
  constructor(address, news) {
    this.address = address;
    this.news = news;
    /** @type {EventSource | null} */
    this.source = null;
    this.pause = SHORTEST;
    this.timer = 0;
  }

  start() {
    document.addEventListener("visibilitychange", () => this.#match());
    addEventListener("online", () => this.#match());
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", () => this.#match());
    this.#match();
  }

  /** Connects while the page is visible. */
  #match() {
    if (document.visibilityState === "hidden") return this.stop();
    if (this.source && this.source.readyState !== EventSource.CLOSED) return;
    this.pause = SHORTEST;
    this.#open();
  }

  #open() {
    this.stop();
    const after = this.news.last ? `?after=${encodeURIComponent(this.news.last)}` : "";
    const source = this.source = new EventSource(this.address(`events${after}`));
    source.onopen = () => {
      this.pause = SHORTEST;
    };
    source.onerror = () => {
      delete document.documentElement.dataset.live;
      // Unless the server rejected the connection, the browser reconnects by itself with Last-Event-ID.
      if (source !== this.source || source.readyState !== EventSource.CLOSED) return;
      this.timer = setTimeout(() => this.#open(), this.pause);
      this.pause = Math.min(this.pause * 2, LONGEST);
    };
    for (const type of ["hello", "notification", "change"]) {
      source.addEventListener(type, (event) => {
        if (source !== this.source) return;
        this.news.take(type, event.data, event.lastEventId);
        document.documentElement.dataset.live = "";
      });
    }
  }

  stop() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    delete document.documentElement.dataset.live;
  }
}
