/**
 * An activity at its current step for this member.
 * @module
 */
import { api } from "../modules/api.js";
import { ask, button, h } from "../modules/dom.js";
import { ActivityForm } from "../modules/flow.js";
import { details } from "./activity-details.js";
import { overview } from "./activity-overview.js";
import { decidedByPoll, polling, tied, unvoted } from "./activity-poll.js";
import { schedule } from "./activity-schedule.js";
import { enter, invite, makePoll } from "./activity-start.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */
/** @typedef {import("../modules/api.js").Activity} Activity */

/**
 * Values shared by the host's screens.
 * @typedef {object} Flow
 * @property {App} app
 * @property {Activity} activity
 * @property {ActivityForm} form
 * @property {string} path of this activity, below /together
 * @property {HTMLElement} problem shows why a step did not work
 * @property {HTMLElement | null} discard the button that discards a draft, which no one else has seen
 * @property {HTMLElement | null} remove the button that deletes a sent poll or cancels the activity
 * @property {(work: () => Promise<unknown>, next?: string, changed?: (now: Record<string, string>) => unknown) => Promise<void>} step
 *   does a step and shows what follows; `changed` gets what is stored if another device was faster
 */

/** Labels of the button that ends an activity, by how much of it others have seen. */
const DISCARD = {
  label: "discard",
  question: "activity.discard_question",
  yes: "activity.discard_yes",
  done: "activity.discarded",
};
const DELETE = {
  label: "activity.delete",
  question: "activity.delete_question",
  yes: "activity.delete_yes",
  done: "activity.deleted",
};
const CANCEL = {
  label: "activity.cancel",
  question: "activity.cancel_question",
  yes: "activity.cancel_yes",
  done: "activity.cancelled",
};

/** @param {App} app @param {string} id @returns {Promise<Screen>} */
export async function activity(app, id) {
  const found = await api.activity(id);
  const screen = found.isHost
    ? host(app, found)
    : found.stage === "polling"
    ? polling(app, found)
    : overview(app, found);
  return { parts: ["activities", "members"], ...await screen };
}

/** @param {App} app @param {Activity} activity @returns {Screen | Promise<Screen>} */
function host(app, activity) {
  const flow = flowOf(app, activity);
  const step = app.query.get("step");
  const screen = choose(flow, step);
  const leave = () => void flow.form.flush(true);
  addEventListener("pagehide", leave);
  return Promise.resolve(screen).then((made) => ({
    ...made,
    // Changes elsewhere do not interrupt a host who is typing.
    refresh: async () => {
      const now = await api.activity(activity.id).catch(() => null);
      if (now?.stage !== activity.stage) return await app.render();
      await made.refresh?.();
    },
    release: async () => {
      removeEventListener("pagehide", leave);
      await made.release?.();
      await flow.form.flush();
    },
  }));
}

/** @param {Flow} flow @param {string | null} step @returns {Screen | Promise<Screen>} */
function choose(flow, step) {
  const { activity, app } = flow;
  switch (activity.stage) {
    case "draft":
      if (step === "poll") return makePoll(flow);
      return step === "enter" ? enter(flow) : invite(flow);
    case "polling":
      return polling(app, activity, flow);
    case "tied":
      return tied(flow);
    case "unvoted":
      if (step === "poll") return makePoll(flow);
      return step === "enter" ? enter(flow) : unvoted(flow);
    case "scheduling":
      return step === "enter" && !decidedByPoll(activity) ? enter(flow) : schedule(flow);
    case "detailing":
      return details(flow);
    default:
      return { ...overview(app, activity, flow), refresh: () => app.again() };
  }
}

/** @param {App} app @param {Activity} activity @returns {Flow} */
function flowOf(app, activity) {
  const { t } = app;
  const path = `/activities/${activity.id}`;
  const problem = h("div", { class: "notice warn stack", role: "alert" });
  const conflicted = () => {
    const keep = async () => {
      problem.replaceChildren();
      await form.keepMine();
    };
    const take = () => {
      form.discard();
      return app.again();
    };
    problem.replaceChildren(
      h("p", {}, t("form.changed_elsewhere")),
      h("p", { class: "pre", dir: "auto" }, formTexts(form.other?.form ?? {})),
      h(
        "div",
        { class: "row" },
        button("yes", t("form.keep_mine"), keep),
        button("repeat", t("form.take_other"), take),
      ),
    );
    problem.scrollIntoView({ block: "center" });
  };
  const form = new ActivityForm(activity, api.saveForm, sessionStorage, conflicted);
  if (form.other) conflicted();
  const words = activity.stage === "invited" ? CANCEL : activity.poll ? DELETE : DISCARD;
  const end = button("delete", t(words.label), async () => {
    const answer = await ask(t(words.question), [
      { value: "yes", label: t(words.yes), symbol: "delete", kind: "alarm" },
      { value: "no", label: t("activity.keep"), symbol: "back" },
    ]);
    if (answer !== "yes") return;
    try {
      await api.removeActivity(activity.id);
      form.discard();
      await app.go("/activities", { message: t(words.done) });
    } catch (error) {
      problem.textContent = app.explain(error);
    }
  }, { class: words === DISCARD ? "soft" : "alarm" });
  const [discard, remove] = words === DISCARD ? [end, null] : [null, end];

  /** @type {Flow["step"]} */
  const step = async (work, next = path, changed = undefined) => {
    problem.replaceChildren();
    try {
      await form.flush();
      if (form.other) return conflicted();
      await work();
      await app.go(next);
    } catch (error) {
      const { code, status, fields } = /** @type {any} */ (error);
      if (code === "changed_elsewhere" && changed) return void await changed(fields);
      if (code === "not_now" || status === 404) return void await app.go(path, { message: t("activity.moved_on") });
      problem.textContent = app.explain(error);
      problem.scrollIntoView({ block: "center" });
    }
  };
  return { app, activity, form, path, problem, discard, remove, step };
}

/** The texts of an unfinished input, one per line. @param {Record<string, any>} form */
function formTexts(form) {
  const options = Array.isArray(form.options) ? form.options.map((/** @type {any} */ option) => option?.name) : [];
  return [form.name, form.description, ...options, form.location, form.type]
    .filter((text) => typeof text === "string" && text.trim()).join("\n");
}
