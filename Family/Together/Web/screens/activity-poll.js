/**
 * A poll: voting, waiting, breaking a tie, and a poll without votes (B4 to B6).
 * @module
 */
import { api, ROOT, seconds } from "../modules/api.js";
import { ask, button, choices, h, linkButton, own } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { standings } from "../modules/poll.js";
import { line } from "./activity-details.js";
import { actions, heading, page, picture, STEPS, steps } from "./parts.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */
/** @typedef {import("../modules/api.js").Activity} Activity */
/** @typedef {import("../modules/api.js").Poll} Poll */
/** @typedef {import("./activity.js").Flow} Flow */

/** The open poll; the host also sees how many have voted. @param {App} app @param {Activity} activity @param {Flow} [flow] of the host @returns {Screen} */
export function polling(app, activity, flow) {
  const { t, format } = app;
  const poll = /** @type {Poll} */ (activity.poll);
  const mayVote = activity.invitees.includes(app.me.member);
  let voted = poll.mine.length > 0;
  let sent = poll.mine.map(String);
  let chosen = sent;
  let current = poll;
  const notice = h("p", { class: "notice", role: "status" });
  const problem = flow?.problem ?? h("p", { class: "notice warn", role: "alert" });
  const progress = h("progress", { max: poll.of, value: poll.voted, "aria-label": t("poll.progress") });
  const words = h("span", {}, t("poll.voted", { voted: poll.voted, of: poll.of }));
  const explain = () =>
    notice.textContent = voted ? t("poll.thanks", { moment: format.moment(seconds(poll.deadline)) }) : "";
  const submit = button("vote", t(voted ? "poll.change" : "poll.submit"), async () => {
    problem.textContent = "";
    if (chosen.length === 0) return problem.textContent = t("error.no_vote");
    try {
      const now = await api.vote(activity.id, chosen.map(Number));
      if (now.stage !== "polling") {
        return await app.go(`/activities/${activity.id}`, { replace: true, message: t("poll.voted_last") });
      }
      sent = now.poll?.mine.map(String) ?? chosen;
      voted = true;
      submit.querySelector(".label").textContent = t("poll.change");
      explain();
      match();
      update(now);
    } catch (error) {
      problem.textContent = app.explain(error);
      if (/** @type {any} */ (error).code === "poll_closed") await app.again();
    }
  }, { class: "main" });
  /** Votes that are already sent need no button. */
  const match = () => submit.disabled = voted && [...chosen].sort().join() === [...sent].sort().join();
  match();
  /** Asks for confirmation, because closing cannot be undone. @param {Flow} flow */
  const close = async (flow) => {
    const missing = current.of - current.voted;
    const answer = await ask(t("poll.close_question", { count: missing }), [
      { value: "close", label: t("poll.close_yes"), symbol: "poll", kind: "alarm" },
      { value: "keep", label: t("poll.keep"), symbol: "back" },
    ]);
    if (answer === "close") await flow.step(() => api.closePoll(activity.id));
  };
  const update = (/** @type {Activity} */ now) => {
    if (!now.poll) return;
    current = now.poll;
    progress.value = now.poll.voted;
    progress.max = now.poll.of;
    words.textContent = t("poll.voted", { voted: now.poll.voted, of: now.poll.of });
  };
  explain();
  const list = mayVote
    ? choices(
      t("poll.choose"),
      poll.options.map((option, index) => ({
        value: String(index),
        label: [
          own(option.name, "strong"),
          h("span", { class: "hint", dir: "auto" }, option.description),
        ],
        more: picture(option.picture),
      })),
      { type: "checkbox", chosen, changed: (now) => (chosen = now, match()), hint: t("poll.choose_hint") },
    )
    : h("ul", { class: "list" }, poll.options.map((option) => optionItem(option)));
  const element = page(
    { class: "narrow" },
    heading(t("poll.question", { name: app.name(activity.host) }), {
      label: t("activities"),
      path: "/activities",
    }),
    flow && steps(app, 2, STEPS, t("step.what")),
    notice,
    problem,
    list,
    h(
      "div",
      { class: "box" },
      line("clock", t("poll.until", { moment: format.nearMoment(seconds(poll.deadline)) })),
      h("p", { class: "fact" }, icon("people"), words),
      progress,
      h("p", { class: "hint" }, t("poll.secret")),
    ),
    flow && h("div", { class: "row" }, button("poll", t("poll.close"), () => close(flow)), flow.remove),
    mayVote && actions([], submit),
  );
  return {
    element,
    title: t("poll.title"),
    parts: ["activities"],
    // Unsent marks stay as they are.
    refresh: async () => {
      const now = await api.activity(activity.id).catch(() => null);
      if (!now || now.stage !== "polling") return app.again();
      update(now);
    },
  };
}

/** @param {import("../modules/api.js").Option} option */
function optionItem(option) {
  return h(
    "li",
    { class: "choice" },
    h(
      "span",
      { class: "choice-text" },
      own(option.name, "strong"),
      h("span", { class: "hint", dir: "auto" }, option.description),
    ),
    picture(option.picture),
  );
}

/** Whether a poll decided the activity; otherwise its host entered it. @param {Activity} activity */
export function decidedByPoll(activity) {
  return activity.poll?.counts?.some((count) => count > 0) ?? false;
}

/** Votes of a closed poll as bars. @param {App} app @param {Poll} poll */
export function results(app, poll) {
  return h(
    "ul",
    { class: "list" },
    standings(poll.options, poll.counts ?? []).map(({ option, votes, share }) =>
      h(
        "li",
        { class: "votes" },
        h("div", { class: "bar" }, own(option.name, "strong"), h("span", {}, app.t("poll.votes", { count: votes }))),
        h("div", { class: "vote-bar", "aria-hidden": "true" }, bar(share)),
      )
    ),
  );
}

/** A bar that shows a share from 0 to 1. @param {number} share */
export function bar(share) {
  const element = h("span", {});
  element.style.setProperty("--share", `${Math.round(share * 1000) / 10}%`);
  return element;
}

/** A tie that the host breaks. @param {Flow} flow @returns {Screen} */
export function tied(flow) {
  const { app, activity, problem } = flow;
  const { t } = app;
  const poll = /** @type {Poll} */ (activity.poll);
  let chosen = "";
  const list = choices(
    t("tie.choose"),
    (poll.tied ?? []).map((index) => ({
      value: String(index),
      label: [
        own(poll.options[index].name, "strong"),
        h("span", { class: "hint", dir: "auto" }, poll.options[index].description),
      ],
      more: picture(poll.options[index].picture),
    })),
    { chosen: [], changed: ([value]) => chosen = value },
  );
  const next = () => {
    if (!chosen) return problem.textContent = t("error.choose_one");
    flow.step(() => api.breakTie(activity.id, Number(chosen)));
  };
  const element = page(
    { class: "narrow" },
    heading(t("tie.title"), { label: t("activities"), path: "/activities" }),
    steps(app, 2, STEPS, t("step.what")),
    h("p", {}, t("tie.about")),
    problem,
    list,
    h("details", {}, h("summary", {}, t("poll.results")), h("div", { class: "box" }, results(app, poll))),
    h("div", { class: "row" }, flow.remove),
    actions([], button("next", t("next"), next, { class: "main" })),
  );
  return { element, title: t("tie.title") };
}

/** A poll without votes. @param {Flow} flow @returns {Screen} */
export function unvoted(flow) {
  const { app, path, problem } = flow;
  const { t } = app;
  const element = page(
    { class: "narrow" },
    heading(t("unvoted.title"), { label: t("activities"), path: "/activities" }),
    steps(app, 2, STEPS, t("step.what")),
    h("div", { class: "box" }, h("p", { class: "fact" }, icon("info"), h("span", {}, t("unvoted.about")))),
    problem,
    h("div", { class: "row" }, flow.remove),
    actions(
      [linkButton("poll", t("unvoted.again"), `${ROOT}${path}?step=poll`)],
      linkButton("edit", t("way.enter"), `${ROOT}${path}?step=enter`, { class: "main" }),
    ),
  );
  return { element, title: t("unvoted.title") };
}
