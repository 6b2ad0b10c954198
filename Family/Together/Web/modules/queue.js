/**
 * The play order, sequential or shuffled, until its end. No DOM.
 * @module
 */

/**
 * @template Item
 * @typedef {{items: Item[], order: number[], position: number, shuffled: boolean}} Queue
 */

/** @param {number} length @param {() => number} random from 0 to below 1 @param {number} first index that comes first */
function shuffledOrder(length, random, first) {
  const order = Array.from({ length }, (_, index) => index);
  for (let index = length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other], order[index]];
  }
  if (first >= 0) {
    order.splice(order.indexOf(first), 1);
    order.unshift(first);
  }
  return order;
}

/**
 * A queue that starts with the given item, or at a random one if shuffled without one.
 * @template Item @param {Item[]} items @param {{shuffled?: boolean, first?: number, random?: () => number}} [options]
 * @returns {Queue<Item>}
 */
export function makeQueue(items, { shuffled = false, first = -1, random = Math.random } = {}) {
  if (shuffled) return { items, order: shuffledOrder(items.length, random, first), position: 0, shuffled };
  return { items, order: items.map((_, index) => index), position: Math.max(0, first), shuffled };
}

/** The item at the position; null for an empty queue. @template Item @param {Queue<Item>} queue @returns {Item | null} */
export function current(queue) {
  return queue.items[queue.order[queue.position]] ?? null;
}

/** The queue moved by one item, or null beyond its ends. @template Item @param {Queue<Item>} queue @param {1 | -1} step @returns {Queue<Item> | null} */
export function moved(queue, step) {
  const position = queue.position + step;
  return position < 0 || position >= queue.order.length ? null : { ...queue, position };
}

/** The queue with the same current item and a new order of the following ones. @template Item @param {Queue<Item>} queue @param {boolean} shuffled @param {() => number} [random] @returns {Queue<Item>} */
export function reordered(queue, shuffled, random = Math.random) {
  return makeQueue(queue.items, { shuffled, first: queue.order[queue.position] ?? 0, random });
}

/**
 * The queue after its playlist changed. The current item continues. Null if nothing is left.
 * @template {{id: string | number}} Item @param {Queue<Item>} queue @param {Item[]} items @returns {Queue<Item> | null}
 */
export function changed(queue, items) {
  if (items.length === 0) return null;
  const playing = current(queue);
  const first = items.findIndex((item) => item.id === playing?.id);
  if (first >= 0 && !queue.shuffled) return makeQueue(items, { first });
  if (first < 0) return makeQueue(items, { first: Math.min(queue.position, items.length - 1) });
  const known = new Map(items.map((item, index) => [item.id, index]));
  const kept = queue.order.map((index) => known.get(queue.items[index].id)).filter((index) => index !== undefined);
  const added = items.map((_, index) => index).filter((index) => !kept.includes(index));
  return { items, order: [...kept, ...added], position: kept.indexOf(first), shuffled: true };
}
