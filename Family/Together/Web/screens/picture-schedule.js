/**
 * An activity as a visual schedule, "first … then …", on one A4 page (N4).
 * @module
 */
import { api, seconds, spanOf } from "../modules/api.js";
import { button, h } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { line } from "./activity-details.js";
import { changeText } from "./activity-overview.js";
import { heading, page, picture, pictureOf } from "./parts.js";

/** @typedef {import("../modules/api.js").Activity} Activity */

/** Number of tasks that fit on the page with the other steps. */
const MOST_TASKS = 6;

/** The steps in order: open tasks, time, place, activity, end. @param {import("../modules/app.js").App} app @param {Activity} activity */
function stepsOf(app, activity) {
  const { t, format } = app;
  /** @type {{symbol: string, picture?: any, text: string, more?: string}[]} */
  const steps = activity.tasks.filter(({ done }) => !done).slice(0, MOST_TASKS).map(({ name, assignee }) => ({
    symbol: "task",
    text: name,
    more: app.name(assignee),
  }));
  if (activity.start && activity.end) {
    const span = spanOf({ start: activity.start, end: activity.end });
    steps.push({
      symbol: "clock",
      text: format.longDay(format.dayAt(span.start)),
      more: t("sheet.starts", { time: format.time(span.start) }),
    });
  }
  if (activity.location) steps.push({ symbol: "place", text: activity.location });
  steps.push({
    symbol: "activity",
    picture: picture(pictureOf(activity)),
    text: activity.name,
    more: activity.description,
  });
  if (activity.end) {
    steps.push({
      symbol: "yes",
      text: t("sheet.ends", { time: format.time(seconds(activity.end)) }),
    });
  }
  return steps;
}

/** @param {import("../modules/app.js").App} app @param {string} id @returns {Promise<import("../modules/app.js").Screen>} */
export async function pictureSchedule(app, id) {
  const { t } = app;
  const activity = await api.activity(id);
  const steps = stepsOf(app, activity);
  const back = app.query.get("from") === "child" ? "/child" : `/activities/${id}`;
  const element = page(
    {},
    heading(
      activity.name,
      undefined,
      button("print", t("print"), () => globalThis.print(), { class: "main no-print" }),
      button("back", t("back"), () => app.go(back), { class: "plain no-print" }),
    ),
    activity.changes.length > 0 &&
      h("div", { class: "notice warn" }, activity.changes.map((change) => line("info", changeText(app, change)))),
    h("p", { class: "row" }, activity.invitees.map((member) => app.who(member))),
    h(
      "ol",
      { class: "sheet-steps" },
      steps.map((step, index) => {
        const drawn = step.picture ?? icon(step.symbol);
        drawn.classList.add("big");
        return h(
          "li",
          {},
          h(
            "p",
            { class: "when" },
            `${index + 1}. ${
              t(index === 0 ? "sheet.first" : index === steps.length - 1 ? "sheet.last" : "sheet.then")
            }`,
          ),
          drawn,
          h("p", { dir: "auto", class: "clip" }, h("strong", {}, step.text)),
          step.more && h("p", { dir: "auto", class: "clip" }, step.more),
        );
      }),
    ),
  );
  return { element, title: activity.name, parts: ["activities"] };
}
