/**
 * The editor inside a panorama: adding, moving, resizing and deleting icons (F23 to F28).
 * @module
 */
import { ask, button, h } from "../modules/dom.js";
import { changeTrigger, cut, findPanorama, NAME_LONGEST, STORY_LONGEST, tidied } from "../modules/experience.js";
import { allowMotion, Look } from "../modules/look.js";
import { createRenderer, loadPanorama } from "../modules/panorama.js";
import { TriggerLayer } from "../modules/triggers.js";
import { previewMedia, soundOrVideo } from "./media.js";

/** @typedef {import("./edit.js").Editor} Editor */
/** @typedef {import("../modules/experience.js").Panorama} Panorama */
/** @typedef {import("../modules/experience.js").Trigger} Trigger */

/** Degrees per arrow key press and size of a new icon in degrees. */
const NUDGE = 1;
const NEW_SIZE = 10;
/** Pixels of movement that turn a press into a drag. */
const SLIP = 6;

/** @param {Editor} editor @param {string} id */
export function editPanorama(editor, id) {
  return new PanoramaEditor(editor, id);
}

export class PanoramaEditor {
  /** @param {Editor} editor @param {string} id */
  constructor(editor, id) {
    const { t } = editor;
    this.editor = editor;
    this.id = id;
    this.t = t;
    this.before = editor.experience;
    /** @type {string | null} */
    this.chosen = null;
    this.stop = new AbortController();
    this.renderer = createRenderer(() => this.#load());
    this.layer = new TriggerLayer((trigger) => this.choose(trigger.id), (trigger) => this.look.turnTo(trigger));
    this.message = h("p", { class: "loading", role: "status" });
    this.stage = h(
      "div",
      { class: "stage", tabindex: "0", role: "application", "aria-label": t("view.stage") },
      this.renderer.canvas,
      this.layer.element,
      this.message,
    );
    this.undo = button("undo", t("undo"), () => this.#step("undo"));
    this.redo = button("redo", t("redo"), () => this.#step("redo"));
    this.panel = h("div", { class: "panel" });
    this.element = h(
      "main",
      { class: "viewer editor" },
      h(
        "div",
        { class: "overlay" },
        button("exit", t("child.exit"), () => this.exit()),
        h("div", { class: "row" }, this.undo, this.redo),
      ),
      this.stage,
      this.panel,
    );
    this.#listen();
    this.look = new Look(this.stage, (camera) => {
      this.renderer.draw(camera);
      this.layer.place(camera, this.renderer.project);
    });
    this.look.set(this.panorama.start);
    this.#motion();
    this.#load();
    this.render();
  }

  /** @returns {Panorama} */
  get panorama() {
    const panorama = findPanorama(this.editor.experience, this.id);
    if (!panorama) throw new Error(`the panorama ${this.id} is gone`);
    return panorama;
  }

  get trigger() {
    return this.panorama.triggers.find((trigger) => trigger.id === this.chosen) ?? null;
  }

  async #motion() {
    if (this.editor.app.preferences.swipeOnly) return;
    if (await allowMotion() && !this.stop.signal.aborted) this.look.followDevice();
  }

  async #load() {
    const { renderer, stop } = this;
    this.message.textContent = this.t("child.wait");
    try {
      const bitmap = await loadPanorama(this.panorama.image, renderer.widest, stop.signal);
      if (!stop.signal.aborted) renderer.setImage(bitmap);
      bitmap.close();
      this.message.textContent = "";
      this.stage.dataset.shown = this.id;
    } catch {
      this.message.textContent = this.t("child.no_picture");
    }
    this.look.refresh();
  }

  /** @param {(panorama: Panorama) => Panorama} change @param {string} [label] */
  change(change, label) {
    this.editor.changePanorama(this.id, change, label);
    this.#showUndo();
  }

  /** @param {Trigger} trigger @param {Partial<Trigger>} change @param {string} [label] */
  changeTrigger(trigger, change, label) {
    this.change((panorama) => changeTrigger(panorama, trigger.id, change), label);
    const item = this.layer.items.find((one) => one.trigger.id === trigger.id);
    const changed = this.panorama.triggers.find((one) => one.id === trigger.id);
    if (item && changed) item.trigger = changed;
    this.look.refresh();
  }

  render() {
    this.layer.show(this.panorama.triggers, this.t);
    for (const { trigger, button } of this.layer.items) {
      button.classList.toggle("chosen", trigger.id === this.chosen);
      button.dataset.arrows = "";
    }
    this.#showUndo();
    const { trigger } = this;
    this.panel.replaceChildren(...(trigger ? this.#triggerPanel(trigger) : this.#placePanel()));
    this.look.resize();
    this.look.refresh();
  }

  /** @param {string | null} id */
  choose(id) {
    this.chosen = id;
    this.render();
  }

  #showUndo() {
    // Earlier undo steps belong to the start page.
    this.undo.disabled = this.editor.experience === this.before || !this.editor.history.canUndo;
    this.redo.disabled = !this.editor.history.canRedo;
  }

  /** @param {"undo" | "redo"} direction */
  #step(direction) {
    this.editor.history[direction]();
    this.editor.draft.save(this.editor.experience);
    if (!this.trigger) this.chosen = null;
    this.render();
  }

  #placePanel() {
    const { t, panorama } = this;
    return [
      h(
        "div",
        { class: "row" },
        button("sound", t("panorama.sound"), () => this.#addMedia("sound"), { class: "main" }),
        button("video", t("panorama.video"), () => this.#addMedia("video"), { class: "main" }),
        button("door", t("panorama.door"), () => this.#addDoor(), { class: "main" }),
        button("flag", t("panorama.set_start"), () => {
          const { yaw, pitch } = this.look.camera;
          const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
          this.change((now) => ({ ...now, start: { yaw: round(yaw), pitch: round(pitch) } }));
        }),
      ),
      h("p", { class: "quiet" }, t("panorama.hint")),
      h(
        "div",
        { class: "two" },
        this.#text("name", t("panorama.name"), panorama.name, NAME_LONGEST, (name) => {
          this.change((now) => ({ ...now, name }), "name");
        }),
        this.#text("story", t("panorama.story"), panorama.story, STORY_LONGEST, (story) => {
          // The recording no longer matches the story.
          this.change((now) => ({ ...now, story, narration: undefined }), "story");
        }),
      ),
    ];
  }

  /** @param {Trigger} trigger */
  #triggerPanel(trigger) {
    const { t } = this;
    const resize = (/** @type {number} */ factor) => {
      const now = this.trigger ?? trigger;
      this.changeTrigger(now, { size: now.size * factor }, `size ${trigger.id}`);
    };
    return [
      h(
        "div",
        { class: "row" },
        button("yes", t("done"), () => this.choose(null), { class: "main" }),
        button("larger", t("larger"), () => resize(1.2)),
        button("smaller", t("smaller"), () => resize(1 / 1.2)),
        trigger.kind !== "door" && button("play", t("preview"), () => previewMedia(this.editor.app, trigger)),
        button("delete", t("delete"), () => this.#remove(trigger), { class: "alarm" }),
      ),
      h(
        "div",
        { class: "two" },
        this.#text("trigger-name", t("panorama.trigger_name"), trigger.name, NAME_LONGEST, (name) => {
          this.changeTrigger(trigger, { name }, `name ${trigger.id}`);
          const shown = this.layer.element.querySelector(`[data-trigger="${trigger.id}"] .name`);
          if (shown) shown.textContent = name || t(`view.${trigger.kind}`);
        }),
        trigger.kind === "door" ? this.#destination(trigger) : this.#intensity(trigger),
      ),
    ];
  }

  /** @param {string} id @param {string} label @param {string} value @param {number} longest @param {(value: string) => void} changed */
  #text(id, label, value, longest, changed) {
    const input = h("input", {
      id,
      value,
      autocomplete: "off",
      oninput: () => {
        const short = cut(input.value, longest);
        if (short !== input.value) input.value = short;
        changed(short);
      },
    });
    return h("div", { class: "field" }, h("label", { for: id }, label), input);
  }

  /** @param {Trigger} trigger */
  #destination(trigger) {
    const places = this.editor.experience.panoramas.filter((panorama) => panorama.id !== this.id);
    const select = h(
      "select",
      { id: "destination", onchange: () => this.changeTrigger(trigger, { to: select.value }) },
      places.map((panorama) =>
        h("option", { value: panorama.id, selected: panorama.id === trigger.to }, panorama.name)
      ),
    );
    return h(
      "div",
      { class: "field" },
      h("label", { for: "destination" }, this.t("panorama.door_question")),
      select,
    );
  }

  /** @param {Trigger} trigger */
  #intensity(trigger) {
    const { t } = this;
    const now = () => (this.trigger ?? trigger).intensity ?? { volume: 0.3, seconds: null, steps: 4 };
    const set = (/** @type {Partial<import("../modules/experience.js").Intensity>} */ change) =>
      this.changeTrigger(trigger, { intensity: { ...now(), ...change } }, `intensity ${trigger.id}`);
    const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {any} */ input) =>
      h("div", { class: "field" }, h("label", { for: id }, label), input);
    const on = h("input", {
      type: "checkbox",
      checked: Boolean(trigger.intensity),
      "aria-describedby": "intensity-hint",
      onchange: () => {
        this.changeTrigger(trigger, { intensity: on.checked ? now() : undefined });
        this.render();
      },
    });
    const volume = h("input", {
      id: "volume",
      type: "range",
      min: "0.1",
      max: "1",
      step: "0.1",
      value: String(now().volume),
      "data-arrows": true,
      oninput: () => set({ volume: Number(volume.value) }),
    });
    const seconds = h("input", {
      id: "seconds",
      type: "number",
      min: "1",
      max: "600",
      value: now().seconds ?? "",
      oninput: () => set({ seconds: Number(seconds.value) > 0 ? Math.min(600, Number(seconds.value)) : null }),
    });
    const steps = h("input", {
      id: "steps",
      type: "number",
      min: "1",
      max: "10",
      value: String(now().steps),
      oninput: () => set({ steps: Math.max(1, Math.min(10, Math.round(Number(steps.value)) || 1)) }),
    });
    return h(
      "div",
      { class: "field" },
      h("label", { class: "check" }, on, t("panorama.intensity")),
      h("p", { class: "quiet", id: "intensity-hint" }, t("panorama.intensity_hint")),
      trigger.intensity && [
        field("volume", t("panorama.volume"), volume),
        field("seconds", t("panorama.seconds"), seconds),
        field("steps", t("panorama.steps"), steps),
      ],
    );
  }

  /** @param {"sound" | "video"} kind */
  async #addMedia(kind) {
    const media = await soundOrVideo(this.editor.app, kind);
    if (media && !this.stop.signal.aborted) this.#add({ kind, media: media.id, name: this.t(`panorama.new_${kind}`) });
  }

  async #addDoor() {
    const { t } = this;
    const places = this.editor.experience.panoramas.filter((panorama) => panorama.id !== this.id);
    if (places.length === 0) {
      await ask(t("error.door_needs_panorama"), [{ value: "back", label: t("back"), symbol: "back" }]);
      return;
    }
    const answer = await ask(t("panorama.door_question"), [
      ...places.map((panorama) => ({ value: panorama.id, label: panorama.name, symbol: "door" })),
      { value: "", label: t("cancel"), symbol: "no" },
    ]);
    const place = places.find((panorama) => panorama.id === answer);
    if (place) this.#add({ kind: "door", to: place.id, name: t("panorama.new_door", { name: place.name }) });
  }

  /** Adds an icon in the middle of the view. @param {Pick<Trigger, "kind" | "name"> & Partial<Trigger>} what */
  #add(what) {
    const { yaw, pitch } = this.look.camera;
    const trigger = tidied({ id: crypto.randomUUID(), yaw, pitch, size: NEW_SIZE, ...what });
    this.change((panorama) => ({ ...panorama, triggers: [...panorama.triggers, trigger] }));
    this.choose(trigger.id);
  }

  /** @param {Trigger} trigger */
  #remove(trigger) {
    this.change((panorama) => ({
      ...panorama,
      triggers: panorama.triggers.filter((one) => one.id !== trigger.id),
    }));
    this.choose(null);
    this.stage.focus();
  }

  /** Handle dragging and moving icons before the view moves. */
  #listen() {
    const options = { signal: this.stop.signal, capture: true };
    /** @type {{id: string, pointer: number, x: number, y: number, dx: number, dy: number, moved: boolean} | null} */
    let drag = null;
    const { element } = this.layer;
    const of = (/** @type {Event} */ event) => {
      const button = event.target instanceof Element
        ? /** @type {HTMLElement | null} */ (event.target.closest(".trigger"))
        : null;
      return this.panorama.triggers.find((trigger) => trigger.id === button?.dataset.trigger) ?? null;
    };
    element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      const trigger = of(event);
      if (!trigger || event.button > 0) return;
      event.stopPropagation();
      this.look.halt();
      this.look.swiped = false;
      const stage = this.stage.getBoundingClientRect();
      const center = this.renderer.project(trigger, this.look.camera);
      drag = {
        id: trigger.id,
        pointer: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        dx: event.clientX - stage.left - center.x,
        dy: event.clientY - stage.top - center.y,
        moved: false,
      };
    }, options);
    element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (!drag || drag.pointer !== event.pointerId) return;
      event.stopPropagation();
      if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLIP) return;
      if (!drag.moved) element.setPointerCapture(event.pointerId);
      drag.moved = true;
      const trigger = this.panorama.triggers.find((one) => one.id === drag?.id);
      const stage = this.stage.getBoundingClientRect();
      const x = event.clientX - stage.left - drag.dx;
      const y = event.clientY - stage.top - drag.dy;
      const place = this.renderer.unproject(x, y, this.look.camera);
      if (trigger) this.changeTrigger(trigger, place, `move ${trigger.id}`);
    }, options);
    for (const name of ["pointerup", "pointercancel"]) {
      element.addEventListener(name, (/** @type {PointerEvent} */ event) => {
        if (drag?.pointer !== event.pointerId) return;
        event.stopPropagation();
        const { id, moved } = drag;
        drag = null;
        this.editor.history.seal();
        if (moved) this.choose(id);
      }, options);
    }
    element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const trigger = of(event);
      if (!trigger) return;
      const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      const move = moves[/** @type {keyof typeof moves} */ (event.key)];
      const grow = { "+": 1.2, "-": 1 / 1.2 }[event.key];
      if (move) {
        const place = { yaw: trigger.yaw + move[0] * NUDGE, pitch: trigger.pitch + move[1] * NUDGE };
        this.changeTrigger(trigger, place, `move ${trigger.id}`);
      } else if (grow) this.changeTrigger(trigger, { size: trigger.size * grow }, `size ${trigger.id}`);
      else if (event.key === "Delete") this.#remove(trigger);
      else return;
      event.preventDefault();
    }, options);
  }

  /** Asks whether to keep the changes (F28). */
  async exit() {
    const { t, editor } = this;
    if (editor.experience !== this.before) {
      const answer = await ask(t("panorama.exit_question"), [
        { value: "keep", label: t("keep_changes"), symbol: "yes", kind: "main" },
        { value: "discard", label: t("discard_changes"), symbol: "delete" },
      ]);
      if (answer === "discard") editor.change(this.before);
    }
    editor.closePanorama();
  }

  release() {
    this.stop.abort();
    this.look.release();
    this.renderer.release();
  }
}
