/**
 * The app's only player. It is outside of the screens and keeps playing when they change.
 * @module
 */
import { api } from "./api.js";
import { announce, button, h, own } from "./dom.js";
import { icon } from "./icons.js";
import { changed, current, makeQueue, moved, reordered } from "./queue.js";

/** @typedef {import("./api.js").Item} Item */

/** Milliseconds for which a picture is shown. */
const SLIDE = 8000;
/** Seconds of an item after which "previous" returns to its start. */
const RESTART = 4;

export class Player {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.root = /** @type {HTMLElement} */ (document.getElementById("player"));
    /** @type {import("./queue.js").Queue<Item> | null} */
    this.queue = null;
    /** @type {{id: string, name: string, url: (item: Item) => string} | null} */
    this.playlist = null;
    this.playing = false;
    this.large = true;
    /** @type {HTMLMediaElement | HTMLImageElement | null} */
    this.medium = null;
    this.timer = 0;
    /** The number of consecutive items that failed. */
    this.failures = 0;
    this.listeners = new Set();
  }

  /**
   * Plays uploads of a playlist, in order or shuffled. Links open at their hosts; nothing is loaded from them here.
   * @param {{id: string, name: string, items: Item[], url?: (item: Item) => string}} playlist
   * @param {{shuffled?: boolean, from?: Item}} [options]
   */
  play({ id, name, items, url = (item) => api.mediaUrl(item.media ?? "") }, { shuffled = false, from } = {}) {
    const playable = items.filter((item) => item.media);
    if (playable.length === 0) return;
    const first = from ? playable.findIndex((item) => item.id === from.id) : -1;
    this.playlist = { id, name, url };
    this.queue = makeQueue(playable, { shuffled, first });
    this.failures = 0;
    this.playing = true;
    this.#load();
  }

  /** The current item and its playlist. */
  get now() {
    const item = this.queue && current(this.queue);
    return item && this.playlist ? { playlist: this.playlist.id, item: item.id, playing: this.playing } : null;
  }

  toggle() {
    if (!this.queue) return;
    this.playing = !this.playing;
    this.#match();
    this.#show();
  }

  /** @param {1 | -1} step */
  step(step) {
    const { queue, medium } = this;
    if (!queue) return;
    if (step < 0 && medium instanceof HTMLMediaElement && medium.currentTime > RESTART) {
      medium.currentTime = 0;
      return;
    }
    const next = moved(queue, step);
    if (!next) return step > 0 ? this.stop(this.app.t("player.ended")) : undefined;
    this.queue = next;
    this.#load();
  }

  shuffle() {
    if (!this.queue) return;
    this.queue = reordered(this.queue, !this.queue.shuffled);
    this.#show();
  }

  /** @param {string} [reason] read to screen readers */
  stop(reason) {
    clearTimeout(this.timer);
    this.#drop();
    this.queue = null;
    this.playlist = null;
    this.playing = false;
    this.root.replaceChildren();
    if (reason) announce(reason);
    this.#tell();
  }

  /** Applies changes of the playlist that is playing. */
  async playlistsChanged() {
    const { playlist, queue } = this;
    if (!playlist || !queue || !this.app.signedIn) return;
    let items;
    try {
      const found = await api.playlist(playlist.id);
      playlist.name = found.name;
      items = found.items.filter((item) => item.media);
    } catch (error) {
      if (/** @type {any} */ (error).status !== 404) return;
      items = /** @type {Item[]} */ ([]);
    }
    if (this.queue !== queue) return;
    const before = current(queue)?.id;
    const next = changed(queue, items);
    if (!next) return this.stop(this.app.t("player.ended"));
    this.queue = next;
    if (current(next)?.id === before) this.#show();
    else this.#load();
  }

  #drop() {
    const { medium } = this;
    if (medium instanceof HTMLMediaElement) {
      medium.onended =
        medium.onerror =
        medium.onpause =
        medium.onplay =
          null;
      medium.pause();
      medium.removeAttribute("src");
      medium.load();
    }
    this.medium = null;
  }

  #load() {
    clearTimeout(this.timer);
    const item = this.queue && current(this.queue);
    if (!item || !this.playlist) return;
    this.#drop();
    const url = this.playlist.url(item);
    if (item.kind === "picture") {
      this.medium = h("img", { src: url, alt: item.name, onerror: () => this.#failed() });
    } else {
      const medium = /** @type {HTMLMediaElement} */ (h(item.kind === "video" ? "video" : "audio", {
        preload: "auto",
        playsinline: true,
        "aria-label": item.name,
      }));
      medium.onended = () => {
        this.failures = 0;
        this.step(1);
      };
      medium.onerror = () => this.#failed();
      // Headphones, a phone call and keyboard keys can pause, too.
      medium.onpause = () => {
        if (!medium.ended && this.playing) this.playing = false, this.#show();
      };
      medium.onplay = () => {
        if (!this.playing) this.playing = true, this.#show();
      };
      medium.src = url;
      this.medium = medium;
    }
    this.#session(item);
    this.#match();
    this.#show();
  }

  /** Handles media keys of keyboards and headphones. @param {Item} item */
  #session(item) {
    const session = navigator.mediaSession;
    if (!session || typeof MediaMetadata === "undefined") return;
    session.metadata = new MediaMetadata({ title: item.name, album: this.playlist?.name ?? "" });
    session.setActionHandler("nexttrack", () => this.step(1));
    session.setActionHandler("previoustrack", () => this.step(-1));
    session.setActionHandler("stop", () => this.stop());
  }

  #match() {
    clearTimeout(this.timer);
    const { medium } = this;
    if (medium instanceof HTMLMediaElement) {
      if (!this.playing) medium.pause();
      else {
        medium.play().catch((error) => {
          // The browser requires a tap first.
          if (error.name === "NotAllowedError" && medium === this.medium) this.playing = false, this.#show();
        });
      }
    } else if (this.playing) this.timer = setTimeout(() => this.step(1), SLIDE);
  }

  #failed() {
    const { queue, app } = this;
    if (!queue) return;
    this.failures += 1;
    const name = current(queue)?.name ?? "";
    announce(app.t("player.failed", { name }));
    if (this.failures >= queue.items.length) return this.stop(app.t("player.failed", { name }));
    this.step(1);
  }

  #show() {
    const { app, queue, playlist, medium } = this;
    const item = queue && current(queue);
    if (!item || !playlist) return;
    const { t } = app;
    const visible = medium instanceof HTMLVideoElement || medium instanceof HTMLImageElement;
    const key = document.activeElement instanceof HTMLElement && this.root.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : undefined;
    if (!this.root.querySelector(".bar-player")) {
      this.root.replaceChildren(
        h("section", { class: "bar-player", "aria-label": t("player") }, h("div", { class: "player-stage" }), h("div")),
      );
    }
    const [stage, row] = /** @type {HTMLElement[]} */ ([...this.root.firstElementChild?.children ?? []]);
    if (medium && stage.firstElementChild !== medium) stage.replaceChildren(medium);
    stage.hidden = !visible || !this.large;
    row.replaceWith(h(
      "div",
      { class: "bar-row" },
      icon(item.kind),
      h(
        "p",
        { class: "bar-title" },
        own(item.name, "strong"),
        h(
          "span",
          { class: "hint" },
          t("player.position", { position: queue.position + 1, total: queue.order.length }),
          " · ",
          own(playlist.name),
        ),
      ),
      visible && button("eye", t(this.large ? "player.hide" : "player.show"), () => {
        this.large = !this.large;
        this.#show();
      }, { "data-key": "large", class: "plain optional" }),
      button("shuffle", t("player.shuffle"), () => this.shuffle(), {
        "aria-pressed": String(queue.shuffled),
        "data-key": "shuffle",
        class: "plain optional",
      }),
      button("before", t("previous"), () => this.step(-1), { "data-key": "before" }),
      this.playing
        ? button("pause", t("pause"), () => this.toggle(), { "data-key": "toggle" })
        : button("play", t("play"), () => this.toggle(), { "data-key": "toggle" }),
      button("after", t("next"), () => this.step(1), { "data-key": "after" }),
      button("stop", t("stop"), () => this.stop(), { "data-key": "stop" }),
    ));
    const again = key && this.root.querySelector(`[data-key="${key}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    this.root.dataset.state = this.playing ? "playing" : "paused";
    this.#tell();
  }

  #tell() {
    for (const listener of this.listeners) listener();
  }
}
