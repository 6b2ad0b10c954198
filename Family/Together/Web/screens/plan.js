/**
 * The weekly plan, on the screen and on one A4 page (N6).
 * @module
 */
import { api, ROOT, spanOf } from "../modules/api.js";
import { addDays, firstWeekday, isDay, today, weekOf } from "../modules/dates.js";
import { button, h, linkButton, own } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { heading, page } from "./parts.js";

/** @typedef {import("../modules/api.js").PlanItem} PlanItem */

/** Entries per day from which the print is smaller. */
const CROWDED = 6;
/** Maximum entries per day on the page. */
const MOST = 14;

/** @param {import("../modules/app.js").App} app @returns {Promise<import("../modules/app.js").Screen>} */
export async function plan(app) {
  const { t, format } = app;
  const now = today(format.zone);
  const asked = app.query.get("from") ?? "";
  const everyone = app.query.get("everyone") === "1";
  const days = weekOf(isDay(asked) ? asked : now, firstWeekday(navigator.language));
  const { items } = await api.plan(days[0], 7, everyone);
  const link = (/** @type {string} */ from, all = everyone) => `${ROOT}/plan?from=${from}${all ? "&everyone=1" : ""}`;
  const tab = (/** @type {string} */ symbol, /** @type {string} */ key, /** @type {boolean} */ all) =>
    linkButton(symbol, t(key), link(days[0], all), {
      "aria-current": all === everyone && "page",
      class: all === everyone ? "main" : "plain",
    });
  const byDay = days.map((day) => items.filter((item) => daysOf(app, item).includes(day)));
  const most = Math.max(...byDay.map(({ length }) => length));
  const element = page(
    { class: "wide" },
    heading(
      t("plan"),
      { label: t("home"), path: "/" },
      button("print", t("print"), () => globalThis.print(), { class: "main no-print" }),
    ),
    h("p", { class: "h2" }, t("plan.title", { start: format.day(days[0]), end: format.day(days[6]) })),
    h(
      "nav",
      { class: "row no-print", "aria-label": t("plan.whose") },
      tab("person", "plan.mine", false),
      tab("people", "plan.everyone", true),
    ),
    h(
      "nav",
      { class: "row no-print", "aria-label": t("plan.which") },
      linkButton("back", t("plan.before"), link(addDays(days[0], -7))),
      linkButton("week", t("plan.now"), link(now), { "aria-current": days.includes(now) && "page" }),
      linkButton("next", t("plan.after"), link(addDays(days[0], 7))),
    ),
    h(
      "ol",
      { class: "week", "data-crowded": most > CROWDED },
      days.map((day, index) =>
        h(
          "li",
          { "data-today": String(day === now) },
          h("h2", {}, format.day(day)),
          byDay[index].length === 0 && h("p", { class: "quiet" }, t("plan.empty")),
          byDay[index].slice(0, MOST).map((item) => entry(app, item)),
          byDay[index].length > MOST &&
            h("p", { class: "quiet" }, t("plan.further", { count: byDay[index].length - MOST })),
        )
      ),
    ),
  );
  return { element, title: t("plan"), parts: ["activities", "resources", "members"] };
}

/** The days on which an item takes place. @param {import("../modules/app.js").App} app @param {PlanItem} item */
function daysOf(app, item) {
  const { start, end } = spanOf(item);
  const [first, last] = [app.format.dayAt(start), app.format.dayAt(Math.max(start, end - 1))];
  const days = [];
  for (let day = first; day <= last && days.length < 32; day = addDays(day, 1)) days.push(day);
  return days;
}

/** @param {import("../modules/app.js").App} app @param {PlanItem} item */
function entry(app, item) {
  const { t, format } = app;
  const path = {
    activity: `/activities/${item.id}`,
    task: `/activities/${item.id}`,
    booking: item.resource && `/resources/${item.resource}`,
    busy: undefined,
  }[item.kind];
  const name = item.kind === "busy" ? t("plan.busy") : item.name;
  const symbol = { activity: "activity", busy: "lock", booking: "thing", task: item.done ? "yes" : "task" }[item.kind];
  return h(
    "div",
    { class: "entry" },
    h("strong", { class: "clip" }, path ? h("a", { href: ROOT + path, dir: "auto" }, name) : own(name)),
    h(
      "span",
      { class: "fact" },
      icon(symbol),
      h("span", {}, item.kind === "task" ? t(item.done ? "plan.task_done" : "plan.task") : format.times(spanOf(item))),
    ),
    item.kind !== "task" && item.location && own(item.location, "span", { class: "clip quiet" }),
    item.members.length > 0 && h("span", { class: "quiet clip" }, item.members.map((id) => app.name(id)).join(", ")),
  );
}
