/**
 * The Family Center: the next step, today, and links to everything (A2).
 * @module
 */
import { api, ROOT, seconds, spanOf } from "../modules/api.js";
import { button, h, linkButton, own } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { pathOf, symbolOf } from "../modules/next-step.js";
import { page } from "./parts.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").Step} Step */
/** @typedef {import("../modules/api.js").PlanItem} PlanItem */

/** Number of further steps below the next one. */
const MORE_STEPS = 4;

/** @param {App} app @returns {Promise<import("../modules/app.js").Screen>} */
export async function home(app) {
  const { t } = app;
  const overview = await api.overview();
  const [next, ...later] = overview.next;
  const isChild = app.me.role === "child";
  const tile = (/** @type {string} */ symbol, /** @type {string} */ key, /** @type {string} */ path) =>
    h(
      "a",
      { class: "tile", href: ROOT + path },
      icon(symbol),
      h("strong", {}, t(key)),
      h("span", { class: "quiet" }, t(`${key}.about`)),
    );
  const element = page(
    { class: isChild ? "home of-child" : "home" },
    h("div", {}, h("p", { class: "eyebrow" }, greeting(app)), h("h1", {}, t("home"))),
    h(
      "div",
      { class: "stack wide-left" },
      next ? nextStep(app, next) : nothing(app),
      later.length > 0 &&
        h(
          "section",
          { class: "box", "aria-labelledby": "later" },
          h("h2", { id: "later" }, t("home.later")),
          h("ul", { class: "lines" }, later.slice(0, MORE_STEPS).map((step) => h("li", {}, laterStep(app, step)))),
        ),
    ),
    h(
      "nav",
      { class: "tiles", "aria-label": t("home") },
      isChild && tile("picture", "child.page", "/child"),
      tile("activity", "activities", "/activities"),
      tile("thing", "resources", "/resources"),
      tile("playlist", "playlists", "/playlists"),
      tile("week", "plan", "/plan"),
    ),
    h(
      "section",
      { class: "box", "aria-labelledby": "today" },
      h("h2", { id: "today" }, t("home.today")),
      overview.today.length === 0
        ? h("p", { class: "quiet" }, t("home.today_empty"))
        : h("ul", { class: "list" }, overview.today.map((item) => todayItem(app, item))),
    ),
  );
  return { element, title: t("home"), parts: ["activities", "resources", "members"] };
}

/** @param {App} app */
function greeting(app) {
  const hour = new Date().getHours();
  const part = hour < 5 ? "night" : hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return app.t(`home.good_${part}`, { name: app.name(app.me.member) });
}

/** @param {App} app @param {Step} step */
function sentence(app, step) {
  return app.t(step.name ? `next.${step.kind}.named` : `next.${step.kind}`, { name: step.name });
}

/** @param {App} app @param {Step} step */
function nextStep(app, step) {
  const { t, format } = app;
  return h(
    "section",
    { class: "next-step", "aria-labelledby": "next" },
    icon(symbolOf(step.kind)),
    h("h2", { class: "eyebrow", id: "next" }, t("home.next")),
    h(
      "div",
      {},
      h("p", { class: "h2" }, h("strong", { dir: "auto" }, sentence(app, step))),
      step.by && h("p", { class: "quiet" }, t("next.until", { moment: format.moment(seconds(step.by)) })),
    ),
    h(
      "div",
      { class: "row" },
      linkButton("next", t(`next.${step.kind}.go`), ROOT + pathOf(step, app.me.role), { class: "main" }),
    ),
  );
}

/** @param {App} app */
function nothing(app) {
  const { t } = app;
  const start = async () => {
    const created = await api.createActivity();
    await app.go(`/activities/${created.id}`);
  };
  return h(
    "section",
    { class: "next-step", "aria-labelledby": "next" },
    icon("yes"),
    h("h2", { class: "eyebrow", id: "next" }, t("home.next")),
    h(
      "div",
      {},
      h("p", {}, h("strong", {}, t("home.nothing"))),
      h("p", { class: "quiet" }, t(app.me.canHost ? "home.nothing_host" : "home.nothing_child")),
    ),
    app.me.canHost && h("div", { class: "row" }, button("add", t("activity.start"), start, { class: "main" })),
  );
}

/** @param {App} app @param {Step} step */
function laterStep(app, step) {
  return h(
    "a",
    { class: "line", href: ROOT + pathOf(step, app.me.role) },
    icon(symbolOf(step.kind)),
    h("strong", { dir: "auto" }, sentence(app, step)),
    step.by && h("span", { class: "quiet" }, app.t("next.until", { moment: app.format.moment(seconds(step.by)) })),
  );
}

/** @param {App} app @param {PlanItem} item */
function todayItem(app, item) {
  const symbol = { activity: "activity", booking: "thing", task: "task", busy: "lock" }[item.kind];
  return h(
    "li",
    { class: "fact" },
    icon(symbol),
    h(
      "div",
      {},
      own(item.name, "strong"),
      h("p", { class: "quiet" }, app.format.times(spanOf(item)), item.location && [" · ", own(item.location)]),
    ),
  );
}
