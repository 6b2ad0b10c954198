/**
 * Press filter: a press counts on release if it lasted for the hold time, and quick repeats are ignored. A pointer that
 * rests on a target activates it after the dwell time. No DOM.
 * @module
 */

export class PressFilter {
  /** @param {{holdTime: number, ignoreRepeat: number}} settings milliseconds */
  constructor({ holdTime, ignoreRepeat }) {
    this.holdTime = holdTime;
    this.ignoreRepeat = ignoreRepeat;
    /** @type {unknown} */
    this.pressed = null;
    this.pressedAt = 0;
    /** @type {unknown} */
    this.accepted = null;
    this.acceptedAt = -Infinity;
  }

  /** @param {unknown} target @param {number} now */
  down(target, now) {
    this.pressed = target;
    this.pressedAt = now;
  }

  /**
   * Decides whether a click counts.
   * @param {unknown} target @param {number} now @param {boolean} byPointer false for keyboard and screen readers
   */
  accepts(target, now, byPointer) {
    const held = now - this.pressedAt;
    if (byPointer && this.holdTime > 0 && !(this.pressed === target && held >= this.holdTime)) return false;
    const since = now - this.acceptedAt;
    if (target === this.accepted && since >= 0 && since < this.ignoreRepeat) return false;
    this.accepted = target;
    this.acceptedAt = now;
    return true;
  }
}

export class Dwell {
  /** @param {number} time milliseconds, 0 for off */
  constructor(time) {
    this.time = time;
    /** @type {unknown} */
    this.target = null;
    this.since = 0;
    this.done = false;
  }

  /** Updates the target under the pointer; null for none. @param {unknown} target @param {number} now */
  move(target, now) {
    if (target === this.target) return;
    this.target = target;
    this.since = now;
    this.done = false;
  }

  /** Share of the dwell time that has passed, 0 to 1. @param {number} now */
  progress(now) {
    if (!this.time || this.target === null || this.done) return 0;
    return Math.min(1, Math.max(0, (now - this.since) / this.time));
  }

  /** The target to activate now. Returned once each time the pointer rests on it. @param {number} now */
  due(now) {
    if (this.progress(now) < 1) return null;
    this.done = true;
    return this.target;
  }
}
