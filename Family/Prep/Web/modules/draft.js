/**
 * Autosave: stores the editor's content as a draft on the server soon after each change.
 * @module
 */
import { api } from "./api.js";

/** Milliseconds until a save after the last change, and between retries without network. */
const SOON = 800;
const AGAIN = 5000;

export class Draft {
  /** @param {(key: string) => void} report receives the key of the text that describes the state */
  constructor(report) {
    this.report = report;
    /** @type {import("./experience.js").Experience | null} */
    this.waiting = null;
    this.timer = 0;
    this.sending = Promise.resolve();
  }

  /** @param {import("./experience.js").Experience} experience */
  save(experience) {
    this.waiting = experience;
    this.report("edit.saving_draft");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), SOON);
  }

  /** Sends pending changes. @param {boolean} [leaving] true when the page is about to close @returns {Promise<void>} */
  flush(leaving = false) {
    clearTimeout(this.timer);
    const { waiting } = this;
    if (!waiting) return this.sending;
    this.waiting = null;
    this.sending = this.sending.then(async () => {
      try {
        await api.saveDraft(waiting, leaving);
        if (!this.waiting) this.report("edit.saved_draft");
      } catch {
        this.waiting ??= waiting;
        this.report("edit.unsaved_draft");
        this.timer = setTimeout(() => this.flush(), AGAIN);
      }
    });
    return this.sending;
  }

  /** Cancels a pending save. */
  forget() {
    clearTimeout(this.timer);
    this.waiting = null;
  }
}
