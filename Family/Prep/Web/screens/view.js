/**
 * The viewer, the only screen a child uses: feelings, panoramas, "Too much", and the congratulation.
 * @module
 */
import { api } from "../modules/api.js";
import { ask, button, h } from "../modules/dom.js";
import { arrivalView, findPanorama, isComplete, unplayed } from "../modules/experience.js";
import { icon } from "../modules/icons.js";
import { allowMotion, Look } from "../modules/look.js";
import { Reader, Sound } from "../modules/media.js";
import { createRenderer, loadPanorama } from "../modules/panorama.js";
import { TriggerLayer } from "../modules/triggers.js";
import { feelings } from "./feelings.js";
import { playVideo } from "./video.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/experience.js").Experience} Experience */
/** @typedef {import("../modules/experience.js").Panorama} Panorama */
/** @typedef {import("../modules/experience.js").Trigger} Trigger */

/** @param {App} app @param {string} id @returns {Promise<import("../modules/app.js").Screen>} */
export async function view(app, id) {
  const preview = app.preview?.experience.id === id ? app.preview : null;
  const experience = preview?.experience ?? (await api.experience(id)).experience;
  const first = findPanorama(experience, preview?.at) ?? experience.panoramas[0];
  const viewer = new Viewer(app, experience, first, preview !== null);
  return {
    element: viewer.element,
    title: experience.title,
    release: () => viewer.release(),
    shown: () => viewer.begin(),
    camera: () => viewer.look.camera,
    followsDevice: () => viewer.look.follower !== null,
  };
}

class Viewer {
  /** @param {App} app @param {Experience} experience @param {Panorama | undefined} first @param {boolean} preview */
  constructor(app, experience, first, preview) {
    this.app = app;
    this.t = app.t;
    this.experience = experience;
    this.first = first;
    this.preview = preview;
    /** @type {Panorama | null} */
    this.panorama = null;
    this.step = 1;
    this.visit = "";
    this.tooMuch = 0;
    this.finished = false;
    this.released = false;
    /** @type {Set<string>} */
    this.played = new Set();
    /** @type {Set<string>} */
    this.visited = new Set();
    /** @type {Map<string, Sound>} */
    this.sounds = new Map();
    /** @type {{close: () => void} | null} */
    this.video = null;
    /** @type {AbortController | null} */
    this.loading = null;
    this.rated = false;
    this.recorded = false;
    this.reader = new Reader(() => this.#showStory());
    const { t } = app;
    const flat = new URLSearchParams(location.search).has("flat");
    this.renderer = createRenderer(() => this.#load(), flat);
    this.layer = new TriggerLayer((trigger) => this.press(trigger), (trigger) => this.look.turnTo(trigger));
    this.message = h("p", { class: "loading", role: "status" });
    this.stage = h(
      "div",
      { class: "stage", tabindex: "0", role: "application", "aria-label": t("view.stage") },
      this.renderer.canvas,
      this.layer.element,
      this.message,
    );
    this.place = h("h1", { class: "place" });
    this.story = h("div", { class: "story" });
    this.finish = button("finish", t("child.finish"), () => this.#congratulate(), { class: "main", hidden: true });
    this.element = h(
      "main",
      { class: "viewer" },
      h(
        "div",
        { class: "overlay" },
        button("exit", t("child.exit"), () => this.exit(), { class: "plain exit" }),
        this.place,
        button("hand", t("child.too_much"), () => this.stopEverything(), { class: "plain too-much" }),
      ),
      this.stage,
      h("div", { class: "below" }, this.story, this.finish),
    );
    this.look = new Look(this.stage, (camera, moving) => this.#draw(camera, moving));
  }

  /** Asks for the feeling while the picture loads. */
  begin() {
    if (!this.first) {
      this.element.append(this.#page("child.empty", [button("exit", this.t("child.exit"), () => this.exit())]));
      return;
    }
    this.#enter(this.first, null);
    if (this.preview) return this.#startMotion();
    this.app.offline.keep(this.experience);
    const page = h(
      "div",
      { class: "calm", role: "dialog", "aria-modal": "true", "aria-label": this.t("child.feel_before") },
      feelings(this.app, "child.feel_before", async (before) => {
        page.remove();
        this.#setInert(false);
        this.stage.focus({ preventScroll: true });
        this.#startMotion();
        const { key, step } = await this.app.visits.begin(this.experience.id, before);
        this.visit = key;
        if (this.released) return this.#record();
        this.step = step;
        for (const sound of this.sounds.values()) sound.step = step;
      }),
      button("exit", this.t("child.exit"), () => this.exit(), { class: "plain exit" }),
    );
    this.#setInert(true);
    this.element.append(page);
    page.querySelector("h2")?.focus();
  }

  async #startMotion() {
    if (this.app.preferences.swipeOnly) return;
    if (await allowMotion() && !this.released) this.look.followDevice();
  }

  /** Goes to a panorama at once, without animation (F13). @param {Panorama} panorama @param {string | null} from */
  #enter(panorama, from) {
    this.#silence();
    for (const sound of this.sounds.values()) sound.release();
    this.sounds.clear();
    this.panorama = panorama;
    this.look.set(arrivalView(panorama, from, this.visited));
    this.visited.add(panorama.id);
    this.place.textContent = panorama.name;
    this.layer.show(panorama.triggers, this.t);
    for (const trigger of panorama.triggers) {
      if (trigger.kind === "sound") this.sounds.set(trigger.id, this.#sound(trigger));
      this.layer.mark(trigger.id, { played: this.played.has(trigger.id) });
    }
    this.#showStory();
    const isFinal = this.experience.final === panorama.id;
    this.finish.hidden = !(isFinal && unplayed(panorama, new Set()).length === 0);
    this.#load();
  }

  /** @param {Trigger} trigger */
  #sound(trigger) {
    const changed = (/** @type {Sound} */ sound) => {
      this.layer.mark(trigger.id, { playing: sound.playing });
      if (sound.failed) this.layer.fail(trigger.id, this.t("child.no_sound"));
    };
    return new Sound(trigger, this.step, changed, () => this.#markPlayed(trigger));
  }

  async #load() {
    const { panorama, renderer } = this;
    if (!panorama) return;
    this.loading?.abort();
    const loading = this.loading = new AbortController();
    renderer.clear();
    this.message.textContent = this.t("child.wait");
    this.look.refresh();
    try {
      const bitmap = await loadPanorama(panorama.image, renderer.widest, loading.signal);
      if (!loading.signal.aborted) renderer.setImage(bitmap);
      bitmap.close();
      if (loading.signal.aborted) return;
      this.message.textContent = "";
      this.stage.dataset.shown = panorama.id;
    } catch {
      if (loading.signal.aborted) return;
      this.message.textContent = this.t("child.no_picture");
    }
    this.look.refresh();
  }

  /** @param {import("../modules/sphere.js").Camera} camera @param {boolean} moving */
  #draw(camera, moving) {
    this.renderer.draw(camera, moving);
    this.layer.place(camera, this.renderer.project);
  }

  /** @param {Trigger} trigger */
  press(trigger) {
    if (trigger.kind === "sound") this.#toggle(trigger);
    if (trigger.kind === "video") this.#play(trigger);
    if (trigger.kind === "door") this.#open(trigger);
  }

  /** @param {Trigger} trigger */
  #toggle(trigger) {
    const sound = this.sounds.get(trigger.id);
    if (!sound) return;
    if (sound.playing) return sound.pause();
    // One sound at a time is calmer.
    for (const other of this.sounds.values()) if (other.playing) other.pause();
    this.reader.stop();
    sound.play();
  }

  /** @param {Trigger} trigger */
  #play(trigger) {
    this.#silence();
    this.look.freeze(true);
    this.#setInert(true);
    this.video = playVideo(this.app, this.element, trigger, this.step, (ended) => {
      this.video = null;
      this.#setInert(false);
      this.look.freeze(false);
      this.layer.focus(trigger.id);
      if (ended) this.#markPlayed(trigger);
    });
  }

  /** @param {Trigger} trigger */
  async #open(trigger) {
    const next = findPanorama(this.experience, trigger.to);
    const { panorama } = this;
    if (!panorama) return;
    if (!next) return this.layer.fail(trigger.id, this.t("child.door_closed"));
    if (unplayed(panorama, this.played).length > 0) {
      this.#silence();
      this.look.freeze(true);
      const answer = await ask(
        this.t("child.finish_first"),
        [
          { value: "stay", label: this.t("child.yes"), symbol: "yes", kind: "main" },
          { value: "go", label: this.t("child.no"), symbol: "next" },
          { value: "stay", label: this.t("child.back"), symbol: "back" },
        ].slice(0, 2),
      );
      this.look.freeze(false);
      if (this.released || answer === "stay") return;
    }
    this.#enter(next, panorama.id);
    this.stage.focus({ preventScroll: true });
  }

  /** @param {Trigger} trigger */
  #markPlayed(trigger) {
    this.played.add(trigger.id);
    this.layer.mark(trigger.id, { played: true, playing: false });
    if (this.panorama && isComplete(this.experience, this.panorama.id, this.played)) this.#congratulate();
  }

  #congratulate() {
    this.#silence();
    this.look.freeze(true);
    this.finished = true;
    const home = () => this.exit();
    const rate = (/** @type {number | null} */ after) => {
      if (this.visit && after !== null) this.#record(after);
      rating.replaceWith(h("p", { class: "strong" }, this.t("child.thanks")));
      this.rated = true;
    };
    const rating = this.preview ? h("div") : feelings(this.app, "child.feel_now", rate);
    const page = this.#page("child.congratulation", [
      rating,
      button("home", this.t("child.done"), home, { class: "main" }),
    ], "heart");
    this.element.append(page);
    page.querySelector("h2")?.focus();
  }

  /** Stops all sound and motion at once and shows a calm page. */
  stopEverything() {
    this.tooMuch += 1;
    this.#silence();
    this.look.freeze(true);
    const page = this.#page("child.calm", [
      h("p", {}, this.t("child.breathe")),
      h(
        "div",
        { class: "row" },
        button("play", this.t("child.continue"), () => {
          page.remove();
          this.#setInert(false);
          this.look.freeze(false);
          this.stage.focus({ preventScroll: true });
        }),
        button("exit", this.t("child.exit"), () => this.exit()),
      ),
    ]);
    page.classList.add("quiet-page");
    this.element.append(page);
    page.querySelector("h2")?.focus();
  }

  /** Leaves immediately (F9). The home screen asks for the feeling. */
  exit() {
    const { app } = this;
    if (this.preview && app.preview) {
      app.preview = null;
      history.back();
      return;
    }
    if (this.visit) {
      if (!this.rated && !this.finished) {
        app.unrated = { id: this.visit, title: this.experience.title, tooMuch: this.tooMuch };
      }
    }
    app.go("/");
  }

  /** @param {number | null} [after] */
  #record(after = null) {
    this.recorded = true;
    this.app.visits.end(this.visit, { after, finished: this.finished, tooMuch: this.tooMuch });
  }

  #silence() {
    this.video?.close();
    for (const sound of this.sounds.values()) if (sound.playing) sound.pause();
    if (this.reader.reading) this.reader.stop();
    this.look.halt();
  }

  #showStory() {
    const { panorama } = this;
    if (!panorama || !this.story) return;
    this.story.hidden = !panorama.story;
    if (!panorama.story) return;
    const { reading } = this.reader;
    this.story.replaceChildren(
      h("p", {}, panorama.story),
      this.reader.canRead(panorama)
        ? button(reading ? "pause" : "book", this.t(reading ? "child.stop_reading" : "child.read"), () => {
          if (this.reader.reading) return this.reader.stop();
          for (const sound of this.sounds.values()) if (sound.playing) sound.pause();
          this.reader.read(panorama, this.experience.language);
        })
        : h("span"),
    );
  }

  /** @param {string} key @param {any[]} children @param {string} [symbol] */
  #page(key, children, symbol) {
    this.#setInert(true);
    return h(
      "div",
      { class: "calm", role: "dialog", "aria-modal": "true", "aria-label": this.t(key) },
      symbol && h("div", { class: "big-symbol" }, icon(symbol)),
      h("h2", { tabindex: "-1" }, this.t(key)),
      ...children,
    );
  }

  /** Only the page on top can be reached. @param {boolean} inert */
  #setInert(inert) {
    for (const name of [".overlay", ".stage", ".below"]) {
      const part = /** @type {HTMLElement | null} */ (this.element.querySelector(name));
      if (part) part.inert = inert;
    }
  }

  release() {
    this.released = true;
    this.#silence();
    this.loading?.abort();
    for (const sound of this.sounds.values()) sound.release();
    this.sounds.clear();
    this.look.release();
    this.renderer?.release();
    if (this.visit && !this.recorded) this.#record();
    document.querySelectorAll("dialog.ask").forEach((dialog) => dialog.remove());
  }
}
