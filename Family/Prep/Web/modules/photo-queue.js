/**
 * Upload queue of a capture: sends pictures one by one and retries after failures. No DOM.
 * @module
 */

/** @typedef {{yaw: number, pitch: number, roll: number, fieldOfView: number} | null} Pose */

const TRIES = 3;

export class PhotoQueue {
  /** @param {(number: number, photo: Blob, pose: Pose) => Promise<unknown>} send @param {number} [pause] milliseconds between two tries */
  constructor(send, pause = 1000) {
    this.send = send;
    this.pause = pause;
    /** @type {Map<number, {photo: Blob, pose: Pose}>} */
    this.waiting = new Map();
    this.total = 0;
    /** @type {Promise<void> | null} */
    this.running = null;
  }

  /** @param {number} number @param {Blob} photo @param {Pose} pose */
  add(number, photo, pose) {
    this.waiting.set(number, { photo, pose });
    this.total += 1;
    this.#run();
  }

  /** Retries all failed pictures, and resolves to the number of those that still could not be sent. @param {(share: number) => void} progress */
  async settled(progress) {
    const report = setInterval(() => progress(1 - this.waiting.size / Math.max(1, this.total)), 200);
    try {
      await this.running;
      await this.#run();
    } finally {
      clearInterval(report);
    }
    return this.waiting.size;
  }

  #run() {
    this.running ??= this.#sendAll().finally(() => this.running = null);
    return this.running;
  }

  async #sendAll() {
    const failed = new Set();
    for (;;) {
      const next = [...this.waiting].find(([number]) => !failed.has(number));
      if (!next) return;
      const [number, { photo, pose }] = next;
      if (await this.#sendOne(number, photo, pose)) this.waiting.delete(number);
      else failed.add(number);
    }
  }

  /** @param {number} number @param {Blob} photo @param {Pose} pose */
  async #sendOne(number, photo, pose) {
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      try {
        await this.send(number, photo, pose);
        return true;
      } catch {
        if (attempt < TRIES) await new Promise((resolve) => setTimeout(resolve, this.pause));
      }
    }
    return false;
  }
}
