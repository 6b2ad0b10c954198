/**
 * Keeps opened experiences on this device if an adult approved it.
 * @module
 */
import { mediaUrl, ROOT } from "./api.js";
import { neededMedia } from "./experience.js";

/** @typedef {import("./experience.js").Experience} Experience */

const APPROVED = "prep-device-approved";
export const CACHE = "prep-kept";

export class Offline {
  constructor() {
    this.supported = "serviceWorker" in navigator && "caches" in globalThis && isSecureContext;
    this.keeping = Promise.resolve();
  }

  /** Whether an adult allowed storing experiences on this device. */
  get approved() {
    return this.supported && localStorage.getItem(APPROVED) === "true";
  }

  start() {
    if (!this.supported) return;
    navigator.serviceWorker.register(`${ROOT}/sw.js`, { scope: `${ROOT}/`, updateViaCache: "none" })
      .catch((error) => console.info("no service worker:", error.message));
  }

  /** @param {boolean} approved */
  async approve(approved) {
    if (approved) localStorage.setItem(APPROVED, "true");
    else localStorage.removeItem(APPROVED);
    if (!approved) await this.forgetAll();
    else await navigator.storage?.persist?.().catch(() => false);
  }

  async forgetAll() {
    if (this.supported) await caches.delete(CACHE);
  }

  /** Keeps an experience with all its pictures, sounds and videos. @param {Experience} experience */
  keep(experience) {
    if (!this.approved) return Promise.resolve();
    this.keeping = this.keeping.then(() => this.#keep(experience)).catch((error) =>
      console.info("not kept:", String(error))
    );
    return this.keeping;
  }

  /** @param {Experience} experience */
  async #keep(experience) {
    const cache = await caches.open(CACHE);
    for (const address of addresses(experience)) {
      if (!await cache.match(address)) await cache.add(new Request(address, { credentials: "same-origin" }));
    }
    await cache.put(
      experienceUrl(experience.id),
      new Response(JSON.stringify(experience), { headers: { "Content-Type": "application/json" } }),
    );
  }

  /** Whether everything an experience needs is on this device. @param {string} id */
  async isReady(id) {
    if (!this.approved || !navigator.serviceWorker.controller) return false;
    const cache = await caches.open(CACHE);
    const stored = await cache.match(experienceUrl(id));
    if (!stored) return false;
    for (const address of addresses(await stored.json())) if (!await cache.match(address)) return false;
    return true;
  }
}

/** @param {string} id */
const experienceUrl = (id) => `${ROOT}/api/experiences/${encodeURIComponent(id)}`;

/** Addresses of the media that an experience needs, its cover included. @param {Experience} experience */
function addresses(experience) {
  const covers = experience.panoramas.map((panorama) => mediaUrl(panorama.image, 512));
  return [...neededMedia(experience).map((id) => mediaUrl(id)), ...covers];
}
