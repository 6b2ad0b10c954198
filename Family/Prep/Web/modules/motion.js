/**
 * Motion of the view: inertia after a swipe, keyboard, short turns and device orientation.
 * No DOM.
 * @module
 */
import { limitPitch, wrapYaw, yawBetween } from "./sphere.js";

const RADIANS = Math.PI / 180;
/** Time constant of inertia in seconds. */
const DECAY = 0.28;
/** Minimum and maximum speed of inertia in degrees per second. */
const SLOWEST = 1.5;
const FASTEST = 160;
/** Milliseconds at the end of a swipe that determine its speed. */
const WINDOW = 90;

/** Inertia: the view glides after a swipe and stops when touched. */
export class Inertia {
  constructor() {
    /** @type {{yaw: number, pitch: number, time: number}[]} */
    this.samples = [];
    this.yaw = 0;
    this.pitch = 0;
  }

  get moving() {
    return this.yaw !== 0 || this.pitch !== 0;
  }

  /** Stops at once. */
  stop() {
    this.samples = [];
    this.yaw = 0;
    this.pitch = 0;
  }

  /** The view follows the finger. @param {{yaw: number, pitch: number}} view @param {number} time milliseconds */
  follow({ yaw, pitch }, time) {
    this.samples.push({ yaw, pitch, time });
    while (this.samples.length > 2 && time - this.samples[0].time > WINDOW) this.samples.shift();
  }

  /** The finger left the screen: glides on at its speed, unless it rested first. @param {number} time milliseconds */
  release(time) {
    const first = this.samples[0];
    const last = this.samples[this.samples.length - 1];
    this.stop();
    if (!first || !last || first === last || time - last.time > WINDOW) return;
    const seconds = Math.max(0.008, (last.time - first.time) / 1000);
    const limit = (/** @type {number} */ speed) => Math.max(-FASTEST, Math.min(FASTEST, speed));
    this.yaw = limit(yawBetween(first.yaw, last.yaw) / seconds);
    this.pitch = limit((last.pitch - first.pitch) / seconds);
    this.#settle();
  }

  /** Degrees to turn in these seconds; independent of the frame rate. @param {number} seconds */
  step(seconds) {
    const kept = Math.exp(-seconds / DECAY);
    const turn = { yaw: this.yaw * DECAY * (1 - kept), pitch: this.pitch * DECAY * (1 - kept) };
    this.yaw *= kept;
    this.pitch *= kept;
    this.#settle();
    return turn;
  }

  #settle() {
    if (Math.hypot(this.yaw, this.pitch) < SLOWEST) this.yaw = this.pitch = 0;
  }
}

/** Degrees per second while an arrow key is held. */
export const KEY_SPEED = 45;

/** Direction of the arrow keys that are held: −1, 0 or 1 on each axis. @param {ReadonlySet<string>} held */
export function keyDirection(held) {
  const one = (/** @type {string} */ key) => held.has(key) ? 1 : 0;
  return { yaw: one("ArrowRight") - one("ArrowLeft"), pitch: one("ArrowUp") - one("ArrowDown") };
}

/** A short turn to a direction, slow at both ends. */
export class Turn {
  /** @param {{yaw: number, pitch: number}} from @param {{yaw: number, pitch: number}} to @param {number} duration milliseconds */
  constructor(from, to, duration) {
    this.from = from;
    this.to = to;
    this.duration = duration;
  }

  /** The view at a time since the start. @param {number} elapsed milliseconds */
  at(elapsed) {
    const share = this.duration > 0 ? Math.max(0, Math.min(1, elapsed / this.duration)) : 1;
    const eased = share * share * (3 - 2 * share);
    return {
      yaw: wrapYaw(this.from.yaw + yawBetween(this.from.yaw, this.to.yaw) * eased),
      pitch: limitPitch(this.from.pitch + (limitPitch(this.to.pitch) - this.from.pitch) * eased),
      done: share >= 1,
    };
  }
}

/**
 * Direction in which the back of the device looks, and the roll of its screen, from a DeviceOrientationEvent.
 * Yaw is clockwise from the zero of the sensor; roll is positive when the screen leans clockwise.
 * @param {{alpha: number, beta: number, gamma: number}} angles degrees
 * @param {number} screenAngle degrees of screen.orientation.angle
 */
export function deviceDirection({ alpha, beta, gamma }, screenAngle = 0) {
  const rotate = rotation(alpha, beta, gamma);
  const ahead = rotate(0, 0, -1);
  const turned = screenAngle * RADIANS;
  const up = rotate(Math.sin(turned), Math.cos(turned), 0);
  const right = rotate(Math.cos(turned), -Math.sin(turned), 0);
  const pitch = Math.asin(Math.max(-1, Math.min(1, ahead[2]))) / RADIANS;
  // Near the poles, the top edge of the screen gives the direction.
  const steep = Math.abs(ahead[2]) > 0.985;
  const sign = ahead[2] < 0 ? 1 : -1;
  const facing = steep ? [up[0] * sign, up[1] * sign] : ahead;
  const yaw = wrapYaw(Math.atan2(facing[0], facing[1]) / RADIANS);
  const roll = steep ? 0 : wrapYaw(Math.atan2(-right[2], up[2]) / RADIANS);
  return { yaw, pitch, roll };
}

/** Rotation from the device's axes to east, north and up. @param {number} alpha @param {number} beta @param {number} gamma */
function rotation(alpha, beta, gamma) {
  const [ca, sa] = [Math.cos(alpha * RADIANS), Math.sin(alpha * RADIANS)];
  const [cb, sb] = [Math.cos(beta * RADIANS), Math.sin(beta * RADIANS)];
  const [cg, sg] = [Math.cos(gamma * RADIANS), Math.sin(gamma * RADIANS)];
  return (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) => {
    const [x1, z1] = [cg * x + sg * z, cg * z - sg * x];
    const [y2, z2] = [cb * y - sb * z1, sb * y + cb * z1];
    return [ca * x1 - sa * y2, sa * x1 + ca * y2, z2];
  };
}

/** Follows the device relative to a view: the first reading is the reference, later ones turn the view by the difference. */
export class Follower {
  /** @param {{yaw: number, pitch: number}} view */
  constructor(view) {
    this.view = view;
    /** @type {number | null} */
    this.offset = null;
  }

  /** Continues from another view. @param {{yaw: number, pitch: number}} view */
  restart(view) {
    this.view = view;
    this.offset = null;
  }

  /** Yaw continues from the view; pitch is the device's own, because gravity is known. @param {{yaw: number, pitch: number}} device */
  follow(device) {
    if (this.offset === null) this.offset = yawBetween(device.yaw, this.view.yaw);
    return { yaw: wrapYaw(device.yaw + this.offset), pitch: limitPitch(device.pitch) };
  }
}
