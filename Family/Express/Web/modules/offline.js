/**
 * Registers the service worker, gathers the evidence for "ready without network", and repairs what is missing.
 * @module
 */
import { readiness } from "./readiness.js";

/** Milliseconds within which the worker answers, checking every file on a slow phone included. */
const ANSWER_LIMIT = 60_000;

export class Offline {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.controlledAtStart = Boolean(navigator.serviceWorker?.controller);
    const [navigation] = performance.getEntriesByType("navigation");
    this.workerAtStart = /** @type {PerformanceNavigationTiming | undefined} */ (navigation)?.workerStart ?? 0;
    /** @type {import("./readiness.js").Evidence} */
    this.evidence = {
      supported: "serviceWorker" in navigator && isSecureContext,
      failure: null,
      controlled: false,
      servedByWorker: false,
      check: null,
      dataReadable: false,
    };
    this.version = "";
    this.progress = { done: 0, total: 0 };
    this.persisted = false;
  }

  get state() {
    return readiness(this.evidence);
  }

  /** @param {() => boolean} dataReadable */
  async start(dataReadable) {
    this.evidence.dataReadable = dataReadable();
    this.persisted = await navigator.storage?.persisted?.().catch(() => false) ?? false;
    if (!this.evidence.supported) return this.changed();
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data.type === "failed") this.evidence.failure = data.message;
      if (data.type === "progress") this.progress = data;
      this.changed();
    });
    let reloading = !this.controlledAtStart;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (!reloading && !location.hash) { // A new version takes over at the start, never while in use.
        reloading = true;
        location.reload();
      } else if (this.version && !this.controlledAtStart) {
        // Loaded past the worker, which did not start in time: the page itself is already the new version.
        this.check().catch((error) => this.evidence.failure = String(error));
      }
    });
    try {
      const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
      if (registration.waiting && !location.hash) registration.waiting.postMessage("activate");
      await navigator.serviceWorker.ready;
      this.evidence.failure = null;
      await this.check();
      // A version that arrived meanwhile takes over, too, while the menu is shown.
      if (registration.waiting && !location.hash) registration.waiting.postMessage("activate");
    } catch (error) {
      // Without network the update fails while the installed worker goes on working.
      const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
      if (registration?.active) await this.check().catch((error) => this.evidence.failure = String(error));
      else this.evidence.failure = error instanceof Error ? error.message : String(error);
    }
    this.changed();
  }

  async check() {
    const registration = await navigator.serviceWorker.ready;
    const answer = await this.#send(registration.active, "check");
    if (answer.error) throw new Error(answer.error);
    this.version = answer.version;
    this.evidence.check = { files: answer.files, missing: answer.missing, damaged: answer.damaged };
    this.evidence.controlled = Boolean(navigator.serviceWorker.controller);
    // The worker's own log says whether this page came from its store alone; if it was stopped since, the browser's
    // timing says whether the worker delivered the page.
    this.evidence.servedByWorker = this.controlledAtStart &&
      (answer.network === 0 || (answer.network === null && this.workerAtStart > 0));
    this.changed();
  }

  /** Loads missing and damaged files again. */
  async repair() {
    const registration = await navigator.serviceWorker.ready;
    const answer = await this.#send(registration.active, "repair");
    if (answer.error) throw new Error(answer.error);
    await this.check();
  }

  /** Asks the browser not to delete the entries by itself. */
  async persist() {
    this.persisted = await navigator.storage?.persist?.().catch(() => false) ?? false;
    this.changed();
    return this.persisted;
  }

  /** @param {ServiceWorker | null} worker @param {string} message @returns {Promise<any>} */
  #send(worker, message) {
    return new Promise((resolve, reject) => {
      if (!worker) return reject(new Error("no active service worker"));
      const { port1, port2 } = new MessageChannel();
      // A worker that a new version replaces never answers.
      const limit = setTimeout(() => reject(new Error("the service worker does not answer")), ANSWER_LIMIT);
      port1.onmessage = ({ data }) => {
        clearTimeout(limit);
        resolve(data);
      };
      worker.postMessage(message, [port2]);
    });
  }
}

/** Whether the app runs from the home screen. */
export function isInstalled() {
  return matchMedia("(display-mode: standalone)").matches || /** @type {any} */ (navigator).standalone === true;
}

/** @returns {"ios" | "android" | "desktop"} */
export function platform() {
  if (/iPhone|iPad|iPod/.test(navigator.userAgent)) return "ios";
  if (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1) return "ios";
  return /Android/.test(navigator.userAgent) ? "android" : "desktop";
}
