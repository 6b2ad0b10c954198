/**
 * Location, type, tasks and assignees; then the invitations (B10, B11).
 * @module
 */
import { api, spanOf } from "../modules/api.js";
import { ask, button, field, h, own } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { refuse } from "./activity-start.js";
import { actions, fact, heading, page, STEPS, steps } from "./parts.js";

/** @typedef {import("./activity.js").Flow} Flow */
/** @typedef {import("../modules/api.js").Task} Task */
/** @typedef {import("../modules/api.js").ActivityType} ActivityType */
/** @typedef {import("../modules/api.js").Repeat} Repeat */

/** The choice "new type" in the list of types. */
const NEW = "\u0000new";

/** @param {Flow} flow @returns {Promise<import("../modules/app.js").Screen>} */
export async function details(flow) {
  const { app, activity, form, problem } = flow;
  const { t, format } = app;
  const [{ types }, experiences] = await Promise.all([api.types(), api.experiences()]);
  const me = activity.invitees.includes(app.me.member) ? app.me.member : activity.invitees[0];
  /** @type {Task[]} */
  const tasks = (form.value.tasks ?? activity.tasks).filter((/** @type {Task} */ task) =>
    activity.invitees.includes(task.assignee)
  );

  const location = h("input", {
    value: form.value.location ?? activity.location,
    maxlength: 10_000,
    dir: "auto",
    oninput: () => form.set({ location: location.value }),
  });

  let chosenType = form.value.type ?? activity.type;
  const type = h(
    "select",
    {
      value: chosenType,
      onchange: () => type.value === NEW ? makeType() : chooseType(type.value),
    },
    h("option", { value: "" }, t("details.choose")),
    types.map(({ name }) => h("option", { value: name }, name)),
    app.me.role !== "child" && h("option", { value: NEW }, t("details.new_type")),
  );
  const chooseType = (/** @type {string} */ name) => {
    const before = types.find((one) => one.name === chosenType)?.tasks ?? [];
    const suggested = types.find((one) => one.name === name)?.tasks ?? [];
    // Tasks of the previous type are removed; those entered by hand stay.
    const kept = tasks.filter((task) => !before.includes(task.name));
    const added = suggested.filter((one) => !kept.some((task) => task.name === one));
    tasks.splice(0, tasks.length, ...kept, ...added.map((task) => ({ name: task, assignee: me })));
    chosenType = name;
    type.value = name;
    form.set({ type: name, tasks });
    draw();
  };
  const makeType = async () => {
    const name = h("input", { maxlength: 200, dir: "auto" });
    const list = h("textarea", { rows: 4, dir: "auto" });
    const error = h("p", { class: "error", role: "alert" });
    type.value = chosenType;
    for (;;) {
      const answer = await ask(t("types.add"), [
        { value: "add", label: t("add"), symbol: "add", kind: "main" },
        { value: "cancel", label: t("cancel"), symbol: "no" },
      ], [field(t("name"), name), field(t("types.tasks"), list, t("types.tasks_hint")), error]);
      if (answer !== "add") return;
      try {
        if (!name.value.trim()) throw new Error();
        const made = await api.addType(
          name.value.trim(),
          list.value.split("\n").map((/** @type {string} */ line) => line.trim()).filter(Boolean),
        );
        types.push(made);
        type.lastElementChild.before(h("option", { value: made.name }, made.name));
        return chooseType(made.name);
      } catch (problem) {
        error.textContent = name.value.trim() ? app.explain(problem) : t("types.name_missing");
      }
    }
  };

  const list = h("ul", { class: "list" });
  const draw = (/** @type {number} */ focus = -1) => {
    list.replaceChildren(...tasks.map((task, index) => taskRow(task, index)));
    none.hidden = tasks.length > 0;
    if (focus >= 0) list.children[focus]?.querySelector("select")?.focus();
  };
  const taskRow = (/** @type {Task} */ task, /** @type {number} */ index) => {
    const who = h(
      "select",
      {
        value: String(task.assignee),
        onchange: () => {
          task.assignee = Number(who.value);
          form.set({ tasks });
        },
      },
      activity.invitees.map((id) => h("option", { value: String(id) }, app.name(id))),
    );
    return h(
      "li",
      { class: "part" },
      h("p", { class: "when" }, own(task.name)),
      field(t("details.who", { task: task.name }), who),
      button("delete", t("delete"), () => {
        tasks.splice(index, 1);
        form.set({ tasks });
        draw();
        newTask.focus();
      }, { class: "alarm small", "aria-label": `${t("delete")}: ${task.name}` }),
    );
  };
  const none = h("p", { class: "quiet" }, t("details.no_tasks"));
  const newTask = h("input", { maxlength: 200, autocomplete: "off", dir: "auto" });
  const addTask = (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = newTask.value.trim();
    if (!name) return refuse(newTask, t("error.task_missing"));
    tasks.push({ name, assignee: me });
    newTask.value = "";
    form.set({ tasks });
    draw(tasks.length - 1);
  };
  draw();

  const prep = experiences.length > 0 && h(
    "select",
    {
      value: (form.value.experience ?? activity.experience)?.id ?? "",
      onchange: () => form.set({ experience: experiences.find(({ id }) => id === prep.value) ?? null }),
    },
    h("option", { value: "" }, t("details.no_experience")),
    experiences.map(({ id, title }) => h("option", { value: id }, title)),
  );
  const repeat = repeatField(
    app,
    form.value.repeat !== undefined ? form.value.repeat : activity.repeat,
    (value) => form.set({ repeat: value }),
  );

  const send = () => {
    if (!location.value.trim()) return refuse(location, t("error.location_missing"));
    if (!chosenType) return refuse(type, t("error.type_missing"));
    if (tasks.length === 0) return refuse(newTask, t("error.no_tasks"));
    const experience = form.value.experience !== undefined ? form.value.experience : activity.experience;
    flow.step(
      async () => {
        const sent = await api.sendInvites(activity.id, {
          location: location.value.trim(),
          type: chosenType,
          tasks: tasks.map(({ name, assignee }) => ({ name, assignee })),
          experience: experience ?? null,
          repeat: repeat.value(),
        }, form.version);
        if (sent.stage === "invited") form.discard();
      },
      `${flow.path}?sent=1`,
      (stored) => form.meet(stored),
    );
  };
  const element = page(
    { class: "narrow" },
    heading(activity.name, undefined, flow.discard),
    steps(app, 4, STEPS, t("step.details")),
    activity.start && activity.end
      ? h(
        "dl",
        { class: "facts" },
        fact("clock", t("when"), format.span(spanOf({ start: activity.start, end: activity.end }))),
      )
      : null,
    problem,
    h("section", { class: "box" }, field(t("location"), location, t("details.location_hint")), field(t("type"), type)),
    h(
      "section",
      { class: "box", "aria-labelledby": "tasks" },
      h("h2", { id: "tasks" }, t("tasks")),
      h("p", { class: "hint" }, t("details.tasks_hint")),
      none,
      list,
      h(
        "form",
        { class: "stack tight", onsubmit: addTask },
        field(t("details.new_task"), newTask),
        h("div", { class: "row" }, button("add", t("details.add_task"), null, { type: "submit" })),
      ),
    ),
    h(
      "section",
      { class: "box", "aria-labelledby": "extras" },
      h("h2", { id: "extras" }, t("details.extras")),
      prep && field(t("details.experience"), prep, t("details.experience_hint")),
      repeat.element,
    ),
    flow.remove && h("div", { class: "row" }, flow.remove),
    actions(
      [button("back", t("back"), () => flow.step(() => api.backToSchedule(activity.id)))],
      button("send", t("details.send"), send, { class: "main" }),
    ),
  );
  return { element, title: t("step.details") };
}

/** The fields of a repetition. @param {import("../modules/app.js").App} app @param {Repeat | null} now @param {(repeat: Repeat | null) => void} changed */
export function repeatField(app, now, changed) {
  const { t } = app;
  const every = h(
    "select",
    { value: now ? `${now.interval} ${now.every}` : "", onchange: () => change() },
    h("option", { value: "" }, t("repeat.never")),
    ["1 day", "1 week", "2 week", "1 month"].map((value) =>
      h("option", { value }, t(`repeat.${value.replace(" ", "_")}`))
    ),
  );
  const until = h("input", { type: "date", value: now?.until ?? "", onchange: () => change() });
  const untilField = field(t("repeat.until"), until, t("repeat.until_hint"));
  /** @returns {Repeat | null} */
  const value = () => {
    if (!every.value) return null;
    const [interval, unit] = every.value.split(" ");
    return { every: /** @type {any} */ (unit), interval: Number(interval), until: until.value || null };
  };
  const change = () => {
    untilField.hidden = !every.value;
    changed(value());
  };
  untilField.hidden = !every.value;
  return { element: h("div", { class: "two" }, field(t("repeat"), every), untilField), value };
}

/** @param {string} symbol @param {string} text */
export function line(symbol, text) {
  return h("p", { class: "fact" }, icon(symbol), h("span", {}, text));
}
