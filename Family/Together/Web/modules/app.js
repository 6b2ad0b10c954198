/**
 * The page: the acting profile, one screen at a time, the head above it, the player below it, and live updates.
 * @module
 */
import { actAs, address, api, ApiError, ROOT } from "./api.js";
import { deviceZone, Format, isZone } from "./dates.js";
import { announce, button, h, linkButton, own } from "./dom.js";
import { discardAll } from "./flow.js";
import { Head } from "./head.js";
import { disc } from "./icons.js";
import { Live, News } from "./live.js";
import { Player } from "./player.js";
import { Voice } from "./voice.js";

/**
 * `parts` names the data on the screen. When the server reports a change, the screen is redrawn, or `refresh` is called
 * if the screen has fields that people may be editing.
 * @typedef {{element: HTMLElement, title: string, parts?: string[], refresh?: () => unknown, release?: () => unknown,
 *   shown?: () => void}} Screen
 */
/** @typedef {(app: App, ...parts: string[]) => Promise<Screen> | Screen} ScreenMaker */
/** `at` selects the element of the screen that shows it; without one, it is shown below the title.
 * @typedef {{text: string, isProblem: boolean, at: string}} Message */

/** @type {[RegExp, () => Promise<ScreenMaker>][]} */
const SCREENS = [
  [/^\/$/, async () => (await import("../screens/home.js")).home],
  [/^\/activities$/, async () => (await import("../screens/activities.js")).activities],
  [/^\/activities\/([^/]+)$/, async () => (await import("../screens/activity.js")).activity],
  [/^\/activities\/([^/]+)\/print$/, async () => (await import("../screens/picture-schedule.js")).pictureSchedule],
  [/^\/resources$/, async () => (await import("../screens/resources.js")).resources],
  [/^\/resources\/([^/]+)$/, async () => (await import("../screens/resource.js")).resource],
  [/^\/requests\/([^/]+)$/, async () => (await import("../screens/request.js")).request],
  [/^\/playlists$/, async () => (await import("../screens/playlists.js")).playlists],
  [/^\/playlists\/([^/]+)$/, async () => (await import("../screens/playlist.js")).playlist],
  [/^\/notifications$/, async () => (await import("../screens/notifications.js")).notifications],
  [/^\/plan$/, async () => (await import("../screens/plan.js")).plan],
  [/^\/settings$/, async () => (await import("../screens/settings.js")).settings],
  [/^\/child$/, async () => (await import("../screens/child.js")).child],
  [/^\/shared\/([^/]+)$/, async () => (await import("../screens/shared.js")).shared],
];

/** Time zones of a server on which none was chosen. */
const UNSET_ZONES = ["Etc/UTC", "UTC", "GMT"];
/** Milliseconds from a notification until the unread ones are counted. */
const SOON = 80;

export class App {
  /** @param {import("./texts.js").Texts} texts */
  constructor(texts) {
    this.texts = texts;
    this.t = texts.t;
    this.root = /** @type {HTMLElement} */ (document.getElementById("app"));
    /** @type {import("./api.js").Me} */
    this.me = {
      member: 0,
      role: "child",
      profile: "own",
      isParent: false,
      zone: "",
      unread: 0,
      canHost: false,
      child: null,
      members: [],
      connections: { calendars: false, mail: false, media: false },
      mailInstalled: false,
    };
    this.signedIn = false;
    /** @type {"own" | "child"} */
    this.profile = "own";
    /** @type {Screen | null} */
    this.screen = null;
    this.turn = 0;
    this.counting = 0;
    /** Shown on the screen of this address, also after it is redrawn. @type {Message | null} */
    this.message = null;
    this.format = new Format(navigator.language, "");
    this.head = new Head(this);
    this.player = new Player(this);
    this.voice = new Voice(texts.language, api);
    this.live = new Live(
      address,
      new News({
        notification: (notification) => this.#notified(notification),
        unread: (count) => this.#unread(count),
        changed: (parts) => this.#changed(parts),
      }),
    );
  }

  async start() {
    addEventListener("popstate", () => {
      this.message = null;
      this.render();
    });
    document.addEventListener("click", (event) => this.#follow(event));
    await this.render();
    document.documentElement.dataset.started = "";
    if (this.signedIn) this.live.start();
  }

  /** Loads the acting member of this address. A child's page acts for the child whose profile is in use. @param {string} path */
  async #identify(path) {
    if (path.startsWith("/shared/")) return;
    const isChild = path === "/child" || path.endsWith("/print") && this.query.get("from") === "child";
    const profile = isChild ? "child" : "own";
    if (this.signedIn && this.profile === profile) return;
    actAs(profile);
    this.profile = profile;
    await this.reloadMe();
    await this.#adoptZone();
  }

  /** A family without a chosen zone sees the times of this device. */
  async #adoptZone() {
    const zone = deviceZone();
    if (!isZone(this.me.zone) || !UNSET_ZONES.includes(this.me.zone) || UNSET_ZONES.includes(zone)) return;
    try {
      await api.ownZone(zone);
      await this.reloadMe();
    } catch {
      // The next page tries again.
    }
  }

  async reloadMe() {
    this.me = await api.me();
    this.signedIn = true;
    this.format = new Format(navigator.language, this.me.zone);
    this.head.show();
  }

  /** The path below /together. */
  get path() {
    return location.pathname.slice(ROOT.length) || "/";
  }

  /** The query parameters of the address. */
  get query() {
    return new URLSearchParams(location.search);
  }

  /** Shows another address. @param {string} path below /together @param {{replace?: boolean, message?: string}} [options] */
  go(path, { replace = false, message = "" } = {}) {
    this.message = message ? { text: message, isProblem: false, at: "" } : null;
    if (replace) history.replaceState(null, "", ROOT + path);
    else history.pushState(null, "", ROOT + path);
    return this.render();
  }

  /** Draws the screen of the address. quiet redraws the same screen with changed data. @param {{quiet?: boolean}} [options] quiet: the same screen with what changed */
  async render({ quiet = false } = {}) {
    const turn = this.turn += 1;
    const { path } = this;
    if (!quiet) {
      this.voice.stop();
      await this.screen?.release?.();
      this.screen = null;
    }
    let screen;
    try {
      await this.#identify(path);
      const found = SCREENS.map(([pattern, load]) => ({ match: pattern.exec(path), load })).find(({ match }) => match);
      if (!found?.match) throw new ApiError(404, "no_page", this.t("error.no_page"));
      screen = await (await found.load())(this, ...found.match.slice(1).map(decodeURIComponent));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return location.assign("/login");
      if (quiet && error instanceof ApiError && error.code === "offline") return;
      screen = this.#problem(error);
    }
    if (turn !== this.turn) return screen.release?.();
    const restore = quiet ? whereabouts() : null;
    this.screen = screen;
    document.title = `${screen.title} · ${this.t("app")}`;
    this.root.replaceChildren(screen.element);
    this.#showMessage();
    this.head.show();
    if (restore) restore();
    else {
      scrollTo(0, 0);
      announce(this.message ? `${screen.title}. ${this.message.text}` : screen.title);
      const heading = screen.element.querySelector("h1");
      heading?.setAttribute("tabindex", "-1");
      if (document.documentElement.dataset.started !== undefined) heading?.focus({ preventScroll: true });
    }
    screen.shown?.();
    document.documentElement.dataset.screen = path + location.search;
  }

  /** Draws the same screen again. */
  again() {
    return this.render({ quiet: true });
  }

  /**
   * Shows what came of an action, until the next action or address. Unlike a text that is put into the screen's
   * elements, it survives that the screen is redrawn because data changed. An empty text removes the last one.
   * @param {string} text @param {{isProblem?: boolean, at?: string}} [options]
   */
  say(text, { isProblem = false, at = "" } = {}) {
    this.message = text ? { text, isProblem, at } : null;
    const shown = this.#showMessage();
    if (!text) return;
    announce(text);
    shown?.scrollIntoView({ block: "nearest" });
  }

  #showMessage() {
    const { message, screen } = this;
    for (const old of this.root.querySelectorAll("[data-said]")) old.remove();
    const title = screen?.element.querySelector("h1");
    if (!message || !screen || !title) return null;
    const kind = message.isProblem ? "notice warn" : "notice good";
    const shown = h("p", { class: kind, "data-said": "" }, message.text);
    const slot = message.at ? screen.element.querySelector(message.at) : null;
    if (slot) slot.append(shown);
    else (title.closest(".stack") ?? title).after(shown);
    return shown;
  }

  /** An error message for the user. @param {unknown} error */
  explain(error) {
    if (!(error instanceof ApiError)) {
      console.error(error);
      return this.t("error.unexpected");
    }
    const key = `error.${error.code}`;
    return this.texts.has(key) ? this.t(key) : error.message;
  }

  /** A member's name. @param {number} id */
  name(id) {
    return this.me.members.find((member) => member.id === id)?.name ?? this.t("someone_gone");
  }

  /** A member's disc and name. @param {number} id @param {boolean} [you] */
  who(id, you = false) {
    const name = this.name(id);
    return h(
      "span",
      { class: "who" },
      disc(name, this.me.members.findIndex((member) => member.id === id) + 6),
      own(name),
      you && id === this.me.member && h("span", { class: "quiet" }, this.t("you")),
    );
  }

  /** Names in a sentence. @param {number[]} ids */
  names(ids) {
    return new Intl.ListFormat(navigator.language, { type: "conjunction" }).format(ids.map((id) => this.name(id)));
  }

  async signOut() {
    discardAll();
    this.player.stop();
    location.assign(await api.signOut());
  }

  /** @param {import("./api.js").Notification} notification */
  #notified(notification) {
    this.#recount();
    announce(this.t("notification.new", { title: notification.title, text: notification.text }));
    if (this.screen?.parts?.includes("notifications")) this.again();
  }

  /** Notifications repeated after a broken connection are already counted: the server knows the number. */
  #recount() {
    clearTimeout(this.counting);
    this.counting = setTimeout(() => this.reloadMe().catch(() => undefined), SOON);
  }

  /** @param {number} count */
  #unread(count) {
    this.me.unread = count;
    this.head.count();
  }

  /** @param {string[] | null} parts */
  async #changed(parts) {
    if (!parts || parts.includes("members") || parts.includes("settings") || parts.includes("notifications")) {
      try {
        await this.reloadMe();
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) location.assign("/login");
        return;
      }
    }
    if (!parts || parts.includes("playlists")) this.player.playlistsChanged();
    const { screen } = this;
    if (!screen?.parts || parts && !parts.some((part) => screen.parts?.includes(part))) return;
    if (screen.refresh) await screen.refresh();
    else await this.again();
  }

  /** @param {unknown} error @returns {Screen} */
  #problem(error) {
    const again = error instanceof ApiError && error.status !== 404 && error.status !== 403;
    return {
      title: this.t("error.title"),
      element: h(
        "main",
        { class: "page narrow", id: "main" },
        h("h1", {}, this.t("error.title")),
        h("p", {}, this.explain(error)),
        h(
          "div",
          { class: "row" },
          again && button("repeat", this.t("retry"), () => this.render(), { class: "main" }),
          linkButton("home", this.t("home"), `${ROOT}/`, again ? {} : { class: "main" }),
        ),
      ),
    };
  }

  /** Links between screens do not load a page, so the player continues playing. @param {MouseEvent} event */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const url = new URL(link.href);
    if (url.origin !== location.origin || !url.pathname.startsWith(`${ROOT}/`)) return;
    if (url.pathname.startsWith(`${ROOT}/api/`) || url.pathname.startsWith(`${ROOT}/feed/`) || url.hash) return;
    event.preventDefault();
    this.go(url.pathname.slice(ROOT.length) + url.search);
  }
}

/** Remembers the position on the page, and returns a function that restores it. */
function whereabouts() {
  const { scrollX: x, scrollY: y } = globalThis;
  const active = document.activeElement;
  const root = document.getElementById("app");
  const keys = active && root?.contains(active) ? keysOf(active) : [];
  return () => {
    if (document.activeElement === document.body || !document.activeElement) {
      const found = Array.from(root?.querySelectorAll("a, button, input, select, textarea, h1") ?? []).find((one) =>
        keysOf(one).some((key) => keys.includes(key))
      );
      if (found instanceof HTMLElement) found.focus({ preventScroll: true });
    }
    scrollTo(x, y);
  };
}

/** @param {Element} element */
function keysOf(element) {
  const label = element.getAttribute("aria-label") || element.textContent?.trim();
  const keys = [element.id && `#${element.id}`, label && `${element.tagName} ${label}`];
  return keys.filter((key) => typeof key === "string" && key !== "" && !/^#(field|choice|question)-/.test(key));
}
