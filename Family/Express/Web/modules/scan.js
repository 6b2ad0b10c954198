/**
 * Switch scanning as a state machine without DOM: which item is highlighted, and when one is chosen.
 *
 * One switch: the highlight moves by itself; the switch chooses. Two switches: one moves, one chooses.
 * @module
 */

/** @typedef {"off" | "one" | "two"} ScanMode */

export class Scanner {
  /** @param {ScanMode} mode @param {number} interval milliseconds between steps @param {number} rounds pauses after */
  constructor(mode, interval, rounds = 3) {
    this.mode = mode;
    this.interval = interval;
    this.rounds = rounds;
    this.count = 0;
    this.index = -1;
    this.steps = 0;
    this.nextStep = Infinity;
  }

  /** Starts over with a number of items. The first one is highlighted. @param {number} count @param {number} now */
  start(count, now) {
    this.count = count;
    this.index = count > 0 && this.mode !== "off" ? 0 : -1;
    this.steps = 0;
    this.nextStep = this.index === 0 && this.mode === "one" ? now + this.interval : Infinity;
  }

  /** True while the automatic highlight rests because no one pressed the switch for several rounds. */
  get paused() {
    return this.mode === "one" && this.count > 0 && this.nextStep === Infinity;
  }

  /** Moves the highlight when it is time. Clock jumps move it by one step only. @param {number} now */
  tick(now) {
    if (this.nextStep !== Infinity && this.nextStep - now > 2 * this.interval) {
      this.nextStep = now + this.interval; // The clock was set back.
    }
    if (now < this.nextStep) return false;
    this.steps += 1;
    this.index = (this.index + 1) % this.count;
    const resting = this.steps >= this.rounds * this.count;
    this.nextStep = resting ? Infinity : now + this.interval;
    return true;
  }

  /**
   * The first switch: chooses with one switch, moves on with two.
   * @param {number} now @returns {number | null} the chosen item
   */
  first(now) {
    if (this.index < 0) return null;
    if (this.mode === "two") {
      this.index = (this.index + 1) % this.count;
      return null;
    }
    if (this.paused) { // The first press after a rest starts a new round.
      this.start(this.count, now);
      return null;
    }
    return this.#choose(now);
  }

  /** The second switch: chooses. @param {number} now @returns {number | null} */
  second(now) {
    return this.index < 0 || this.mode !== "two" ? null : this.#choose(now);
  }

  /** @param {number} now */
  #choose(now) {
    const chosen = this.index;
    this.steps = 0;
    if (this.mode === "one") this.nextStep = now + this.interval;
    return chosen;
  }
}
