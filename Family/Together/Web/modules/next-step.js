/**
 * The text, icon and address of a next step. No DOM.
 * @module
 */

/** @typedef {import("./api.js").Step} Step */
/** @typedef {import("./api.js").Activity} Activity */

/** Icons for the steps of the overview and of activities. @type {Record<string, string>} */
const SYMBOLS = {
  vote: "vote",
  change_vote: "vote",
  choose_tied: "poll",
  enter: "edit",
  invite: "people",
  schedule: "clock",
  details: "task",
  task: "task",
  tasks: "task",
  answer: "ask",
  acknowledge: "info",
  wait: "clock",
  none: "yes",
};

/** @param {string} kind */
export function symbolOf(kind) {
  return SYMBOLS[kind] ?? "next";
}

/** Address of the page for the step, below /together. @param {Step} step @param {import("./api.js").Role} [role] of the member */
export function pathOf(step, role) {
  if (step.kind === "vote" && role === "child") return "/child";
  if (step.request !== undefined) return `/requests/${step.request}`;
  if (step.activity) return `/activities/${step.activity}`;
  if (step.resource) return `/resources/${step.resource}`;
  return "/resources";
}

/** Whether the activity waits for this member. @param {Activity} activity */
export function needsMe(activity) {
  return !["wait", "none", "change_vote"].includes(activity.next);
}

/** Key of the text about the activity's state for this member. @param {Activity} activity */
export function stateKey(activity) {
  if (needsMe(activity)) return `step.${activity.next}`;
  if (activity.next === "change_vote") return "state.voted";
  if (activity.stage === "invited" || activity.stage === "done" || activity.stage === "cancelled") {
    return `state.${activity.stage}`;
  }
  return activity.stage === "polling" ? "state.polling" : "state.waiting";
}
