/**
 * Gradual exposure: a sound or video starts softer and shorter and reaches its full strength over the visits. No DOM.
 * @module
 */

/** @typedef {import("./experience.js").Intensity} Intensity */

/**
 * Volume (0 to 1) and seconds to play at a visit; null plays everything.
 * @param {Intensity | undefined} intensity the strength of the first visit and the number of visits up to the full one
 * @param {number} step number of the visit, from 1
 * @param {number} length seconds of the whole recording; NaN when unknown
 */
export function strengthAt(intensity, step, length) {
  if (!intensity) return { volume: 1, seconds: null };
  const steps = Math.max(1, Math.round(intensity.steps));
  const share = steps === 1 ? 1 : Math.max(0, Math.min(1, (step - 1) / (steps - 1)));
  const start = Math.max(0.1, Math.min(1, intensity.volume));
  const volume = start + (1 - start) * share;
  if (intensity.seconds === null || share === 1) return { volume, seconds: null };
  if (!Number.isFinite(length)) return { volume, seconds: intensity.seconds };
  if (intensity.seconds >= length) return { volume, seconds: null };
  return { volume, seconds: intensity.seconds + (length - intensity.seconds) * share };
}
