/**
 * Progress for parents: feelings before and after each visit, as a graph and as a table (N4).
 * @module
 */
import { api } from "../modules/api.js";
import { chartPoints, chartY, FRAME, linePath, trend } from "../modules/chart.js";
import { h, linkButton, s } from "../modules/dom.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/chart.js").Visit} Visit */

/** Maximum number of visits in the graph; older ones are omitted. */
const MOST = 30;

/** @param {App} app @returns {Promise<import("../modules/app.js").Screen>} */
export async function progress(app) {
  const { t } = app;
  const { bundled, own } = await api.experiences();
  const all = [...own, ...bundled];
  const visits = await Promise.all(all.map((summary) => api.visits(summary.id)));
  const visited = all.map((summary, index) => ({ summary, visits: visits[index].slice(-MOST) }))
    .filter((item) => item.visits.length > 0);
  const element = h(
    "main",
    { class: "page" },
    h("div", { class: "bar" }, h("h1", {}, t("progress")), linkButton("home", t("home"), "/prep/")),
    visited.length === 0 && h("p", {}, t("progress.none")),
    ...visited.map(({ summary, visits }) => section(app, summary.title, visits)),
  );
  return { element, title: t("progress") };
}

/** @param {App} app @param {string} title @param {Visit[]} visits */
function section(app, title, visits) {
  const { t } = app;
  return h(
    "section",
    { class: "box" },
    h("h2", {}, title),
    h("p", {}, `${t("progress.question")} `, h("strong", {}, t(trend(visits)))),
    graph(app, title, visits),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, table(app, visits)),
  );
}

/** @param {App} app @param {string} title @param {Visit[]} visits */
function graph(app, title, visits) {
  const { t } = app;
  const points = chartPoints(visits);
  const label = t("progress.chart", { title });
  return s(
    "svg",
    { viewBox: `0 0 ${FRAME.width} ${FRAME.height}`, class: "chart", role: "img", "aria-label": label },
    [1, 2, 3, 4, 5].map((feeling) =>
      s("line", {
        x1: FRAME.left,
        x2: FRAME.width - FRAME.right,
        y1: chartY(feeling),
        y2: chartY(feeling),
        class: "grid",
      })
    ),
    [1, 3, 5].map((feeling) => s("text", { x: 4, y: chartY(feeling) + 5 }, String(feeling))),
    /** @type {const} */ (["before", "after"]).map((kind) => [
      s("path", { d: linePath(points[kind]), class: kind }),
      ...points[kind].map(({ x, y }) => s("circle", { cx: x, cy: y, r: 6, class: kind })),
    ]).flat(),
    /** @type {const} */ (["before", "after"]).map((kind, index) => [
      s("line", { x1: 60 + index * 130, x2: 100 + index * 130, y1: 268, y2: 268, class: kind, "stroke-width": 3 }),
      s("text", { x: 108 + index * 130, y: 273 }, t(`progress.${kind}`)),
    ]).flat(),
  );
}

/** @param {App} app @param {Visit[]} visits */
function table(app, visits) {
  const { t } = app;
  const rating = (/** @type {number | null} */ value) =>
    value === null || value === undefined ? t("progress.skipped") : `${value} · ${t(`child.feeling.${value}`)}`;
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["visit", "before", "after", "finished", "too_much"].map((key) =>
          h("th", { scope: "col" }, t(`progress.${key}`))
        ),
      ),
    ),
    h(
      "tbody",
      {},
      visits.map((visit, index) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, String(visit.step ?? index + 1)),
          h("td", {}, rating(visit.before)),
          h("td", {}, rating(visit.after)),
          h("td", {}, t(visit.finished ? "child.yes" : "child.no")),
          h("td", {}, String(visit.tooMuch ?? 0)),
        )
      ),
    ),
  );
}
