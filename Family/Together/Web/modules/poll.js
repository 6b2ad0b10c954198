/**
 * Validation of polls, and the order of their results. No DOM.
 * @module
 */

/** @typedef {import("./api.js").Option} Option */

export const MOST_OPTIONS = 50;

/** @returns {Option} */
export const emptyOption = () => ({ name: "", description: "", picture: null });

/**
 * The first missing part, or null if the poll can be sent.
 * @param {Option[]} options @param {number} deadline seconds since 1970 @param {number} now
 * @returns {{field: "name" | "description" | "deadline", option?: number, key: string} | null}
 */
export function checkPoll(options, deadline, now) {
  if (options.length < 2) return { field: "name", option: 0, key: "error.too_few_options" };
  for (const [option, { name, description }] of options.entries()) {
    if (!name.trim()) return { field: "name", option, key: "error.option_name_missing" };
    if (options.findIndex((other) => other.name.trim().toLowerCase() === name.trim().toLowerCase()) < option) {
      return { field: "name", option, key: "error.option_twice" };
    }
    if (!description.trim()) return { field: "description", option, key: "error.description_missing" };
  }
  return deadline > now ? null : { field: "deadline", key: "error.deadline_in_the_past" };
}

/** Options with their votes, sorted by votes. @param {Option[]} options @param {number[]} counts */
export function standings(options, counts) {
  const most = Math.max(1, ...counts);
  return options.map((option, index) => ({
    option,
    index,
    votes: counts[index] ?? 0,
    share: (counts[index] ?? 0) / most,
  }))
    .sort((one, other) => other.votes - one.votes || one.index - other.index);
}
