/**
 * Undo and redo over immutable values. Quick successive changes with the same label form one step.
 * No DOM.
 * @module
 */

const MOST = 100;
/** Milliseconds within which changes with the same label form one step. */
const TOGETHER = 1500;

/** @template T */
export class History {
  /** @param {T} value */
  constructor(value) {
    this.value = value;
    /** @type {T[]} */
    this.past = [];
    /** @type {T[]} */
    this.future = [];
    this.label = "";
    this.changedAt = -Infinity;
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  /** @param {T} value @param {string} [label] groups typing or dragging @param {number} [now] milliseconds */
  change(value, label = "", now = Date.now()) {
    if (value === this.value) return;
    const together = label !== "" && label === this.label && now - this.changedAt < TOGETHER && this.canUndo;
    if (!together) {
      this.past.push(this.value);
      if (this.past.length > MOST) this.past.shift();
    }
    this.value = value;
    this.future = [];
    this.label = label;
    this.changedAt = now;
  }

  /** Ends the group: the next change starts a new step. */
  seal() {
    this.label = "";
  }

  undo() {
    const value = this.past.pop();
    if (value === undefined) return;
    this.future.push(this.value);
    this.value = value;
    this.label = "";
  }

  redo() {
    const value = this.future.pop();
    if (value === undefined) return;
    this.past.push(this.value);
    this.value = value;
    this.label = "";
  }
}
