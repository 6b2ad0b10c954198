/** The tests' assertions, so that nothing is loaded from a registry. */

/** @param {unknown} condition @param {string} [message] @returns {asserts condition} */
export function assert(condition, message = "assertion failed") {
  if (!condition) throw new Error(message);
}

/** @param {unknown} value @returns {string} */
function text(value) {
  return Deno.inspect(value, { depth: 12, iterableLimit: 200, sorted: true, strAbbreviateSize: 2000 });
}

/** Deep equality. @param {unknown} actual @param {unknown} expected @param {string} [message] */
export function assertEquals(actual, expected, message = "") {
  if (text(actual) !== text(expected)) throw new Error(`${message}\nexpected ${text(expected)}\nfound ${text(actual)}`);
}

/** @param {number} actual @param {number} expected @param {number} tolerance */
export function assertAlmostEquals(actual, expected, tolerance) {
  if (!(Math.abs(actual - expected) <= tolerance)) {
    throw new Error(`expected ${expected} ± ${tolerance}, found ${actual}`);
  }
}

/** The reason of the error that a function throws. @param {() => unknown} run @returns {Promise<any>} */
export async function thrown(run) {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error("expected an error");
}
