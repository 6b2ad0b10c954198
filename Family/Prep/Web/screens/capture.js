/**
 * Guided capture: after one press, every alignment of the ring with a dot takes a picture, until the sphere is full (F20).
 * @module
 */
import { api } from "../modules/api.js";
import { announce, button, h } from "../modules/dom.js";
import { capturePlan, FEWEST_PHOTOS, nearestTarget, paintPhoto, Shutter, turnTo } from "../modules/capture-plan.js";
import { icon } from "../modules/icons.js";
import { allowMotion } from "../modules/look.js";
import { deviceDirection } from "../modules/motion.js";
import { createRenderer } from "../modules/panorama.js";
import { PhotoQueue } from "../modules/photo-queue.js";
import { fieldOfView, pixelsAcross, wrapYaw } from "../modules/sphere.js";
import { makePanorama } from "./made-panorama.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("./made-panorama.js").Made} Made */
/** @typedef {import("../modules/capture-plan.js").Target} Target */

/** Assumed field of view of the long side in degrees: browsers do not report it; this is typical for phones. */
const LONG_SIDE = 65;
/** Longest side of an uploaded picture and of its copy on the sphere, in pixels. */
const LARGEST = 1600;
const SMALL = 160;
/** Milliseconds to wait for the first reading of the motion sensors. */
const SENSOR_WAIT = 1500;

/** @param {App} app @param {(made: Made | null) => void} finish @returns {{element: HTMLElement, release: () => void}} */
export function capture(app, finish) {
  return new Capture(app, finish);
}

class Capture {
  /** @param {App} app @param {(made: Made | null) => void} finish */
  constructor(app, finish) {
    const { t } = app;
    this.app = app;
    this.t = t;
    this.finish = finish;
    this.stop = new AbortController();
    /** @type {MediaStream | null} */
    this.stream = null;
    /** @type {Target[]} */
    this.targets = [];
    this.id = "";
    this.horizontal = LONG_SIDE;
    this.vertical = LONG_SIDE;
    this.camera = { yaw: 0, pitch: 0, fov: 75, width: 1, height: 1 };
    this.roll = 0;
    /** @type {number | null} */
    this.zero = null;
    this.byHand = false;
    /** True once the pictures are joined: no more are taken. */
    this.joined = false;
    this.frame = 0;
    this.queue = new PhotoQueue((number, photo, pose) => api.savePhoto(this.id, number, photo, pose));
    this.sphere = new ImageData(512, 256);
    this.painted = document.createElement("canvas");
    this.painted.width = this.sphere.width;
    this.painted.height = this.sphere.height;
    this.renderer = createRenderer(() => this.renderer.setImage(this.painted));
    this.video = h("video", { class: "finder", playsinline: true, hidden: true, "aria-hidden": "true" });
    this.video.muted = true;
    this.dots = h("div", { class: "triggers", "aria-hidden": "true" });
    this.ring = h("div", { class: "ring", hidden: true });
    this.stage = h("div", { class: "stage" }, this.renderer.canvas, this.video, this.dots, this.ring);
    this.error = h("p", { class: "error", role: "alert" });
    this.hint = h("p", { class: "strong", role: "status" });
    this.count = h("p", {});
    this.actions = h("div", { class: "row" });
    this.element = h(
      "main",
      { class: "viewer capture" },
      h(
        "div",
        { class: "overlay" },
        button("exit", t("child.exit"), () => this.#cancel()),
        h("h1", { class: "place" }, t("capture.title")),
      ),
      this.stage,
      h("div", { class: "panel" }, this.hint, this.count, this.error, this.actions),
    );
    this.hint.textContent = t("capture.intro");
    this.begin = button("camera", t("capture.start"), () => this.#start(), { class: "main" });
    this.take = button("camera", t("capture.take"), () => this.#takeByHand(), { class: "main", hidden: true });
    this.done = button("yes", t("capture.done"), () => this.#stitch(), { disabled: true, hidden: true });
    this.actions.append(this.begin, this.take, this.done);
    this.observer = new ResizeObserver(() => this.#resize());
    this.observer.observe(this.stage);
  }

  async #start() {
    this.begin.disabled = true;
    this.error.textContent = "";
    const motion = allowMotion();
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1440 } },
      });
      this.video.srcObject = this.stream;
      await this.video.play();
      this.id = (await api.startCapture()).id;
    } catch (error) {
      this.begin.disabled = false;
      const name = error instanceof DOMException ? error.name : "";
      this.error.textContent = name ? this.t("capture.camera_refused", { reason: name }) : this.app.explain(error);
      return;
    }
    if (this.stop.signal.aborted) return this.release();
    this.#plan();
    this.begin.hidden = true;
    this.done.hidden = this.video.hidden = this.ring.hidden = false;
    await this.#senseMotion(await motion);
    this.#show();
  }

  /** Derives the field of view from the picture's aspect ratio, and plans the pictures. */
  #plan() {
    const { videoWidth: width, videoHeight: height } = this.video;
    const long = Math.tan(LONG_SIDE / 2 * Math.PI / 180);
    const degrees = (/** @type {number} */ side) =>
      2 * Math.atan(long * side / Math.max(width, height)) * 180 / Math.PI;
    this.horizontal = degrees(width);
    this.vertical = degrees(height);
    this.targets = capturePlan(this.horizontal, this.vertical);
    this.shutter = new Shutter(this.targets);
  }

  /** @param {boolean} allowed */
  async #senseMotion(allowed) {
    const options = { signal: this.stop.signal };
    const first = new Promise((resolve) => {
      addEventListener("deviceorientation", (event) => {
        if (event.alpha === null || event.beta === null || event.gamma === null) return;
        resolve(true);
        this.#device(/** @type {{alpha: number, beta: number, gamma: number}} */ (event), event.timeStamp);
      }, options);
      setTimeout(resolve, allowed ? SENSOR_WAIT : 0, false);
    });
    this.byHand = !await first;
    this.take.hidden = !this.byHand;
    if (this.byHand) announce(this.t("capture.by_hand"));
  }

  /** @param {{alpha: number, beta: number, gamma: number}} angles @param {number} time */
  #device(angles, time) {
    if (this.byHand || this.joined) return;
    const { yaw, pitch, roll } = deviceDirection(angles, screen.orientation?.angle ?? 0);
    this.zero ??= yaw;
    this.camera = { ...this.camera, yaw: wrapYaw(yaw - this.zero), pitch: Math.max(-89, Math.min(89, pitch)) };
    this.roll = roll;
    this.#draw();
    const target = this.shutter?.see(this.camera, time);
    if (target) this.#shoot(target, this.camera, this.roll);
  }

  #takeByHand() {
    const target = this.targets.find((one) => !one.taken);
    if (!target) return;
    this.#shoot(target, target, 0);
    const next = this.targets.find((one) => !one.taken);
    if (next) this.camera = { ...this.camera, yaw: next.yaw, pitch: Math.max(-85, Math.min(85, next.pitch)) };
    this.#draw();
  }

  /** @param {Target} target @param {{yaw: number, pitch: number}} direction @param {number} roll */
  #shoot(target, direction, roll) {
    const { yaw, pitch } = direction;
    target.taken = true;
    const picture = this.#picture(LARGEST);
    picture.toBlob(
      (blob) => {
        if (!blob) {
          target.taken = false;
          return this.#show();
        }
        this.queue.add(target.number, blob, { yaw, pitch, roll, fieldOfView: this.horizontal });
      },
      "image/jpeg",
      0.9,
    );
    const small = this.#picture(SMALL);
    const pixels = small.getContext("2d", { willReadFrequently: true })?.getImageData(0, 0, small.width, small.height);
    if (pixels) paintPhoto(this.sphere, pixels, { yaw, pitch }, this.vertical);
    this.painted.getContext("2d")?.putImageData(this.sphere, 0, 0);
    this.renderer.setImage(this.painted);
    this.#show();
    if (this.targets.every((one) => one.taken)) this.#stitch();
  }

  /** @param {number} longest */
  #picture(longest) {
    const { videoWidth: width, videoHeight: height } = this.video;
    const scale = Math.min(1, longest / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(this.video, 0, 0, canvas.width, canvas.height);
    return canvas;
  }

  #show() {
    const { t } = this;
    const taken = this.targets.filter((target) => target.taken).length;
    this.count.textContent = t("capture.progress", { taken, total: this.targets.length });
    this.done.disabled = taken < FEWEST_PHOTOS;
    const next = this.targets.find((target) => !target.taken);
    const before = [...this.targets].reverse().find((target) => target.taken) ?? this.targets[0];
    if (!this.byHand || !next) this.hint.textContent = t("capture.align");
    else {
      const { side, degrees } = turnTo(before, next);
      this.hint.replaceChildren(icon(side), ` ${t(`capture.turn.${side}`, { degrees })}`);
    }
    this.#draw();
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.stage;
    this.camera = { ...this.camera, width, height, fov: fieldOfView(width, height) };
    this.#draw();
  }

  /** At most once per frame. */
  #draw() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      const { camera, renderer } = this;
      renderer.draw(camera);
      this.video.style.width = `${pixelsAcross(this.horizontal, camera)}px`;
      this.video.style.height = `${pixelsAcross(this.vertical, camera)}px`;
      const next = this.byHand ? this.targets.find((one) => !one.taken) : nearestTarget(this.targets, camera);
      const open = this.targets.filter((target) => !target.taken);
      while (this.dots.children.length < open.length) this.dots.append(h("div", { class: "dot" }));
      while (this.dots.children.length > open.length) this.dots.lastChild?.remove();
      open.forEach((target, index) => {
        const dot = this.dots.children[index];
        const { x, y, visible } = renderer.project(target, camera);
        dot.style.transform = visible ? `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)` : "translate(-9999px, 0)";
        dot.classList.toggle("next", target === next);
      });
    });
  }

  async #stitch() {
    const { t } = this;
    this.error.textContent = "";
    const made = await makePanorama(this.app, t("upload.stitching"), async (faces, progress, signal) => {
      const waiting = await this.queue.settled((share) => progress(t("upload.sending"), share / 2));
      if (waiting > 0) {
        this.error.textContent = t("capture.unsent", { count: waiting });
        return null;
      }
      const job = await api.stitch(this.id, faces);
      const media = await api.finished(job, (share) => progress(t("upload.stitching"), 0.5 + share / 2), signal);
      this.joined = true;
      return media;
    });
    // The photos still show everybody's faces.
    if (made) api.removeCapture(this.id).catch(() => undefined);
    if (!made || this.stop.signal.aborted) return;
    this.finish(made);
  }

  #cancel() {
    if (this.id) api.removeCapture(this.id).catch(() => undefined);
    this.finish(null);
  }

  release() {
    this.stop.abort();
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.renderer.release();
  }
}
