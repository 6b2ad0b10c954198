/**
 * A child's page: voting with pictures and a voice that reads, and what the child does next (N4).
 * @module
 */
import { api, ROOT, spanOf } from "../modules/api.js";
import { announce, button, h, linkButton } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { page, picture, pictureOf } from "./parts.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").Activity} Activity */

/** Activities that are shown as what comes next. */
const NEXT = 3;

/** @param {App} app @returns {Promise<import("../modules/app.js").Screen>} */
export async function child(app) {
  const { t } = app;
  const { activities } = await api.activities("open");
  const polls = activities.filter(({ stage, invitees }) => stage === "polling" && invitees.includes(app.me.member));
  const coming = activities.filter(({ stage }) => stage === "invited").slice(0, NEXT);
  const name = app.name(app.me.member);
  const element = page(
    {},
    h(
      "div",
      { class: "bar" },
      h("h1", {}, t("child.hello", { name })),
      app.me.role !== "child" || app.profile === "child"
        ? h("a", { class: "plain", href: "/" }, icon("back"), h("span", {}, t("child.leave")))
        : linkButton("home", t("home"), `${ROOT}/`),
    ),
    polls.map((poll) => pollPart(app, poll)),
    polls.length === 0 && coming.length === 0 &&
      h("div", { class: "empty" }, icon("heart"), h("p", {}, t("child.nothing"))),
    coming.length > 0 && h(
      "section",
      { class: "stack", "aria-labelledby": "coming" },
      h("h2", { id: "coming" }, t("child.coming")),
      h("ul", { class: "pictures coming" }, coming.map((activity) => comingPart(app, activity))),
    ),
  );
  return { element, title: t("child.page"), parts: ["activities"], release: () => app.voice.stop() };
}

/** Reads a text; a second press stops. @param {App} app @param {string} label @param {string} text */
function readButton(app, label, text, key = "child.read_one") {
  const { t } = app;
  let reading = false;
  const element = button("sound", t(key), async () => {
    if (reading) return app.voice.stop();
    reading = true;
    element.setAttribute("aria-pressed", "true");
    const result = await app.voice.read(text);
    reading = false;
    element.setAttribute("aria-pressed", "false");
    if (result === "silent") announce(t("child.no_voice"));
  }, { class: "plain", "aria-label": `${t(key)}: ${label}`, "aria-pressed": "false" });
  return element;
}

/** @param {App} app @param {Activity} activity */
function pollPart(app, activity) {
  const { t } = app;
  const poll = /** @type {import("../modules/api.js").Poll} */ (activity.poll);
  const chosen = new Set(poll.mine);
  const problem = h("p", { class: "notice warn", role: "alert" });
  const thanks = h("p", { class: "notice good", role: "status" }, poll.mine.length > 0 ? t("child.voted") : "");
  const send = button("yes", t("child.send"), async () => {
    problem.textContent = "";
    if (chosen.size === 0) return problem.textContent = t("child.choose_first");
    try {
      const now = await api.vote(activity.id, [...chosen]);
      thanks.textContent = t("child.voted");
      if (now.stage !== "polling") await app.again();
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
          thanks.textContent = "";
          show();
        },
      },
      picture(one.picture, { class: "" }) ?? h("span", { class: "symbol" }, icon("activity")),
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
  return h(
    "section",
    { class: "stack", "aria-label": question },
    h(
      "div",
      { class: "bar" },
      h("h2", {}, question),
      readButton(app, question, `${question} ${poll.options.map(({ name }) => name).join(". ")}`, "child.read"),
    ),
    h("ul", { class: "pictures" }, poll.options.map(option)),
    problem,
    thanks,
    h("div", { class: "row" }, send),
  );
}

/** @param {App} app @param {Activity} activity */
function comingPart(app, activity) {
  const { t, format } = app;
  const when = activity.start && activity.end ? format.span(spanOf({ start: activity.start, end: activity.end })) : "";
  const mine = activity.tasks.map((task, index) => ({ task, index })).filter(({ task }) =>
    task.assignee === app.me.member
  );
  return h(
    "li",
    { class: "picture-choice" },
    picture(pictureOf(activity)),
    h("h3", { dir: "auto" }, activity.name),
    h("p", {}, when),
    activity.location && h("p", { dir: "auto" }, activity.location),
    mine.map(({ task, index }) =>
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          checked: task.done ?? false,
          onchange: (/** @type {Event} */ event) =>
            api.completeTask(activity.id, index, /** @type {HTMLInputElement} */ (event.target).checked).catch(() =>
              app.again()
            ),
        }),
        h("span", { dir: "auto" }, task.name),
      )
    ),
    h(
      "div",
      { class: "row" },
      readButton(app, activity.name, `${activity.name}. ${when}. ${activity.location}`),
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
