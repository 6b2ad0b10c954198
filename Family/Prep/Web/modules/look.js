/**
 * Moves the camera by pointer, keyboard and device motion only.
 * @module
 */
import { deviceDirection, Follower, Inertia, KEY_SPEED, keyDirection, Turn } from "./motion.js";
import { dragged, fieldOfView, limitPitch, wrapYaw } from "./sphere.js";
import { wantsLessMotion } from "./dom.js";

/** @typedef {import("./sphere.js").Camera} Camera */

/** Pixels of movement that turn a press into a swipe. */
const SLIP = 8;
/** Duration of the turn to a focused trigger in milliseconds. */
const TURN = 350;

export class Look {
  /**
   * @param {HTMLElement} surface @param {(camera: Camera, moving: boolean) => void} changed called once for each frame; moving is false in the last
   */
  constructor(surface, changed) {
    this.surface = surface;
    this.changed = changed;
    /** @type {Camera} */
    this.camera = { yaw: 0, pitch: 0, fov: 75, width: 1, height: 1 };
    this.inertia = new Inertia();
    /** @type {Set<string>} */
    this.keys = new Set();
    /** @type {{turn: Turn, start: number} | null} */
    this.turning = null;
    /** @type {{id: number, x: number, y: number, swiping: boolean} | null} */
    this.pointer = null;
    /** @type {Follower | null} */
    this.follower = null;
    this.frame = 0;
    this.frameAt = 0;
    this.swiped = false;
    this.still = false;
    this.stop = new AbortController();
    this.#listen();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(surface);
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.surface;
    if (!width || !height) return;
    this.camera = { ...this.camera, width, height, fov: fieldOfView(width, height) };
    this.refresh();
  }

  /** Turns to a direction at once. @param {{yaw: number, pitch: number}} view */
  set(view) {
    this.halt();
    this.camera = { ...this.camera, yaw: wrapYaw(view.yaw), pitch: limitPitch(view.pitch) };
    this.follower?.restart(this.camera);
    this.refresh();
  }

  /** Turns to a direction smoothly, or at once if the user prefers reduced motion. @param {{yaw: number, pitch: number}} view */
  turnTo(view) {
    if (wantsLessMotion()) return this.set(view);
    this.inertia.stop();
    this.turning = { turn: new Turn(this.camera, view, TURN), start: performance.now() };
    this.refresh();
  }

  /** Stops all motion immediately. */
  halt() {
    this.inertia.stop();
    this.turning = null;
    this.keys.clear();
  }

  /** Holds the view still, or lets it move again. @param {boolean} still */
  freeze(still) {
    this.halt();
    this.still = still;
    this.follower?.restart(this.camera);
  }

  /** Draws the next frame, even if nothing moved. */
  refresh() {
    if (this.frame || this.stop.signal.aborted) return;
    this.frameAt = performance.now();
    this.frame = requestAnimationFrame((time) => this.#step(time));
  }

  /** Starts to follow device motion. */
  followDevice() {
    this.follower = new Follower(this.camera);
    addEventListener("deviceorientation", (event) => this.#device(event), { signal: this.stop.signal });
  }

  release() {
    this.stop.abort();
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
  }

  #listen() {
    const options = { signal: this.stop.signal };
    const { surface } = this;
    surface.addEventListener("pointerdown", (event) => this.#down(event), options);
    surface.addEventListener("pointermove", (event) => this.#move(event), options);
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      surface.addEventListener(name, (event) => this.#up(event), options);
    }
    // A swipe that starts on a trigger does not press it.
    surface.addEventListener("click", (event) => {
      if (!this.swiped || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    }, { ...options, capture: true });
    // Focusing a trigger outside the screen must not scroll the page.
    surface.addEventListener("scroll", () => surface.scrollTo(0, 0), options);
    addEventListener("keydown", (event) => this.#key(event, true), options);
    addEventListener("keyup", (event) => this.#key(event, false), options);
    addEventListener("blur", () => this.keys.clear(), options);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.halt();
    this.swiped = false;
    if (this.still || this.pointer || event.button > 0) return;
    this.pointer = { id: event.pointerId, x: event.clientX, y: event.clientY, swiping: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { pointer } = this;
    if (!pointer || pointer.id !== event.pointerId) return;
    const dx = event.clientX - pointer.x;
    const dy = event.clientY - pointer.y;
    if (!pointer.swiping && Math.hypot(dx, dy) < SLIP) return;
    if (!pointer.swiping) {
      pointer.swiping = true;
      this.swiped = true;
      this.surface.setPointerCapture(event.pointerId);
    }
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    this.camera = dragged(this.camera, dx, dy);
    this.inertia.follow(this.camera, event.timeStamp);
    this.refresh();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (this.pointer?.id !== event.pointerId) return;
    const { swiping } = this.pointer;
    this.pointer = null;
    this.follower?.restart(this.camera);
    if (!swiping || wantsLessMotion() || this.follower || event.type === "pointercancel") this.inertia.stop();
    else this.inertia.release(event.timeStamp);
    this.refresh();
  }

  /** @param {KeyboardEvent} event @param {boolean} down */
  #key(event, down) {
    if (!event.key.startsWith("Arrow")) return;
    if (!down) return this.keys.delete(event.key);
    const target = event.target instanceof Element ? event.target : null;
    if (this.still || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target?.closest("input, textarea, select, dialog, [data-arrows]")) return;
    event.preventDefault();
    this.inertia.stop();
    this.turning = null;
    this.keys.add(event.key);
    this.refresh();
  }

  /** @param {DeviceOrientationEvent} event */
  #device({ alpha, beta, gamma }) {
    if (!this.follower || this.still || this.pointer || alpha === null || beta === null || gamma === null) return;
    const view = this.follower.follow(deviceDirection({ alpha, beta, gamma }, screen.orientation?.angle ?? 0));
    this.camera = { ...this.camera, ...view };
    this.refresh();
  }

  /** @param {number} time */
  #step(time) {
    this.frame = 0;
    const seconds = Math.min(0.1, Math.max(0, (time - this.frameAt) / 1000));
    const keys = keyDirection(this.keys);
    let { yaw, pitch } = this.camera;
    if (this.turning) {
      const view = this.turning.turn.at(performance.now() - this.turning.start);
      ({ yaw, pitch } = view);
      if (view.done) this.turning = null;
    }
    const glide = this.inertia.step(seconds);
    yaw += glide.yaw + keys.yaw * KEY_SPEED * seconds;
    pitch += glide.pitch + keys.pitch * KEY_SPEED * seconds;
    this.camera = { ...this.camera, yaw: wrapYaw(yaw), pitch: limitPitch(pitch) };
    if (keys.yaw || keys.pitch) this.follower?.restart(this.camera);
    const gliding = this.turning !== null || this.inertia.moving || keys.yaw !== 0 || keys.pitch !== 0;
    this.changed(this.camera, gliding || this.pointer?.swiping === true);
    if (gliding) {
      this.frameAt = time;
      this.frame = requestAnimationFrame((next) => this.#step(next));
    }
  }
}

/** Asks for motion sensors where the browser requires it; call it from a press. @returns {Promise<boolean>} */
export async function allowMotion() {
  const sensors = /** @type {any} */ (globalThis.DeviceOrientationEvent);
  if (!sensors) return false;
  if (typeof sensors.requestPermission !== "function") return true;
  return await sensors.requestPermission().catch(() => "denied") === "granted";
}
