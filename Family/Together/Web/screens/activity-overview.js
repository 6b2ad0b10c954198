/**
 * An activity as all its members see it: time, place, people, tasks and changes (B11, N3, N4).
 * @module
 */
import { api, ROOT, seconds, spanOf, wire } from "../modules/api.js";
import { instant, local } from "../modules/dates.js";
import { ask, button, field, h, linkButton, own } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { line, repeatField } from "./activity-details.js";
import { fact, heading, page, picture, pictureOf, titleOf } from "./parts.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").Activity} Activity */
/** @typedef {import("./activity.js").Flow} Flow */

/** @param {App} app @param {Activity} activity @param {Flow} [flow] of the host @returns {import("../modules/app.js").Screen} */
export function overview(app, activity, flow) {
  const { t, format } = app;
  const problem = flow?.problem ?? h("p", { class: "notice warn", role: "alert" });
  const isOn = activity.stage === "invited";
  const state = {
    polling: "state.polling_long",
    tied: "state.deciding",
    unvoted: "state.deciding",
    scheduling: "state.scheduling",
    detailing: "state.detailing",
    done: "state.done_long",
    cancelled: "state.cancelled_long",
    draft: "state.deciding",
  }[activity.stage];
  const attempt = async (/** @type {() => Promise<unknown>} */ work, message = "") => {
    problem.textContent = "";
    app.say("");
    try {
      await work();
      await app.again();
      app.say(message);
    } catch (error) {
      app.say(app.explain(error), { isProblem: true });
    }
  };
  const element = page(
    { class: "narrow" },
    heading(
      titleOf(app, activity),
      { label: t("activities"), path: "/activities" },
      isOn && linkButton("print", t("print"), `${ROOT}/activities/${activity.id}/print`),
    ),
    app.query.has("sent") && isOn && h("p", { class: "notice good", role: "status" }, t("activity.sent")),
    problem,
    state && h("p", { class: "notice" }, t(state, { name: app.name(activity.host) })),
    h(
      "section",
      { class: "box" },
      picture(pictureOf(activity)),
      activity.description && h("p", { class: "pre", dir: "auto" }, activity.description),
      h(
        "dl",
        { class: "facts" },
        activity.start && activity.end &&
          fact(
            "clock",
            t("when"),
            format.span(spanOf({ start: activity.start, end: activity.end })),
            ` (${format.relative(seconds(activity.start))})`,
          ),
        activity.location && fact("place", t("location"), own(activity.location)),
        activity.type && fact("type", t("type"), own(activity.type)),
        activity.repeat &&
          fact("repeat", t("repeat"), t(`repeat.${activity.repeat.interval}_${activity.repeat.every}`)),
        fact("person", t("host"), app.who(activity.host, true)),
        fact(
          "people",
          t("invite.title"),
          h("span", { class: "row" }, activity.invitees.map((id) => app.who(id, true))),
        ),
      ),
      activity.experience &&
        h(
          "div",
          { class: "row" },
          h(
            "a",
            { class: "plain", href: `/prep/view/${encodeURIComponent(activity.experience.id)}` },
            icon("eye"),
            t("activity.see_place", { title: activity.experience.title }),
          ),
        ),
    ),
    activity.tasks.length > 0 && h(
      "section",
      { class: "box", "aria-labelledby": "tasks" },
      h("h2", { id: "tasks" }, t("tasks")),
      h("ul", { class: "list" }, activity.tasks.map((_, index) => taskItem(app, activity, index, attempt))),
    ),
    activity.changes.length > 0 && h(
      "section",
      { class: "box", "aria-labelledby": "changes" },
      h("h2", { id: "changes" }, t("changes")),
      h("ul", { class: "list" }, activity.changes.map((change) => changeItem(app, change))),
    ),
    flow && isOn && h(
      "section",
      { class: "box", "aria-labelledby": "host" },
      h("h2", { id: "host" }, t("activity.as_host")),
      h(
        "div",
        { class: "row" },
        button("edit", t("activity.change"), () => change(app, activity, attempt)),
        button("repeat", t("repeat"), () => changeRepeat(app, activity, attempt)),
        flow.remove,
      ),
    ),
    activity.poll?.counts &&
      h("p", { class: "hint" }, t("poll.was", { of: activity.poll.of, voted: activity.poll.voted })),
    h(
      "div",
      { class: "row" },
      linkButton("home", t("home"), `${ROOT}/`),
      linkButton("week", t("plan"), `${ROOT}/plan`),
    ),
  );
  return { element, title: titleOf(app, activity), parts: ["activities", "members"] };
}

/** @param {App} app @param {Activity} activity @param {number} index @param {(work: () => Promise<unknown>, message?: string) => Promise<void>} attempt */
function taskItem(app, activity, index, attempt) {
  const { t } = app;
  const task = activity.tasks[index];
  const isOn = activity.stage === "invited";
  const isMine = task.assignee === app.me.member;
  const box = h("input", {
    type: "checkbox",
    id: `task-${index}`,
    checked: task.done ?? false,
    disabled: !isOn || !(isMine || activity.isHost),
    onchange: () => attempt(() => api.completeTask(activity.id, index, box.checked)),
  });
  const who = h(
    "select",
    {
      value: String(task.assignee),
      "aria-label": t("details.who", { task: task.name }),
      onchange: () =>
        attempt(
          () => api.reassignTask(activity.id, index, Number(who.value)),
          t("task.reassigned", { name: app.name(Number(who.value)) }),
        ),
    },
    activity.invitees.map((id) => h("option", { value: String(id) }, app.name(id))),
  );
  return h(
    "li",
    { class: isMine && !task.done && isOn ? "part busy" : "part" },
    h("label", { class: "check when" }, box, own(task.name)),
    activity.isHost && isOn ? h("div", { class: "field" }, who) : app.who(task.assignee, true),
    activity.isHost && isOn && !task.done && !isMine &&
      button(
        "bell",
        t("task.remind"),
        () => attempt(() => api.remind(activity.id, index), t("task.reminded", { name: app.name(task.assignee) })),
        {
          class: "plain small",
          "aria-label": `${t("task.remind")}: ${task.name}`,
        },
      ),
  );
}

/** A change as a sentence, for narrow pages and the voice. @param {App} app @param {Activity["changes"][number]} change */
export function changeText(app, change) {
  const [before, after] = [change.before, change.after].map((value) => changeValue(app, change, value));
  return `${app.t(`change.${change.what}`)} ${app.t("sheet.before_after", { before, after })}`;
}

/** @param {App} app @param {Activity["changes"][number]} change @param {string} value */
function changeValue({ t, format }, { what }, value) {
  return ["start", "end"].includes(what) && value ? format.moment(seconds(value)) : value || t("nothing");
}

/** The old and new value, next to each other (N4). @param {App} app @param {Activity["changes"][number]} change */
export function changeItem(app, change) {
  const { t, format } = app;
  const words = (/** @type {string} */ value) => changeValue(app, change, value);
  return h(
    "li",
    { class: "stack tight" },
    h(
      "p",
      {},
      h("strong", {}, t(`change.${change.what}`)),
      " ",
      h("span", { class: "quiet" }, format.relative(seconds(change.at))),
    ),
    h(
      "div",
      { class: "versus" },
      h(
        "p",
        {},
        h("span", { class: "eyebrow" }, t("change.before")),
        h("br"),
        h("s", { dir: "auto" }, words(change.before)),
      ),
      h(
        "p",
        {},
        h("span", { class: "eyebrow" }, t("change.after")),
        h("br"),
        h("strong", { dir: "auto" }, words(change.after)),
      ),
    ),
  );
}

/** @param {App} app @param {Activity} activity @param {(work: () => Promise<unknown>, message?: string) => Promise<void>} attempt */
async function change(app, activity, attempt) {
  const { t, format } = app;
  const [start, end] = [local(seconds(activity.start), format.zone), local(seconds(activity.end), format.zone)];
  const name = h("input", { value: activity.name, maxlength: 200, dir: "auto" });
  const location = h("input", { value: activity.location, maxlength: 10_000, dir: "auto" });
  const day = h("input", { type: "date", value: start.day });
  const from = h("input", { type: "time", value: start.time });
  const lastDay = h("input", { type: "date", value: end.day });
  const to = h("input", { type: "time", value: end.time });
  const error = h("p", { class: "error", role: "alert" });
  for (;;) {
    const answer = await ask(t("activity.change"), [
      { value: "save", label: t("activity.change_send"), symbol: "send", kind: "main" },
      { value: "cancel", label: t("cancel"), symbol: "no" },
    ], [
      line("info", t("activity.change_hint")),
      field(t("name"), name),
      field(t("location"), location),
      h("div", { class: "pair" }, field(t("start_day"), day), field(t("start_time"), from)),
      h("div", { class: "pair" }, field(t("end_day"), lastDay), field(t("end_time"), to)),
      error,
    ]);
    if (answer !== "save") return;
    const begins = instant(day.value, from.value, format.zone);
    const ends = instant(lastDay.value, to.value, format.zone);
    if (!name.value.trim()) error.textContent = t("error.name_missing");
    else if (!location.value.trim()) error.textContent = t("error.location_missing");
    else if (!(ends > begins)) error.textContent = t("error.slot_ends_before_it_starts");
    else if (begins <= Date.now() / 1000) error.textContent = t("error.slot_in_the_past");
    else {
      /** @type {Partial<Activity>} */
      const changes = {};
      if (name.value.trim() !== activity.name) changes.name = name.value.trim();
      if (location.value.trim() !== activity.location) changes.location = location.value.trim();
      if (begins !== seconds(activity.start)) changes.start = wire(begins);
      if (ends !== seconds(activity.end)) changes.end = wire(ends);
      if (Object.keys(changes).length === 0) return;
      return await attempt(() => api.changeActivity(activity.id, changes), t("activity.changed"));
    }
  }
}

/** @param {App} app @param {Activity} activity @param {(work: () => Promise<unknown>, message?: string) => Promise<void>} attempt */
async function changeRepeat(app, activity, attempt) {
  const { t } = app;
  const repeat = repeatField(app, activity.repeat, () => {});
  const answer = await ask(t("repeat"), [
    { value: "save", label: t("save"), symbol: "yes", kind: "main" },
    { value: "cancel", label: t("cancel"), symbol: "no" },
  ], [repeat.element]);
  if (answer === "save") await attempt(() => api.repeat(activity.id, repeat.value()), t("repeat.saved"));
}
