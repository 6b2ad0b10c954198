/**
 * The page: texts, addresses, preferences and the current screen.
 * @module
 */
import { api, ApiError, ROOT } from "./api.js";
import { announce, button, h } from "./dom.js";
import { Offline } from "./offline.js";
import { Visits } from "./visits.js";
import { Texts } from "./texts.js";

/** @typedef {{element: HTMLElement, title: string, release?: () => void, shown?: () => void, camera?: () => import("./sphere.js").Camera,
 *   followsDevice?: () => boolean}} Screen */
/** @typedef {(app: App, ...parts: string[]) => Promise<Screen>} ScreenMaker */

/** @type {[RegExp, () => Promise<ScreenMaker>][]} */
const SCREENS = [
  [/^\/$/, async () => (await import("../screens/home.js")).home],
  [/^\/view\/([^/]+)$/, async () => (await import("../screens/view.js")).view],
  [/^\/edit\/([^/]+)$/, async () => (await import("../screens/edit.js")).edit],
  [/^\/settings$/, async () => (await import("../screens/settings.js")).settings],
  [/^\/volume$/, async () => (await import("../screens/volume.js")).volume],
  [/^\/progress$/, async () => (await import("../screens/progress.js")).progress],
  [/^\/schedule\/([^/]+)$/, async () => (await import("../screens/schedule.js")).schedule],
];

export class App {
  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
    this.t = texts.t;
    this.root = /** @type {HTMLElement} */ (document.getElementById("app"));
    this.preferences = { swipeOnly: true };
    this.offline = new Offline();
    this.visits = new Visits();
    /** @type {Screen | null} */
    this.screen = null;
    this.turn = 0;
    /** An unsaved experience that the editor shows in the viewer. @type {{experience: import("./experience.js").Experience, at: string} | null} */
    this.preview = null;
    /** True while returning from that view to the editor. */
    this.returning = false;
    /** The visit whose second rating is still open. @type {{id: string, title: string, tooMuch: number} | null} */
    this.unrated = null;
  }

  async start() {
    addEventListener("popstate", () => this.render());
    document.addEventListener("click", (event) => this.#follow(event));
    // Pinch zoom works everywhere except in the picture.
    this.preferences = await api.preferences().catch(() => this.#storedPreferences());
    localStorage.setItem("prep-swipe-only", String(this.preferences.swipeOnly));
    await this.render();
    document.documentElement.dataset.started = "";
    this.offline.start();
    this.visits.send();
  }

  /** Shows another address. @param {string} path below /prep @param {{replace?: boolean}} [options] */
  go(path, { replace = false } = {}) {
    if (replace) history.replaceState(null, "", ROOT + path);
    else history.pushState(null, "", ROOT + path);
    return this.render();
  }

  async render() {
    const turn = this.turn += 1;
    const path = location.pathname.slice(ROOT.length) || "/";
    this.screen?.release?.();
    this.screen = null;
    const found = SCREENS.map(([pattern, load]) => ({ match: pattern.exec(path), load })).find(({ match }) => match);
    let screen;
    try {
      if (!found?.match) throw new ApiError(404, "no_page", this.t("error.no_page"));
      screen = await (await found.load())(this, ...found.match.slice(1).map(decodeURIComponent));
    } catch (error) {
      screen = this.#problem(error);
    }
    if (turn !== this.turn) return screen.release?.();
    this.screen = screen;
    document.title = `${screen.title} · Prep`;
    this.root.replaceChildren(screen.element);
    scrollTo(0, 0);
    announce(screen.title);
    screen.shown?.();
    document.documentElement.dataset.screen = path;
  }

  /** An error message for the user. @param {unknown} error */
  explain(error) {
    if (!(error instanceof ApiError)) return this.t("error.unexpected");
    const known = this.t(`error.${error.code}`);
    return known === `error.${error.code}` ? error.message : known;
  }

  /** @param {unknown} error @returns {Screen} */
  #problem(error) {
    if (!(error instanceof ApiError)) console.error(error);
    return {
      title: this.t("error.title"),
      element: h(
        "main",
        { class: "page narrow" },
        h("h1", {}, this.t("error.title")),
        h("p", {}, this.explain(error)),
        h(
          "div",
          { class: "row" },
          button("redo", this.t("retry"), () => this.render()),
          button("home", this.t("home"), () => this.go("/")),
        ),
      ),
    };
  }

  #storedPreferences() {
    return { swipeOnly: localStorage.getItem("prep-swipe-only") !== "false" };
  }

  /** Links between screens do not load a page. @param {MouseEvent} event */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const url = new URL(link.href);
    if (url.origin !== location.origin || !url.pathname.startsWith(`${ROOT}/`)) return;
    if (url.pathname.startsWith(`${ROOT}/api/`)) return;
    event.preventDefault();
    this.go(url.pathname.slice(ROOT.length) + url.search);
  }
}

const catalog = await (await fetch(`${ROOT}/web/languages/en.json`)).json();
const app = new App(new Texts(catalog));
/** @type {any} */ (globalThis).prep = app;
await app.start();
