/** Assertions for the tests, so no package is downloaded. */

/** @param {unknown} condition @param {string} [message] @returns {asserts condition} */
export function assert(condition, message = "assertion failed") {
    if (!condition) throw new Error(message);
}

/** Deep equality. @param {unknown} actual @param {unknown} expected @param {string} [message] */
export function assertEquals(actual, expected, message = "") {
    const [found, wanted] = [actual, expected].map((value) => Deno.inspect(value, { depth: 9, sorted: true }));
    if (found !== wanted) throw new Error(`${message}\nexpected ${wanted}\nfound ${found}`);
}
