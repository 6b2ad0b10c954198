/**
 * Slows down password guessing: after five tries, each further try waits longer.
 * @module
 */

/** @typedef {{failures: number, lastFailure: number}} Attempts */

/** @type {Readonly<Attempts>} */
export const NO_ATTEMPTS = Object.freeze({ failures: 0, lastFailure: 0 });
const FREE = 5;
const FIRST_WAIT = 30_000;
const LONGEST_WAIT = 15 * 60_000;

/** @param {Attempts} attempts @param {number} now @returns {Attempts} */
export function failed(attempts, now) {
  return { failures: attempts.failures + 1, lastFailure: now };
}

/**
 * Milliseconds until the next try. Clock changes never extend the wait beyond the maximum.
 * @param {Attempts} attempts @param {number} now
 */
export function waitTime(attempts, now) {
  if (attempts.failures < FREE) return 0;
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(20, attempts.failures - FREE));
  const passed = now - attempts.lastFailure;
  return passed < 0 ? wait : Math.max(0, wait - passed);
}
