/**
 * The triggers of a panorama: buttons placed at their direction in the picture.
 * @module
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { namesAbove } from "./labels.js";
import { pixelsAcross } from "./sphere.js";

/** @typedef {import("./experience.js").Trigger} Trigger */
/** @typedef {import("./sphere.js").Camera} Camera */

/** Minimum and maximum symbol size in pixels: large enough for fingers, small enough to keep the place visible. */
const SMALLEST = 56;
const LARGEST = 220;

const NAMES = { sound: "view.sound", video: "view.video", door: "view.door" };

/** Size of a symbol in pixels. @param {{size: number}} trigger @param {Camera} camera */
function symbolSize({ size }, camera) {
  return Math.round(Math.max(SMALLEST, Math.min(LARGEST, pixelsAcross(size, camera))));
}

export class TriggerLayer {
  /** @param {(trigger: Trigger, event: Event) => void} pressed @param {(trigger: Trigger) => void} focused */
  constructor(pressed, focused) {
    this.pressed = pressed;
    this.focused = focused;
    this.element = h("div", { class: "triggers" });
    /** @type {{trigger: Trigger, button: HTMLElement}[]} */
    this.items = [];
    /** The screen for which the sides of the names were chosen. */
    this.arranged = "";
  }

  /** @param {readonly Trigger[]} triggers @param {(key: string, values?: Record<string, string>) => string} t */
  show(triggers, t) {
    const before = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.trigger;
    // Keyboard and switch order: around the room from left to right.
    this.items = [...triggers].sort((a, b) => a.yaw - b.yaw).map((trigger) => {
      const name = trigger.name || t(NAMES[trigger.kind]);
      const button = h(
        "button",
        {
          type: "button",
          class: `trigger ${trigger.kind}`,
          "data-trigger": trigger.id,
          "aria-label": `${t(NAMES[trigger.kind])}: ${name}`,
          "aria-pressed": trigger.kind === "sound" ? "false" : null,
          onclick: (/** @type {Event} */ event) => this.pressed(trigger, event),
          onfocus: () => {
            if (button.matches(":focus-visible")) this.focused(trigger);
          },
        },
        h("span", { class: "disc" }, icon(trigger.kind)),
        h("span", { class: "name" }, name),
      );
      return { trigger, button };
    });
    this.arranged = "";
    this.element.replaceChildren(...this.items.map(({ button }) => button));
    if (before) this.focus(before);
  }

  /** Positions every button. @param {Camera} camera @param {typeof import("./sphere.js").project} project */
  place(camera, project) {
    this.#arrange(camera);
    for (const { trigger, button } of this.items) {
      const point = project(trigger, camera);
      const size = symbolSize(trigger, camera);
      const near = point.visible && point.x > -size && point.y > -size && point.x < camera.width + size &&
        point.y < camera.height + size;
      button.style.setProperty("--size", `${size}px`);
      // Outside of the screen, it stays in the keyboard order; focusing it turns the view to it.
      button.style.transform = near
        ? `translate(${(point.x - size / 2).toFixed(1)}px, ${(point.y - size / 2).toFixed(1)}px)`
        : "translate(-9999px, 0)";
      button.dataset.near = String(near);
    }
  }

  /** Puts names above their symbols where they would cover a neighbor. @param {Camera} camera */
  #arrange(camera) {
    const screen = [camera.width, camera.height, camera.fov].join();
    if (screen === this.arranged) return;
    const names = this.items.map(({ button }) => /** @type {HTMLElement} */ (button.querySelector(".name")));
    // Sizes are zero until the screen is shown.
    if (names.some((name) => name.offsetWidth === 0)) return;
    this.arranged = screen;
    const labeled = this.items.map(({ trigger: { yaw, pitch, size } }, index) => ({
      yaw,
      pitch,
      size: symbolSize({ size }, camera),
      width: names[index].offsetWidth,
      height: names[index].offsetHeight,
    }));
    const sides = namesAbove(labeled, pixelsAcross(1, camera));
    this.items.forEach(({ button }, index) => button.classList.toggle("above", sides[index]));
  }

  /** @param {string} id @param {{playing?: boolean, played?: boolean}} state */
  mark(id, { playing, played }) {
    const item = this.#item(id);
    if (!item) return;
    if (playing !== undefined && item.trigger.kind === "sound") {
      item.button.setAttribute("aria-pressed", String(playing));
      item.button.querySelector(".disc")?.replaceChildren(icon(playing ? "playing" : "sound"));
    }
    if (played !== undefined) item.button.dataset.played = String(played);
  }

  /** Shows an error at the button. @param {string} id @param {string} text */
  fail(id, text) {
    const name = this.#item(id)?.button.querySelector(".name");
    if (name) name.textContent = text;
  }

  /** @param {string} id */
  focus(id) {
    this.#item(id)?.button.focus({ preventScroll: true });
  }

  /** @param {string} id */
  #item(id) {
    return this.items.find(({ trigger }) => trigger.id === id);
  }
}
