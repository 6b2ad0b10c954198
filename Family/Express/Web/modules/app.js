/**
 * The app: its state, the current screen, and helpers that every screen uses.
 * @module
 */
import { keepAwake } from "./awake.js";
import { ask, h, picture } from "./dom.js";
import { HEALTH, initialState, mediaOf, nothingEntered, repaired } from "./model.js";
import { pageLabel, spoken, wordsOf } from "./sentences.js";
import { Speech } from "./speech.js";
import { StorageError, Store } from "./store.js";
import { chosenLanguage, Texts } from "./texts.js";
import { Offline } from "./offline.js";
import { Access } from "./access.js";
import { recordFailure } from "./report.js";
import * as emergency from "../screens/emergency.js";
import * as library from "../screens/library.js";
import * as menu from "../screens/menu.js";
import * as show from "../screens/show.js";

/** @typedef {import("./model.js").State} State */
/** @typedef {import("./board.js").Media} Media */
/**
 * Result of a screen function. `guardian` screens require the password. `scan` is false on screens with text fields;
 * "exit" scans only the way back.
 * @typedef {object} Screen
 * @property {string} title
 * @property {string | null} back address of the screen before
 * @property {Node[]} content
 * @property {string} [layout] class of the main part
 * @property {boolean | "exit"} [scan]
 * @property {boolean} [awake] keeps the display on
 * @property {string} [help] text key
 * @property {() => void} [leave]
 * @property {() => boolean} [unsaved] whether Back would lose something that was typed
 */

/** @typedef {(app: App, ...rest: string[]) => Screen | Promise<Screen>} ScreenFunction */

/** Modules that are not needed at start. They load after the menu is shown, or earlier if a screen needs one. */
const LATER = {
  card: () => import("../screens/card.js"),
  options: () => import("../screens/options.js"),
  pages: () => import("../screens/pages.js"),
  place: () => import("../screens/place.js"),
  saved: () => import("../screens/saved.js"),
  setup: () => import("../screens/setup.js"),
  user: () => import("../screens/user.js"),
};

/** A screen whose module is loaded on demand. @param {keyof typeof LATER} module @param {string} name */
function later(module, name) {
  return async (/** @type {App} */ app, /** @type {string[]} */ ...rest) => {
    const screens = /** @type {Record<string, any>} */ (await LATER[module]());
    return /** @type {Screen | Promise<Screen>} */ (screens[name](app, ...rest));
  };
}

/** @type {Record<string, {screen: ScreenFunction, guardian?: boolean}>} */
const SCREENS = {
  "": { screen: menu.menu },
  ready: { screen: menu.ready },
  library: { screen: library.library },
  page: { screen: library.page },
  show: { screen: show.show },
  emergency: { screen: emergency.emergency },
  place: { screen: later("place", "place") },
  way: { screen: later("place", "way") },
  map: { screen: later("place", "map") },
  setup: { screen: later("setup", "setup") },
  install: { screen: later("setup", "install") },
  options: { screen: later("options", "options"), guardian: true },
  settings: { screen: later("options", "settings"), guardian: true },
  preferences: { screen: later("options", "preferences"), guardian: true },
  access: { screen: later("options", "access"), guardian: true },
  password: { screen: later("options", "password"), guardian: true },
  recovery: { screen: later("options", "recovery"), guardian: true },
  servers: { screen: later("options", "servers"), guardian: true },
  tutorials: { screen: later("options", "tutorials"), guardian: true },
  tutorial: { screen: later("options", "tutorial"), guardian: true },
  report: { screen: later("options", "report"), guardian: true },
  credits: { screen: later("options", "credits"), guardian: true },
  user: { screen: later("user", "user"), guardian: true },
  entry: { screen: later("user", "entry"), guardian: true },
  pages: { screen: later("pages", "pages"), guardian: true },
  "edit-page": { screen: later("pages", "editPage"), guardian: true },
  "edit-phrase": { screen: later("pages", "editPhrase"), guardian: true },
  boards: { screen: later("pages", "boards"), guardian: true },
  card: { screen: later("card", "card"), guardian: true },
  "my-card": { screen: later("card", "myCard") },
  copy: { screen: later("saved", "copy"), guardian: true },
  forgotten: { screen: later("options", "forgotten") },
};
const lock = later("options", "lock");

export class App {
  /** @param {Store | null} store @param {State} state @param {{code: string, name: string}[]} languages @param {Texts} texts */
  constructor(store, state, languages, texts) {
    this.store = store;
    this.state = state;
    this.languages = languages;
    this.texts = texts;
    this.unlocked = false;
    /** True once the first screen is shown; everything else loads after that. */
    this.started = false;
    /** @type {Screen | null} */
    this.shown = null;
    this.turn = 0;
    /** Whether Back was pressed, which ends the speech. */
    this.leaving = false;
    /** Address of the current screen. */
    this.address = "";
    /** The next address that the app itself set. @type {string | null} */
    this.expected = null;
    /** Address from which the emergency information was opened. */
    this.beforeEmergency = "";
    /** Media kept in memory when the browser has no store. @type {Map<string, Media>} */
    this.unsaved = new Map();
    /** The phrase that was pressed last. @type {import("./model.js").Phrase | null} */
    this.lastPhrase = null;
    /** The latest speech, and the button that is marked until it ends. @type {{button: Element | null, active: boolean}} */
    this.speaking = { button: null, active: false };
    this.speech = new Speech({ media: (id) => this.media(id), notice: (key) => this.notice(this.t(key)) });
    this.offline = new Offline(() => this.offlineChanged());
    this.access = new Access(this);
    this.offlineChanged = () => {};
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  t(key, values) {
    return this.texts.t(key, values);
  }

  /** @param {string} id */
  async media(id) {
    return this.unsaved.get(id) ?? await this.store?.media(id);
  }

  /** Every stored photo and sound. */
  async allMedia() {
    const stored = this.store ? await this.store.allMedia() : new Map();
    return new Map([...stored, ...this.unsaved]);
  }

  newId() {
    return crypto.randomUUID();
  }

  /**
   * Stores a changed copy of the entries. If storing fails, nothing changes.
   * @param {(state: State) => void} change @param {Map<string, Media>} [added] @returns {Promise<boolean>}
   */
  async save(change, added = new Map()) {
    const next = structuredClone(this.state);
    change(next);
    return await this.replace(next, added);
  }

  /** @param {State} next @param {Map<string, Media>} added */
  async replace(next, added = new Map()) {
    try {
      if (this.store) await this.store.save(next, added, mediaOf(next));
      else for (const [id, item] of added) this.unsaved.set(id, item);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      recordFailure(error.message);
      await this.message(this.t(error.reason));
      return false;
    }
    const before = this.state.preferences;
    this.state = next;
    if (before.language !== next.preferences.language) {
      this.texts = new Texts(await catalogue(next.preferences.language));
    }
    this.applyPreferences();
    return true;
  }

  applyPreferences() {
    const { theme, textSize, language, voice, graphics } = this.state.preferences;
    const root = document.documentElement;
    root.dataset.theme = theme;
    root.lang = this.texts.catalogue.locale;
    root.dir = this.texts.catalogue.direction;
    root.dataset.graphics = graphics ? "on" : "off";
    root.style.fontSize = `${textSize}%`;
    const phrases = this.state.pages.flatMap((page) => page.phrases);
    const keys = [...new Set(phrases.flatMap((phrase) => phrase.fixed ?? []))].filter((key) => key in this.texts.say);
    const allergens = this.state.user.allergies.flatMap((allergy) => allergy.key ? [`allergen.${allergy.key}`] : []);
    this.speech.use(language, voice, [
      ...keys,
      ...allergens,
      ...HEALTH.flatMap((name) => {
        const { entries, none } = this.state.user[name];
        return entries.length > 0 ? [name] : none ? [`${name}-none`] : [];
      }),
      "yes",
      "no",
      "call",
      "allergies-none",
      "allergies-unknown",
      "read",
    ]);
    if (this.started) this.speech.load();
    this.access.apply(this.state.preferences);
  }

  /** Shows a message until it is confirmed. @param {string} text */
  async message(text) {
    await ask(text, [{ value: "ok", label: this.t("ok"), kind: "main" }]);
  }

  /** Shows a short note at the bottom, read aloud by screen readers. @param {string} text */
  notice(text) {
    const note = /** @type {HTMLElement} */ (document.getElementById("notice"));
    note?.replaceChildren(...(text ? [h("span", {}, text)] : []));
  }

  /** @param {string} text */
  announce(text) {
    const live = /** @type {HTMLElement} */ (document.getElementById("live"));
    live.textContent = "";
    requestAnimationFrame(() => live.textContent = text);
  }

  /**
   * Speaks, and marks the button that was pressed until the speech ends.
   * @param {import("./sentences.js").Part[]} parts @param {Element | null} button
   */
  async speak(parts, button) {
    this.notice("");
    const speaking = /** @type {App["speaking"]} */ ({ button, active: true });
    this.speaking = speaking;
    this.#offerStop();
    const speech = this.speech.speak(parts, this.texts.say);
    for (const old of document.querySelectorAll(".speaking")) old.classList.remove("speaking");
    button?.classList.add("speaking");
    try {
      await speech;
    } catch (error) {
      recordFailure(String(error));
    }
    if (this.speaking !== speaking) return;
    button?.classList.remove("speaking");
    speaking.active = false;
    this.#offerStop();
  }

  /** During speech, the button "?" is the button Stop: it has the same place on every screen. */
  #offerStop() {
    const button = document.getElementById("help");
    if (!button) return;
    button.classList.toggle("stop", this.speaking.active);
    button.textContent = this.speaking.active ? "■" : "?";
    button.setAttribute("aria-label", this.t(this.speaking.active ? "stop" : "help"));
  }

  /** Speaks a phrase and returns its text. @param {import("./model.js").Phrase} phrase @param {Element | null} [button] */
  say(phrase, button = null) {
    this.lastPhrase = phrase;
    const { text, parts } = spoken(phrase, this.state, this.texts);
    this.speak(parts, button);
    return text;
  }

  /** The guardian may have changed or hidden "Need Help". @returns {import("./model.js").Phrase | null} */
  #needHelp() {
    const phrase = this.state.pages.flatMap((page) => page.phrases).find((phrase) => phrase.fixed === "help");
    return phrase && !phrase.hidden ? phrase : null;
  }

  /** Says "I need help." and shows it large. Back returns to the screen that was shown. @param {import("./model.js").Phrase} phrase */
  callForHelp(phrase) {
    this.say(phrase);
    this.go(/^show\//.test(this.address) ? this.address : `show/${this.address}`);
  }

  /**
   * The voice of a button's sentence: recordings, a voice installed on this device, or none.
   * @param {import("./model.js").Phrase} phrase @returns {"recorded" | "device" | "none"}
   */
  voiceOf(phrase) {
    const { parts } = spoken(phrase, this.state, this.texts);
    if (parts.every((part) => !("text" in part))) return "recorded";
    return this.speech.deviceVoice() ? "device" : "none";
  }

  /** @param {string} key of a recorded sentence @param {Element | null} [button] */
  sayKey(key, button = null) {
    this.speak([{ clip: key }], button);
  }

  /** @param {import("./model.js").Phrase} phrase */
  words(phrase) {
    return wordsOf(phrase, this.texts);
  }

  /** @param {import("./model.js").Page} page */
  pageLabel(page) {
    return pageLabel(page, this.texts);
  }

  /** Goes back. Asks first if that would discard typed text. */
  async back() {
    const screen = this.shown;
    if (!screen || screen.back === null) return;
    if (screen.unsaved?.() && !(await this.#mayLeave())) return;
    this.leaving = true;
    this.go(screen.back);
  }

  async #mayLeave() {
    const answer = await ask(this.t("entry.unsaved"), [
      { value: "leave", label: this.t("entry.leave") },
      { value: "stay", label: this.t("entry.stay"), kind: "main" },
    ]);
    return answer === "leave";
  }

  /** @param {string} address "page/food" */
  go(address) {
    if (location.hash.slice(1) === address) this.render();
    else {
      this.expected = address;
      location.hash = address;
    }
  }

  /** Handles a change of the address. The browser's own Back closes a dialog, and asks before it discards typed text. */
  async addressChanged() {
    const address = currentAddress();
    const own = address === this.expected;
    this.expected = null;
    const dialog = document.querySelector("dialog[open]");
    if (dialog && !own) {
      // Back closes the dialog, like Cancel, and the screen below it stays.
      history.pushState(null, "", `#${this.address}`);
      dialog.dispatchEvent(new Event("cancel"));
      return;
    }
    if (!own) this.leaving = true;
    if (own || !this.shown?.unsaved?.()) return await this.render();
    history.pushState(null, "", `#${this.address}`);
    if (await this.#mayLeave()) this.go(address);
  }

  /**
   * If the phone was put away while the options were open, locks them and returns to the menu. Typed text stays, and
   * the next guardian screen asks for the password.
   */
  putAway() {
    if (!this.unlocked || !this.state.setupDone) return;
    this.unlocked = false;
    if (!this.shown?.unsaved?.()) this.go("");
  }

  async render() {
    const turn = ++this.turn;
    const address = currentAddress();
    const [name, ...rest] = address.split("/");
    const within = /^(show\/)?(emergency|place|way|map|my-card|page\/helpers\/emergency)\b/;
    if (name === "emergency" && !within.test(this.address)) {
      this.beforeEmergency = /^(page|show)\//.test(this.address) ? this.address : "";
    }
    this.address = address;
    let entry = SCREENS[name] ?? SCREENS[""];
    if (!this.state.setupDone && !["setup", "install", "ready"].includes(name)) entry = SCREENS.setup;
    const locked = entry.guardian && this.state.security.password !== null && !this.unlocked;
    if (!entry.guardian && name !== "setup") this.unlocked = false;
    this.shown?.leave?.();
    this.shown = null;
    // Showing a sentence large or opening a page with its button does not interrupt it. Back does.
    if (this.leaving || !/^(page|show|emergency)\b/.test(address)) this.speech.stop();
    this.leaving = false;
    let screen;
    try {
      screen = await (locked ? lock(this) : entry.screen(this, ...rest));
    } catch (error) {
      recordFailure(String(error));
      if (turn !== this.turn) return;
      screen = this.#failed();
    }
    if (turn !== this.turn) return;
    this.shown = screen;
    this.#draw(
      screen,
      !this.state.setupDone || ["setup", "install", "forgotten"].includes(name) || (entry.guardian && !locked),
    );
  }

  /** Shown instead of a screen whose file is missing or damaged. @returns {Screen} */
  #failed() {
    return {
      title: "Express²",
      back: "",
      content: [
        h("p", { role: "alert" }, this.t("screen.failed")),
        h("button", { type: "button", class: "main", onclick: () => location.reload() }, this.t("screen.reload")),
      ],
    };
  }

  /** @param {Screen} screen @param {boolean} [guardian] whether it is a screen of the guardian, without "Need Help" */
  #draw(screen, guardian = false) {
    const root = /** @type {HTMLElement} */ (document.getElementById("app"));
    const { back } = screen;
    const needHelp = guardian ? null : this.#needHelp();
    const heading = h("h1", { tabindex: "-1" }, screen.title);
    const main = h("main", { class: screen.layout ?? "" }, ...screen.content);
    root.replaceChildren(
      h(
        "header",
        { class: "bar" },
        h("button", {
          type: "button",
          class: `corner${back === null ? " hidden" : ""}`,
          id: "back",
          "aria-label": this.t("back"),
          "aria-hidden": back === null,
          disabled: back === null,
          onclick: () => this.back(),
        }, arrowLeft()),
        heading,
        needHelp && h(
          "button",
          { type: "button", id: "need-help", onclick: () => this.callForHelp(needHelp) },
          picture("symbols/help.svg"),
          h("span", { dir: "auto" }, this.words(needHelp).label),
        ),
        h("button", {
          type: "button",
          class: "corner",
          id: "help",
          "aria-label": this.t("help"),
          onclick: () =>
            this.speaking.active ? this.speech.stop() : this.message(this.t(screen.help ?? "help.general")),
        }, "?"),
      ),
      h("div", { class: "frame" }, main, h("p", { id: "notice", role: "status" })),
    );
    this.#offerStop();
    document.title = `${screen.title} – Express²`;
    scrollTo(0, 0);
    heading.focus({ preventScroll: true });
    this.access.screenShown(screen.scan ?? true);
    keepAwake(screen.awake === true);
  }
}

/** The part after "#". An address that cannot be decoded opens the menu. */
function currentAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

function arrowLeft() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M14.5 4.5 7 12l7.5 7.5");
  svg.append(path);
  return svg;
}

/** @param {string} language @returns {Promise<import("./texts.js").Catalogue>} */
async function catalogue(language) {
  const response = await fetch(`languages/${language}.json`);
  if (!response.ok) throw new Error(`languages/${language}.json: ${response.status}`);
  return await response.json();
}

/**
 * Opens the store and reads its content, or reports why there is none.
 * @returns {Promise<{store: Store | null, stored?: unknown, problem: string}>}
 */
async function opened() {
  try {
    const store = await Store.open();
    const stored = await store.load();
    const evicted = stored === undefined && localStorage.getItem("express-setup") === "done";
    return { store, stored, problem: evicted ? "storage.evicted" : "" };
  } catch (error) {
    recordFailure(String(error));
    return { store: null, problem: error instanceof StorageError ? error.reason : "storage.refused" };
  }
}

/** Milliseconds in the background after which the options are locked. */
const PUT_AWAY = 10 * 60_000;

/** Milliseconds that a slow network may delay the service worker. */
const PREPARATION_LIMIT = 5000;

/**
 * Loads the modules and sentences of later screens. If the network fails during the very first start, parts that are not
 * loaded yet are missing until the next start with network.
 * @param {App} app
 */
async function prepare(app) {
  const modules = Object.values(LATER).map((load) => load().catch((error) => recordFailure(String(error))));
  await Promise.all([...modules, app.speech.load()]);
  document.documentElement.dataset.prepared = "yes";
}

async function start() {
  addEventListener("error", (event) => recordFailure(event.message));
  addEventListener("unhandledrejection", (event) => recordFailure(String(event.reason)));
  const storing = opened();
  const languages = await (await fetch("languages/languages.json")).json();
  const language = chosenLanguage(navigator.languages, languages);
  const initial = initialState(language, /-US$/i.test(navigator.language) ? "us" : "metric");
  const { store, stored, problem } = await storing;
  const state = stored === undefined ? initial : repaired(stored, initial);
  // Without a store there are no entries, but the phrases work.
  if (!store) state.setupDone = localStorage.getItem("express-setup") === "done";
  if (problem === "storage.evicted") Object.assign(state, { setupDone: true, entriesLost: true });
  if (!languages.some((/** @type {{code: string}} */ item) => item.code === state.preferences.language)) {
    state.preferences.language = language;
  }
  const texts = new Texts(await catalogue(state.preferences.language));
  const app = new App(store, state, languages, texts);
  /** @type {any} */ (globalThis).express = app;
  app.applyPreferences();
  addEventListener("hashchange", () => app.addressChanged());
  addEventListener("beforeunload", (event) => app.shown?.unsaved?.() && event.preventDefault());
  let hiddenAt = Infinity;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > PUT_AWAY) app.putAway();
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog")) return;
    event.preventDefault(); // Otherwise the same press would close a dialog that opens now.
    app.back();
  });
  await app.render();
  app.started = true;
  performance.mark("started");
  document.documentElement.dataset.started = "yes";
  const limit = new Promise((resolve) => setTimeout(resolve, PREPARATION_LIMIT));
  Promise.race([prepare(app), limit]).then(() => app.offline.start(() => store !== null));
  // A later save, for example of a color, does not bring the deleted entries back.
  if (state.setupDone && state.entriesLost && nothingEntered(state.user)) {
    const answer = await ask(app.t("storage.evicted"), [
      { value: "setup", label: app.t("storage.set-up") },
      { value: "ok", label: app.t("ok"), kind: "main" },
    ]);
    if (answer !== "setup") return;
    app.state.setupDone = false;
    app.go("setup/welcome");
  } else if (problem) await app.message(app.t(problem));
}

start().catch((error) => {
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  root.replaceChildren(
    h("p", { role: "alert" }, `Express² could not start: ${error.message}. Close it and open it again.`),
  );
});
