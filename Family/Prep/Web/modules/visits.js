/**
 * Visits of a child with the feelings before and after, queued on the device while the server is unreachable.
 * @module
 */
import { api, ApiError } from "./api.js";

/** @typedef {{experience: string, before: number | null, id: string | null, after: number | null, finished: boolean, tooMuch: number, ended: boolean}} Stored */

const KEY = "prep-visits";
/** Milliseconds to wait for the server's count of visits. */
const PATIENCE = 1500;

export class Visits {
  constructor() {
    this.sending = Promise.resolve();
    /** Sent visits that may still get their second rating. @type {Record<string, Stored>} */
    this.remembered = {};
  }

  /**
   * Starts a visit. The step is the number of the visit, counted by the server, or by this device if it is offline.
   * @param {string} experience @param {number | null} before
   * @returns {Promise<{key: string, step: number}>}
   */
  async begin(experience, before) {
    const key = crypto.randomUUID();
    const steps = this.#steps();
    let step = (steps[experience] ?? 0) + 1;
    this.#update(key, { experience, before, id: null, after: null, finished: false, tooMuch: 0, ended: false });
    const started = this.#open(key).catch(() => null);
    const answer = await Promise.race([started, new Promise((resolve) => setTimeout(resolve, PATIENCE, null))]);
    if (answer) step = answer.step;
    steps[experience] = step;
    localStorage.setItem(`${KEY}-steps`, JSON.stringify(steps));
    return { key, step };
  }

  /** @param {string} key @param {{after: number | null, finished: boolean, tooMuch: number}} result */
  end(key, result) {
    const visit = this.#all()[key] ?? this.remembered[key];
    if (!visit) return;
    this.#update(key, { ...visit, ...result, ended: true });
    this.send();
  }

  /** Sends the queued visits in order. */
  send() {
    this.sending = this.sending.then(() => this.#send()).catch(() => undefined);
    return this.sending;
  }

  async #send() {
    for (const key of Object.keys(this.#all())) {
      const visit = this.#all()[key];
      if (!visit?.ended) continue;
      try {
        const id = visit.id ?? (await this.#open(key))?.id;
        if (!id) continue;
        await api.endVisit(id, { after: visit.after, finished: visit.finished, tooMuch: visit.tooMuch });
      } catch (error) {
        // Keep the visit while there is no network, but drop it if the server rejects it.
        if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return;
      }
      const all = this.#all();
      this.remembered = { ...this.remembered, [key]: all[key] };
      delete all[key];
      localStorage.setItem(KEY, JSON.stringify(all));
    }
  }

  /** @param {string} key */
  async #open(key) {
    const { experience, before } = this.#all()[key];
    const answer = await api.startVisit(experience, before);
    this.#update(key, { ...this.#all()[key], id: answer.id });
    return answer;
  }

  /** @returns {Record<string, Stored>} */
  #all() {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "{}");
    } catch {
      return {};
    }
  }

  /** @returns {Record<string, number>} */
  #steps() {
    try {
      return JSON.parse(localStorage.getItem(`${KEY}-steps`) ?? "{}");
    } catch {
      return {};
    }
  }

  /** @param {string} key @param {Stored} visit */
  #update(key, visit) {
    localStorage.setItem(KEY, JSON.stringify({ ...this.#all(), [key]: visit }));
  }
}
