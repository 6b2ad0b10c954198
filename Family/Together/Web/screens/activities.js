/**
 * All activities that the member hosts or is invited to, and the types of activities (B1).
 * @module
 */
import { api, ROOT } from "../modules/api.js";
import { ask, button, field, h, linkButton, own, showFieldError } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { changeTexts } from "./change.js";
import { activityItem, empty, heading, page } from "./parts.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").ActivityType} ActivityType */

/** @param {App} app @returns {Promise<import("../modules/app.js").Screen>} */
export async function activities(app) {
  if (app.query.get("view") === "types") return await types(app);
  const { t } = app;
  const past = app.query.get("view") === "past";
  const { activities, more } = await api.activities(past ? "past" : "open");
  const notice = h("p", { class: "notice warn", role: "alert" });
  const start = async () => {
    try {
      const created = await api.createActivity();
      await app.go(`/activities/${created.id}`);
    } catch (error) {
      notice.textContent = app.explain(error);
    }
  };
  const list = h("ul", { class: "list" }, activities.map((one, index) => activityItem(app, one, index === 0)));
  const further = button("down", t("more"), async () => {
    const last = activities[activities.length - 1];
    const found = await api.activities(past ? "past" : "open", last.start ?? last.changed);
    activities.push(...found.activities);
    list.append(...found.activities.map((one) => activityItem(app, one, false)));
    further.hidden = !found.more;
  }, { hidden: !more });
  const tab = (/** @type {string} */ key, /** @type {string} */ path, /** @type {boolean} */ here) =>
    linkButton(here ? "yes" : "clock", t(key), ROOT + path, {
      "aria-current": here && "page",
      class: here ? "main" : "plain",
    });
  const element = page(
    {},
    heading(
      t("activities"),
      { label: t("home"), path: "/" },
      app.me.canHost && button("add", t("activity.start"), start, { class: "main" }),
      app.me.role !== "child" && linkButton("type", t("types.add"), `${ROOT}/activities?view=types`),
    ),
    notice,
    h(
      "nav",
      { class: "row", "aria-label": t("activities.which") },
      tab("activities.open", "/activities", !past),
      tab("activities.past", "/activities?view=past", past),
    ),
    activities.length > 0 ? list : empty("activity", t(past ? "activities.no_past" : "activities.none")),
    h("div", { class: "row" }, further),
  );
  return { element, title: t("activities"), parts: ["activities", "members"] };
}

/** @param {App} app @returns {Promise<import("../modules/app.js").Screen>} */
async function types(app) {
  const { t } = app;
  const found = (await api.types()).types;
  const notice = h("p", { class: "notice", role: "status" });
  const name = h("input", { maxlength: 200, autocomplete: "off" });
  const tasks = h("textarea", { rows: 4 });
  const add = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!name.value.trim()) return showFieldError(name, t("types.name_missing")), name.focus();
    try {
      await api.addType(name.value.trim(), lines(tasks.value));
      await app.go("/activities?view=types", { replace: true, message: t("types.added", { name: name.value.trim() }) });
    } catch (error) {
      notice.textContent = app.explain(error);
    }
  };
  const element = page(
    { class: "narrow" },
    heading(t("types"), { label: t("activities"), path: "/activities" }),
    h("p", {}, t("types.about")),
    notice,
    h(
      "form",
      { class: "box", onsubmit: add },
      h("h2", {}, t("types.add")),
      field(t("name"), name),
      field(t("types.tasks"), tasks, t("types.tasks_hint")),
      h("div", { class: "row" }, button("add", t("add"), null, { type: "submit", class: "main" })),
    ),
    h("ul", { class: "list" }, found.map((type) => typeItem(app, type, notice))),
  );
  return { element, title: t("types") };
}

/** Tasks, one per line. @param {string} text */
function lines(text) {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

/** @param {App} app @param {ActivityType} type @param {HTMLElement} notice */
function typeItem(app, type, notice) {
  const { t } = app;
  const change = async () => {
    try {
      const isSaved = await changeTexts(
        app,
        t("types.change", { name: type.name }),
        { name: type.name, more: type.tasks.join("\n") },
        { label: t("types.tasks"), hint: t("types.tasks_hint"), key: "tasks" },
        (entered, before) =>
          api.changeType(type.id, entered.name, lines(entered.more), {
            name: before.name,
            tasks: lines(before.more),
          }),
      );
      if (isSaved) await app.again();
    } catch (error) {
      notice.textContent = app.explain(error);
    }
  };
  const remove = async () => {
    const answer = await ask(t("types.delete_question", { name: type.name }), [
      { value: "yes", label: t("delete"), symbol: "delete", kind: "alarm" },
      { value: "no", label: t("cancel"), symbol: "no" },
    ]);
    if (answer === "yes") await attempt(() => api.removeType(type.id));
  };
  const attempt = async (/** @type {() => Promise<unknown>} */ work) => {
    try {
      await work();
      await app.again();
    } catch (error) {
      notice.textContent = app.explain(error);
    }
  };
  return h(
    "li",
    { class: "item" },
    h(
      "div",
      { class: "bar" },
      h("h3", { dir: "auto" }, type.name),
      type.isPreset && h("span", { class: "badge" }, icon("lock"), t("types.preset")),
    ),
    type.tasks.length > 0
      ? h("ul", { class: "item-line" }, type.tasks.map((task) => h("li", { class: "fact" }, icon("task"), own(task))))
      : h("p", { class: "quiet" }, t("types.no_tasks")),
    !type.isPreset && h(
      "div",
      { class: "row" },
      button("edit", t("edit"), change, { class: "plain small", "aria-label": `${t("edit")}: ${type.name}` }),
      button("delete", t("delete"), remove, { class: "alarm small", "aria-label": `${t("delete")}: ${type.name}` }),
    ),
  );
}
