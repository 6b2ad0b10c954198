/**
 * Registers the service worker, collects the evidence for "ready without network", and reloads missing files.
 * @module
 */
import { readiness } from "./readiness.js";

/** Milliseconds within which the worker must answer; checking every file is slow on some phones. */
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
        // The worker did not start in time, so the page came from the network and is already the new version.
        this.check().catch((error) => this.evidence.failure = String(error));
      }
    });
    try {
      const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
      if (registration.waiting && !location.hash) registration.waiting.postMessage("activate");
      await navigator.serviceWorker.ready;
      this.evidence.failure = null;
      await this.check();
      // A version that arrived in the meantime also takes over while the menu is shown.
      if (registration.waiting && !location.hash) registration.waiting.postMessage("activate");
    } catch (error) {
      // Without network the update fails; the installed worker continues to work.
      const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
      if (registration?.active) await this.check().catch((error) => this.evidence.failure = String(error));
      else this.evidence.failure = error instanceof Error ? error.message : String(error);
    }
    this.changed();
  }

  async check() {
    const answer = await this.#ask("check");
    this.version = answer.version;
    this.evidence.check = { files: answer.files, missing: answer.missing, damaged: answer.damaged };
    this.evidence.controlled = Boolean(navigator.serviceWorker.controller);
    // The worker counts the files of this page that came from the network. If the worker has been restarted since, the
    // browser's timing shows whether it delivered the page.
    this.evidence.servedByWorker = this.controlledAtStart &&
      (answer.network === 0 || (answer.network === null && this.workerAtStart > 0));
    this.changed();
  }

  /** Loads missing and damaged files again. */
  async repair() {
    await this.#ask("repair");
    await this.check();
  }

  /** Asks the browser for persistent storage. */
  async persist() {
    this.persisted = await navigator.storage?.persist?.().catch(() => false) ?? false;
    this.changed();
    return this.persisted;
  }

  /** Sends a message to the active worker, and to its successor if a new version replaces it. @param {string} message */
  async #ask(message) {
    const registration = await navigator.serviceWorker.ready;
    const end = performance.now() + ANSWER_LIMIT;
    while (performance.now() < end) {
      const worker = registration.active;
      const answer = worker && worker.state !== "redundant" ? await this.#send(worker, message, end) : null;
      if (answer?.error) throw new Error(answer.error);
      if (answer) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50)); // The new worker is about to be active.
    }
    throw new Error("the service worker does not answer");
  }

  /**
   * Returns a worker's answer, or null if a new version replaced the worker, which then never answers.
   * @param {ServiceWorker} worker @param {string} message @param {number} end time of giving up @returns {Promise<any>}
   */
  #send(worker, message, end) {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const finish = (/** @type {any} */ answer) => {
        clearTimeout(limit);
        worker.removeEventListener("statechange", replaced);
        resolve(answer);
      };
      const replaced = () => worker.state === "redundant" && finish(null);
      const limit = setTimeout(() => finish(null), end - performance.now());
      worker.addEventListener("statechange", replaced);
      port1.onmessage = ({ data }) => finish(data);
      worker.postMessage(message, [port2]);
    });
  }
}

/** Whether the app was started from the home screen. */
export function isInstalled() {
  return matchMedia("(display-mode: standalone)").matches || /** @type {any} */ (navigator).standalone === true;
}

/** @returns {"ios" | "android" | "desktop"} */
export function platform() {
  if (/iPhone|iPad|iPod/.test(navigator.userAgent)) return "ios";
  if (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1) return "ios";
  return /Android/.test(navigator.userAgent) ? "android" : "desktop";
}
