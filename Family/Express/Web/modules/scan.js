/**
 * State machine of switch scanning: the highlighted items and the chosen one. No DOM.
 *
 * With one switch, the highlight moves by itself and the switch chooses. With two switches, one moves and one chooses.
 * Items are scanned in rows: the first choice enters a row, the second takes an item from it. A row of one item is
 * taken at once, so scanning button by button uses rows of one item.
 * @module
 */

/** @typedef {"off" | "one" | "two"} ScanMode */
/** @typedef {{top: number, height: number}} Box */

/** With one switch: passes through the items of a row before the highlight returns to the row. */
const PASSES = 2;

/**
 * Indices of consecutive items in the same visual row.
 * @param {Box[]} boxes in the order of the items @returns {number[][]}
 */
export function rowsOf(boxes) {
  /** @type {number[][]} */
  const rows = [];
  let last = 0;
  for (const [index, { top, height }] of boxes.entries()) {
    const middle = top + height / 2;
    const row = rows.at(-1);
    if (row && Math.abs(middle - last) < height / 2) row.push(index);
    else rows.push([index]);
    last = middle;
  }
  return rows;
}

export class Scanner {
  /** @param {ScanMode} mode @param {number} interval milliseconds between steps @param {number} rounds pauses after */
  constructor(mode, interval, rounds = 3) {
    this.mode = mode;
    this.interval = interval;
    this.rounds = rounds;
    /** @type {number[][]} */
    this.rows = [];
    this.row = -1;
    /** Index in the row; -1 while rows are scanned. */
    this.place = -1;
    this.passes = 0;
    this.steps = 0;
    this.nextStep = Infinity;
  }

  /** Starts over with rows of items. The first row is highlighted. @param {number[][]} rows @param {number} now */
  start(rows, now) {
    this.rows = rows;
    this.row = rows.length > 0 && this.mode !== "off" ? 0 : -1;
    this.place = this.#top();
    this.passes = 0;
    this.steps = 0;
    this.nextStep = this.row === 0 && this.mode === "one" ? now + this.interval : Infinity;
  }

  /** The highlighted items: a whole row, or one item of it. @returns {number[]} */
  get highlighted() {
    if (this.row < 0) return [];
    const row = this.rows[this.row];
    return this.place < 0 ? row : [row[this.place]];
  }

  /** True while the automatic highlight rests after several rounds without a press. */
  get paused() {
    return this.mode === "one" && this.row >= 0 && this.nextStep === Infinity;
  }

  /** Moves the highlight after the interval. A clock jump moves it by at most one step. @param {number} now */
  tick(now) {
    if (this.nextStep !== Infinity && this.nextStep - now > 2 * this.interval) {
      this.nextStep = now + this.interval; // The clock was set back.
    }
    if (now < this.nextStep) return false;
    this.#advance(PASSES);
    this.steps += 1;
    const round = this.place < 0 ? this.rows.length : this.rows[this.row].length;
    this.nextStep = this.steps >= this.rounds * round ? Infinity : now + this.interval;
    return true;
  }

  /**
   * The first switch: chooses in one-switch mode, moves on in two-switch mode.
   * @param {number} now @returns {number | null} the chosen item
   */
  first(now) {
    if (this.row < 0) return null;
    if (this.mode === "two") {
      this.#advance(1);
      return null;
    }
    if (this.paused) { // The first press after a rest starts a new round.
      this.start(this.rows, now);
      return null;
    }
    return this.#choose(now);
  }

  /** The second switch: chooses. @param {number} now @returns {number | null} */
  second(now) {
    return this.row < 0 || this.mode !== "two" ? null : this.#choose(now);
  }

  /** Value of `place` while rows are scanned. A single row is always entered. */
  #top() {
    return this.rows.length === 1 ? 0 : -1;
  }

  /** @param {number} passes after which the highlight leaves the row */
  #advance(passes) {
    if (this.place < 0) {
      this.row = (this.row + 1) % this.rows.length;
      return;
    }
    this.place += 1;
    if (this.place < this.rows[this.row].length) return;
    this.passes += 1;
    const leaves = this.passes >= passes;
    this.place = leaves ? this.#top() : 0;
    if (leaves && this.place < 0) this.steps = 0;
  }

  /** @param {number} now */
  #choose(now) {
    this.steps = 0;
    if (this.mode === "one") this.nextStep = now + this.interval;
    const row = this.rows[this.row];
    if (this.place < 0 && row.length > 1) {
      this.place = 0;
      this.passes = 0;
      return null;
    }
    const chosen = row[Math.max(this.place, 0)];
    if (this.rows.length > 1) this.place = -1;
    return chosen;
  }
}
