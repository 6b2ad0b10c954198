/**
 * Coordinates and summary of the graph of feelings before and after each visit. No DOM.
 * @module
 */

/**
 * @typedef {{id: string, experience?: string, step?: number, before: number | null, after: number | null,
 *   finished: boolean, tooMuch: number, started?: string}} Visit
 */

/** Size of the graph and its margins in pixels. */
export const FRAME = { width: 640, height: 280, left: 56, right: 16, top: 16, bottom: 40 };

/** Coordinates of both lines; visits without a rating leave a gap. @param {readonly Visit[]} visits oldest first */
export function chartPoints(visits) {
  const wide = FRAME.width - FRAME.left - FRAME.right;
  const x = (/** @type {number} */ index) =>
    FRAME.left + (visits.length === 1 ? wide / 2 : index * wide / (visits.length - 1));
  const line = (/** @type {"before" | "after"} */ key) =>
    visits.flatMap((visit, index) => {
      const value = visit[key];
      return value === null || value === undefined ? [] : [{ x: x(index), y: chartY(value), value, index }];
    });
  return { before: line("before"), after: line("after") };
}

/** Height of a feeling: 5, calm, is at the top. @param {number} value 1 to 5 */
export function chartY(value) {
  const tall = FRAME.height - FRAME.top - FRAME.bottom;
  return FRAME.top + (5 - value) / 4 * tall;
}

/** Path of a line. @param {{x: number, y: number}[]} points */
export function linePath(points) {
  return points.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/**
 * Text key of the answer to "Is it getting easier?": compares the mean rating before visits in the newer and older half.
 * @param {readonly Visit[]} visits oldest first
 */
export function trend(visits) {
  const ratings = visits.flatMap((visit) => visit.before === null || visit.before === undefined ? [] : [visit.before]);
  if (ratings.length < 4) return "progress.too_few";
  const half = Math.floor(ratings.length / 2);
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const change = mean(ratings.slice(-half)) - mean(ratings.slice(0, half));
  if (change >= 0.5) return "progress.easier";
  return change <= -0.5 ? "progress.harder" : "progress.same";
}
