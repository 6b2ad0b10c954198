/**
 * Sides of the triggers' names: below the symbol, or above it where a neighbor is in the way. No DOM.
 * @module
 */
import { yawBetween } from "./sphere.js";

/** @typedef {{yaw: number, pitch: number, size: number, width: number, height: number}} Labeled size of the symbol and of its name in pixels */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/** Distance between symbol and name in pixels. */
const GAP = 6;

/** @param {Box} a @param {Box} b */
function shared(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/**
 * For each name whether it belongs above its symbol. Depends on the directions and the scale only, not on the view, so
 * no name jumps while the child looks around.
 * @param {readonly Labeled[]} items @param {number} scale pixels per degree at the center of the screen @returns {boolean[]}
 */
export function namesAbove(items, scale) {
  /** @param {Labeled} item @param {Labeled} origin @returns {{x: number, y: number}} */
  const place = (item, origin) => ({
    x: yawBetween(origin.yaw, item.yaw) * Math.cos(item.pitch * Math.PI / 180) * scale,
    y: -item.pitch * scale,
  });
  /** @param {Labeled} item @param {Labeled} origin @returns {Box} */
  const symbol = (item, origin) => {
    const { x, y } = place(item, origin);
    const half = item.size / 2;
    return { left: x - half, right: x + half, top: y - half, bottom: y + half };
  };
  /** @param {Labeled} item @param {Labeled} origin @param {boolean} above @returns {Box} */
  const name = (item, origin, above) => {
    const { left, right, top, bottom } = symbol(item, origin);
    const middle = (left + right) / 2;
    const edge = above ? top - GAP - item.height : bottom + GAP;
    return { left: middle - item.width / 2, right: middle + item.width / 2, top: edge, bottom: edge + item.height };
  };
  /** @type {boolean[]} */
  const sides = [];
  for (const [index, item] of items.entries()) {
    const covered = (/** @type {boolean} */ above) => {
      const own = name(item, item, above);
      return items.reduce((sum, other, at) => {
        if (at === index) return sum;
        // Names after this one are still free to go to the other side.
        const text = at < index ? shared(own, name(other, item, sides[at])) : 0;
        return sum + shared(own, symbol(other, item)) + text;
      }, 0);
    };
    const below = covered(false);
    sides.push(below > 0 && covered(true) < below);
  }
  return sides;
}
