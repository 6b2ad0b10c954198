/**
 * Keeps the display on while a helper reads the screen or the user follows the arrow. Browsers release the lock when
 * the page is hidden, and refuse it when the battery is low; the app works without it.
 * @module
 */

/** @type {WakeLockSentinel | null} */
let held = null;
let needed = false;

/** @param {boolean} awake whether the current screen needs the display */
export async function keepAwake(awake) {
  needed = awake;
  try {
    if (!needed) {
      await held?.release();
      held = null;
    } else if ((held === null || held.released) && document.visibilityState === "visible") {
      held = await navigator.wakeLock?.request("screen") ?? null;
      if (!needed) await held?.release(); // Another screen was opened in the meantime.
    }
  } catch {
    held = null;
  }
}

document.addEventListener("visibilitychange", () => keepAwake(needed));
