/**
 * An activity, at the step at which it stands for this member.
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
 * Values that the host's screens share.
 * @typedef {object} Flow
 * @property {App} app
 * @property {Activity} activity
 * @property {ActivityForm} form
 * @property {string} path of this activity, below /together
 * @property {HTMLElement} problem shows why a step did not work
 * @property {HTMLElement | null} discard the button that discards a draft, which no one else has seen
 * @property {HTMLElement | null} remove the button that deletes a sent poll or cancels the activity
 * @property {(work: () => Promise<unknown>, next?: string) => Promise<void>} step does a step and shows what follows
 */

/** Words of the button that ends an activity, by how much others have seen of it. */
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
    // A host who types is not interrupted by what others do elsewhere.
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
  const form = new ActivityForm(activity, api.saveForm);
  const path = `/activities/${activity.id}`;
  const problem = h("p", { class: "notice warn", role: "alert" });
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
  const step = async (work, next = path) => {
    problem.textContent = "";
    try {
      await form.flush();
      await work();
      await app.go(next);
    } catch (error) {
      const { code, status } = /** @type {any} */ (error);
      if (code === "not_now" || status === 404) return void await app.go(path, { message: t("activity.moved_on") });
      problem.textContent = app.explain(error);
      problem.scrollIntoView({ block: "center" });
    }
  };
  return { app, activity, form, path, problem, discard, remove, step };
}
