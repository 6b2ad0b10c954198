/**
 * Guided capture: plans the pictures of a sphere, detects an aligned and still phone, and places pictures on the sphere.
 * No DOM.
 * @module
 */
import { angleBetween, project, wrapYaw } from "./sphere.js";

/** @typedef {{yaw: number, pitch: number}} Direction */
/** @typedef {Direction & {number: number, taken: boolean}} Target */

/** Overlap of neighboring pictures. */
const OVERLAP = 0.35;
export const MOST_PHOTOS = 60;
export const FEWEST_PHOTOS = 8;
/** Degrees from the target that count as aligned, and degrees a second that count as still. */
const ALIGNED = 4;
const STILL = 8;
/** Milliseconds of stillness before a picture is taken. */
const HOLD = 250;

/**
 * Directions to photograph, horizon first, for a camera's field of view in degrees.
 * @param {number} horizontal @param {number} vertical @returns {Target[]}
 */
export function capturePlan(horizontal, vertical) {
  const wide = Math.max(20, horizontal) * (1 - OVERLAP);
  const tall = Math.max(20, vertical) * (1 - OVERLAP);
  /** @type {number[]} */
  const pitches = [0];
  for (let pitch = tall; pitch + vertical / 2 - tall < 90 && pitch < 80; pitch += tall) pitches.push(pitch, -pitch);
  /** @type {Direction[]} */
  const directions = [];
  for (const pitch of pitches) {
    const count = Math.max(4, Math.ceil(360 * Math.cos(pitch * Math.PI / 180) / wide));
    for (let index = 0; index < count; index++) directions.push({ yaw: wrapYaw(index * 360 / count), pitch });
  }
  directions.push({ yaw: 0, pitch: 88 }, { yaw: 0, pitch: -88 });
  return directions.slice(0, MOST_PHOTOS).map((direction, number) => ({ ...direction, number, taken: false }));
}

/** The remaining target nearest to the phone's direction. @param {readonly Target[]} targets @param {Direction} direction */
export function nearestTarget(targets, direction) {
  let best = null;
  let least = Infinity;
  for (const target of targets) {
    if (target.taken) continue;
    const angle = angleBetween(target, direction);
    if (angle < least) [best, least] = [target, angle];
  }
  return best;
}

/** Triggers a picture when the phone is aligned with an open target and still for a moment. */
export class Shutter {
  /** @param {Target[]} targets */
  constructor(targets) {
    this.targets = targets;
    /** @type {(Direction & {time: number}) | null} */
    this.last = null;
    this.stillSince = Infinity;
  }

  /** The target to photograph now, or null. @param {Direction} direction @param {number} time milliseconds */
  see(direction, time) {
    const before = this.last;
    this.last = { ...direction, time };
    const target = nearestTarget(this.targets, direction);
    const aligned = target !== null && angleBetween(target, direction) <= ALIGNED;
    const speed = before && time > before.time ? angleBetween(before, direction) / (time - before.time) * 1000 : 0;
    if (!aligned || speed > STILL) {
      this.stillSince = Infinity;
      return null;
    }
    if (this.stillSince === Infinity) this.stillSince = time;
    if (time - this.stillSince < HOLD) return null;
    this.stillSince = Infinity;
    return target;
  }
}

/**
 * Paints a picture into an equirectangular picture; both are RGBA.
 * @param {{data: Uint8ClampedArray, width: number, height: number}} sphere
 * @param {{data: Uint8ClampedArray, width: number, height: number}} photo
 * @param {Direction} direction @param {number} vertical degrees of the picture's height
 */
export function paintPhoto(sphere, photo, direction, vertical) {
  const camera = { ...direction, fov: vertical, width: photo.width, height: photo.height };
  for (let row = 0; row < sphere.height; row++) {
    const pitch = 90 - (row + 0.5) / sphere.height * 180;
    if (Math.abs(pitch - direction.pitch) > 70) continue;
    for (let column = 0; column < sphere.width; column++) {
      const point = project({ yaw: (column + 0.5) / sphere.width * 360 - 180, pitch }, camera);
      if (!point.visible) continue;
      const x = Math.floor(point.x);
      const y = Math.floor(point.y);
      if (x < 0 || y < 0 || x >= photo.width || y >= photo.height) continue;
      const from = (y * photo.width + x) * 4;
      const to = (row * sphere.width + column) * 4;
      for (let channel = 0; channel < 3; channel++) sphere.data[to + channel] = photo.data[from + channel];
      sphere.data[to + 3] = 255;
    }
  }
}

/** Side and degrees to turn by hand to the next target, for devices without motion sensors. @param {Direction} from @param {Direction} to */
export function turnTo(from, to) {
  const yaw = wrapYaw(to.yaw - from.yaw);
  const pitch = to.pitch - from.pitch;
  if (Math.abs(pitch) > 5) return { side: pitch > 0 ? "up" : "down", degrees: Math.round(Math.abs(pitch)) };
  if (Math.abs(yaw) > 1) return { side: yaw > 0 ? "right" : "left", degrees: Math.round(Math.abs(yaw)) };
  return { side: "straight", degrees: 0 };
}
