/**
 * A child's page: voting with pictures and a voice that reads, and the child's upcoming activities (N4).
 * @module
 */
import { api, ROOT, seconds } from "../modules/api.js";
import { local } from "../modules/dates.js";
import { announce, button, h, linkButton } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { line } from "./activity-details.js";
import { changeItem, changeText } from "./activity-overview.js";
import { page, picture, pictureOf } from "./parts.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").Activity} Activity */

/** Number of upcoming activities shown. */
const NEXT = 3;
/** Stages after a poll is closed and before the invitation. */
const CLOSED = ["tied", "scheduling", "detailing"];

/** Choices and states that are kept when the page is redrawn. */
class Kept {
  /** Unsent marks of each poll. @type {Map<string, Set<number>>} */
  marks = new Map();
  /** Polls in which the child is choosing again. @type {Set<string>} */
  reopened = new Set();
  /** Whether the voice is reading. Until it ends, the page is not redrawn. */
  reads = false;
  /** Whether something changed while the voice was reading. */
  waits = false;
}

let kept = new Kept();

/** The polls and the coming activities of a child. @param {App} app @param {Activity[]} activities */
function partsOf(app, activities) {
  const mine = activities.filter(({ poll, invitees }) => poll && invitees.includes(app.me.member));
  return {
    polls: mine.filter(({ stage, poll }) => stage === "polling" || CLOSED.includes(stage) && poll?.mine.length),
    coming: activities.filter(({ stage }) => stage === "invited").slice(0, NEXT),
  };
}

/** The page's content as a string, to detect changes. Votes of others do not change it. @param {App} app @param {Activity[]} activities */
function shownOf(app, activities) {
  const { polls, coming } = partsOf(app, activities);
  return JSON.stringify([
    polls.map(({ id, stage, poll, name }) => [id, stage, poll?.options, stage === "polling" || name]),
    coming.map((one) => [
      one.id,
      [one.name, one.start, one.end, one.location, one.invitees],
      one.tasks,
      one.changes,
      one.experience,
    ]),
  ]);
}

/** @param {App} app @returns {Promise<import("../modules/app.js").Screen>} */
export async function child(app) {
  const { t } = app;
  let { activities } = await api.activities("open");
  const { polls, coming } = partsOf(app, activities);
  const voted = (/** @type {Activity} */ now) => activities = activities.map((one) => one.id === now.id ? now : one);
  const name = app.name(app.me.member);
  const element = page(
    {},
    h("h1", {}, t("child.hello", { name })),
    polls.map((poll) => pollPart(app, poll, voted)),
    polls.length === 0 && coming.length === 0 &&
      h("div", { class: "empty" }, icon("heart"), h("p", {}, t("child.nothing"))),
    coming.length > 0 && h(
      "section",
      { class: "stack", "aria-labelledby": "coming" },
      h("h2", { id: "coming" }, t("child.coming")),
      h("ul", { class: "pictures coming" }, coming.map((activity) => comingPart(app, activity))),
    ),
    h(
      "div",
      { class: "row" },
      h("a", { class: "plain", href: "/" }, icon("back"), h("span", {}, t("child.leave"))),
    ),
  );
  let isShown = false;
  return {
    element,
    title: t("child.page"),
    parts: ["activities"],
    refresh: async () => {
      const now = await api.activities("open").catch(() => null);
      if (!now || shownOf(app, now.activities) === shownOf(app, activities)) return;
      if (kept.reads) kept.waits = true;
      else await app.again();
    },
    shown: () => isShown = true,
    release: () => {
      if (!isShown) return;
      app.voice.stop();
      kept = new Kept();
    },
  };
}

/** Reads a text; a second press stops. @param {App} app @param {string} label @param {string} text */
function readButton(app, label, text, key = "child.read_one") {
  const { t } = app;
  let reading = false;
  const problem = h("p", { class: "notice warn", role: "status" });
  const element = button("sound", t(key), async () => {
    if (reading) return app.voice.stop();
    problem.textContent = "";
    reading = kept.reads = true;
    element.setAttribute("aria-pressed", "true");
    const turn = app.voice.turn + 1;
    const result = await app.voice.read(text);
    reading = false;
    element.setAttribute("aria-pressed", "false");
    if (result === "silent") problem.textContent = t("child.no_voice");
    // Another text may be playing by now.
    if (result === "stopped" && app.voice.turn > turn + 1) return;
    kept.reads = false;
    if (!kept.waits) return;
    kept.waits = false;
    await app.screen?.refresh?.();
  }, { class: "plain", "aria-label": `${t(key)}: ${label}`, "aria-pressed": "false" });
  return h("div", { class: "read" }, element, problem);
}

/** A question, or a simple card after the child has answered. @param {App} app @param {Activity} activity @param {(now: Activity) => void} voted */
function pollPart(app, activity, voted) {
  const section = h("section", { class: "stack" });
  const draw = () => {
    const isOpen = activity.stage === "polling" && (!activity.poll?.mine.length || kept.reopened.has(activity.id));
    section.replaceChildren(...(isOpen ? questionPart(app, activity, answered) : finishedPart(app, activity, reopen)));
  };
  const answered = (/** @type {Activity} */ now) => {
    activity = now;
    voted(now);
    kept.reopened.delete(now.id);
    kept.marks.delete(now.id);
    draw();
    section.querySelector("[tabindex]")?.focus({ preventScroll: true });
    announce(app.t("child.voted"));
  };
  const reopen = () => {
    kept.reopened.add(activity.id);
    draw();
    section.querySelector(".picture-button")?.focus();
  };
  draw();
  return section;
}

/** @param {App} app @param {Activity} activity @param {(now: Activity) => void} answered @returns {HTMLElement[]} */
function questionPart(app, activity, answered) {
  const { t } = app;
  const poll = /** @type {import("../modules/api.js").Poll} */ (activity.poll);
  const chosen = kept.marks.get(activity.id) ?? new Set(poll.mine);
  kept.marks.set(activity.id, chosen);
  const problem = h("p", { class: "notice warn", role: "alert" });
  const send = button("yes", t("child.send"), async () => {
    problem.textContent = "";
    if (chosen.size === 0) return problem.textContent = t("child.choose_first");
    try {
      answered(await api.vote(activity.id, [...chosen]));
    } catch (error) {
      problem.textContent = app.explain(error);
    }
  }, { class: "main child-done" });
  const option = (/** @type {import("../modules/api.js").Option} */ one, /** @type {number} */ index) => {
    const mark = h("span", { class: "mark" });
    const press = h(
      "button",
      {
        type: "button",
        class: "picture-button",
        "aria-pressed": String(chosen.has(index)),
        onclick: () => {
          if (!chosen.delete(index)) chosen.add(index);
          show();
        },
      },
      optionPicture(one),
      h("span", { dir: "auto" }, one.name),
      mark,
    );
    const show = () => {
      press.setAttribute("aria-pressed", String(chosen.has(index)));
      mark.replaceChildren(...(chosen.has(index) ? [icon("yes"), t("child.yes")] : []));
    };
    show();
    return h("li", { class: "picture-choice" }, press, readButton(app, one.name, `${one.name}. ${one.description}`));
  };
  const question = t("child.question");
  return [
    h(
      "div",
      { class: "bar" },
      h("h2", {}, question),
      readButton(app, question, `${question} ${poll.options.map(({ name }) => name).join(". ")}`, "child.read"),
    ),
    h("ul", { class: "pictures" }, poll.options.map(option)),
    problem,
    h("div", { class: "row" }, send),
  ];
}

/** The child's choice and, after the poll, the family's choice. @param {App} app @param {Activity} activity @param {() => void} reopen @returns {HTMLElement[]} */
function finishedPart(app, activity, reopen) {
  const { t } = app;
  const poll = /** @type {import("../modules/api.js").Poll} */ (activity.poll);
  const isOpen = activity.stage === "polling";
  const winner = isOpen ? undefined : poll.options.find(({ name }) => name === activity.name);
  const shown = (/** @type {import("../modules/api.js").Option} */ one, /** @type {boolean} */ isMine) =>
    h(
      "li",
      { class: isMine ? "picture-choice chosen" : "picture-choice" },
      h(
        "div",
        { class: "picture-shown" },
        optionPicture(one),
        h("strong", { dir: "auto" }, one.name),
        isMine && h("span", { class: "mark" }, icon("yes"), t("child.yes")),
      ),
    );
  return [
    h(
      "div",
      { class: "box finished" },
      h("h2", { tabindex: "-1" }, icon("yes"), t("child.voted")),
      h("ul", { class: "pictures" }, poll.mine.map((index) => shown(poll.options[index], true))),
      !isOpen && h("p", { class: "h2" }, t(poll.voted === poll.of ? "child.everyone" : "child.closed")),
      winner && h("h3", {}, t("child.winner")),
      winner && h("ul", { class: "pictures" }, shown(winner, false)),
      isOpen && h("div", { class: "row" }, button("repeat", t("child.again"), reopen, { class: "plain small" })),
    ),
  ];
}

/** @param {import("../modules/api.js").Option} option */
function optionPicture(option) {
  return picture(option.picture, { class: "" }) ?? h("span", { class: "symbol" }, icon("activity"));
}

/** @param {App} app @param {Activity} activity */
function comingPart(app, activity) {
  const { t } = app;
  const when = whenOf(app, activity);
  const others = activity.invitees.filter((id) => id !== app.me.member);
  const people = others.length > 0 ? t("child.with", { names: app.names(others) }) : "";
  const mine = activity.tasks.map((task, index) => ({ task, index })).filter(({ task }) =>
    task.assignee === app.me.member
  );
  const sentences = [
    `${activity.name}.`,
    ...activity.changes.map((change) => changeText(app, change)),
    when,
    activity.location && `${activity.location}.`,
    people,
    ...mine.filter(({ task }) => !task.done).map(({ task }) => `${t("child.you_do", { task: task.name })}.`),
  ].filter(Boolean).join(" ");
  return h(
    "li",
    { class: "picture-choice" },
    picture(pictureOf(activity)),
    h("h3", { dir: "auto" }, activity.name),
    h("p", {}, when),
    activity.location && h("p", { dir: "auto" }, activity.location),
    others.length > 0 && h("p", { class: "row" }, others.map((id) => app.who(id))),
    activity.changes.length > 0 && h(
      "div",
      { class: "notice warn stack" },
      line("info", t("child.changed")),
      h("ul", { class: "stack" }, activity.changes.map((change) => changeItem(app, change))),
    ),
    mine.map(({ task, index }) =>
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          id: `task-${activity.id}-${index}`,
          checked: task.done ?? false,
          onchange: (/** @type {Event} */ event) =>
            api.completeTask(activity.id, index, /** @type {HTMLInputElement} */ (event.target).checked).catch(() =>
              app.again()
            ),
        }),
        h("span", { dir: "auto" }, t("child.you_do", { task: task.name })),
      )
    ),
    h(
      "div",
      { class: "row" },
      readButton(app, activity.name, sentences),
      linkButton("picture", t("child.day"), `${ROOT}/activities/${activity.id}/print?from=child`),
      activity.experience &&
        h(
          "a",
          { class: "plain", href: `/prep/view/${encodeURIComponent(activity.experience.id)}` },
          icon("eye"),
          h("span", {}, t("child.see")),
        ),
    ),
  );
}

/** "Saturday, in 3 days. It starts at 12 o'clock." @param {App} app @param {Activity} activity */
function whenOf({ t, format }, activity) {
  if (!activity.start) return "";
  const start = seconds(activity.start);
  const [hour, minute] = local(start, format.zone).time.split(":").map(Number);
  const starts = minute === 0
    ? t("child.starts_hour", { hour: hour % 12 || 12 })
    : t("child.starts", { time: format.time(start) });
  return `${format.dayAway(start)}. ${starts}`;
}
