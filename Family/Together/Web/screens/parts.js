/**
 * Elements shared by several screens.
 * @module
 */
import { ROOT, seconds, spanOf } from "../modules/api.js";
import { h, linkButton, own } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { needsMe, stateKey, symbolOf } from "../modules/next-step.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/dom.js").Child} Child */

/** The names of pictures for activities; the files are in Web/pictures. */
export const PICTURES = [
  "zoo",
  "park",
  "swim",
  "film",
  "game",
  "meal",
  "walk",
  "beach",
  "bike",
  "museum",
  "music",
  "home",
  "shop",
  "ball",
  "party",
  "train",
];

/** Number of a host's steps from the invitees to the invitations. */
export const STEPS = 4;

/** A screen's element. @param {{class?: string}} options @param {...(Child | Child[])} children @returns {HTMLElement} */
export function page(options, ...children) {
  return h("main", { class: `page ${options.class ?? ""}`.trim(), id: "main" }, ...children);
}

/** The title with the back link above it. @param {string} title @param {{label: string, path: string}} [back] @param {...Child} more */
export function heading(title, back, ...more) {
  return h(
    "div",
    { class: "stack" },
    back &&
      h(
        "div",
        { class: "row" },
        linkButton("back", back.label, ROOT + back.path, { class: "soft small" }),
      ),
    h(
      "div",
      { class: "bar" },
      h("h1", { dir: "auto" }, title),
      more.some(Boolean) && h("div", { class: "row" }, ...more),
    ),
  );
}

/** The progress through the steps. @param {App} app @param {number} now from 1 @param {number} total @param {string} name */
export function steps(app, now, total, name) {
  return h(
    "div",
    { class: "stack tight" },
    h("p", { class: "eyebrow" }, app.t("step_of", { now, total, name })),
    h(
      "ol",
      { class: "steps", "aria-hidden": "true" },
      Array.from(
        { length: total },
        (_, index) => h("li", { "data-state": index + 1 < now ? "done" : index + 1 === now ? "now" : "later" }),
      ),
    ),
  );
}

/** The buttons for the next step, always in the same place. @param {Child[]} before @param {...Child} after */
export function actions(before, ...after) {
  return h("div", { class: "actions" }, ...before, h("div", { class: "end" }, ...after));
}

/** @param {string} symbol @param {string} text @param {...Child} more */
export function empty(symbol, text, ...more) {
  return h("div", { class: "empty" }, icon(symbol), h("p", {}, text), ...more);
}

/** @param {string} symbol @param {string} label @param {...(Child | Child[])} value */
export function fact(symbol, label, ...value) {
  return h("div", {}, h("dt", {}, icon(symbol), label), h("dd", {}, ...value));
}

/** The picture of an option or an activity; null if it has none. @param {string | null | undefined} picture @param {Record<string, any>} [properties] */
export function picture(picture, properties = {}) {
  const [kind, name] = (picture ?? "").split(":");
  const known = kind === "symbol" && PICTURES.includes(name);
  if (known) return h("img", { src: `${ROOT}/web/pictures/${name}.svg`, alt: "", class: "thumb", ...properties });
  if (kind === "media" && /^[0-9a-f]{64}$/.test(name)) {
    return h("img", { src: `${ROOT}/api/media/${name}`, alt: "", class: "thumb", ...properties });
  }
  return null;
}

/** The picture of the winning option, or of the option with the activity's name. @param {import("../modules/api.js").Activity} activity */
export function pictureOf(activity) {
  return activity.poll?.options.find((option) => option.name === activity.name)?.picture ?? null;
}

/** The title of an activity, even if it has no name. @param {App} app @param {import("../modules/api.js").Activity} activity */
export function titleOf(app, activity) {
  if (activity.name) return activity.name;
  const { poll, stage } = activity;
  if (poll && ["tied", "unvoted"].includes(stage)) {
    const options = poll.options.filter((_, index) => stage === "unvoted" || poll.tied?.includes(index) !== false);
    const list = new Intl.ListFormat(app.texts.language, { type: "disjunction" });
    return app.t("activity.options", { options: list.format(options.map(({ name }) => name)) });
  }
  if (activity.poll) return app.t(activity.stage === "polling" ? "activity.poll_title" : "activity.unnamed");
  return app.t("activity.unnamed");
}

/**
 * An activity in a list. Of those that wait for this member, only the first one and polls with a deadline stand out.
 * @param {App} app @param {import("../modules/api.js").Activity} activity @param {boolean} isFirst
 */
export function activityItem(app, activity, isFirst) {
  const { t, format } = app;
  const mine = needsMe(activity);
  return h(
    "li",
    { class: mine && (isFirst || activity.stage === "polling") ? "item whole call" : "item whole" },
    h(
      "div",
      { class: "bar" },
      h("h2", {}, h("a", { href: `${ROOT}/activities/${activity.id}`, dir: "auto" }, titleOf(app, activity))),
      h(
        "span",
        { class: activity.stage === "invited" && !mine ? "badge good" : mine ? "badge call" : "badge" },
        icon(mine ? symbolOf(activity.next) : activity.stage === "invited" ? "yes" : "clock"),
        t(stateKey(activity)),
      ),
    ),
    activity.description && h("p", { class: "clip quiet", dir: "auto" }, activity.description),
    h(
      "p",
      { class: "item-line" },
      activity.start && activity.end &&
        h("span", {}, icon("clock"), format.span(spanOf({ start: activity.start, end: activity.end }))),
      activity.location && h("span", {}, icon("place"), own(activity.location, "bdi", { class: "clip" })),
      activity.stage === "polling" && activity.poll &&
        h("span", {}, icon("vote"), t("poll.until", { moment: format.moment(seconds(activity.poll.deadline)) })),
      h("span", {}, icon("person"), t("host_is", { name: app.name(activity.host) })),
    ),
  );
}
