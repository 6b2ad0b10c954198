/**
 * An override request: both sides, the holder's answer, and its result (C5, C6).
 * @module
 */
import { api, ApiError, ROOT, seconds, spanOf } from "../modules/api.js";
import { ask, button, h, linkButton } from "../modules/dom.js";
import { Draft } from "../modules/flow.js";
import { icon } from "../modules/icons.js";
import { actions, heading, page } from "./parts.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").Times} Times */

/** @param {App} app @param {string} id @returns {Promise<import("../modules/app.js").Screen>} */
export async function request(app, id) {
  const { t, format } = app;
  const [{ requests }, { resources }] = await Promise.all([api.requests(), api.resources()]);
  const request = requests.find((one) => String(one.id) === id);
  if (!request) throw new ApiError(404, "not_found", t("error.not_found"));
  const name = resources.find((one) => one.id === request.resource)?.name ?? "";
  const isOpen = request.state === "open";
  const book = (/** @type {string} */ label, /** @type {Times | null} */ times = null) => {
    const days = times
      ? `?view=book&from=${format.dayAt(seconds(times.start))}&to=${format.dayAt(seconds(times.end))}`
      : "";
    return linkButton("calendar", label, `${ROOT}/resources/${request.resource}${days}`, { class: "main" });
  };
  // The next free time, offered to the holder as a new booking. The draft keeps it across redraws.
  const offered = new Draft(`offer-${id}`, () => ({ start: "", end: "" }));
  const offer = offered.value.start && request.state === "approved" && !request.isMine ? offered.value : null;
  const answer = async (/** @type {() => Promise<any>} */ work, /** @type {string} */ message) => {
    app.say("");
    try {
      const result = await work();
      if (result?.offer) offered.set(result.offer);
      await app.go(`/requests/${id}`, { replace: true, message: t(message, { name: app.name(request.requester) }) });
    } catch (error) {
      await app.again();
      app.say(app.explain(error), { isProblem: true });
    }
  };
  const side = (
    /** @type {string} */ title,
    /** @type {number} */ member,
    /** @type {import("../modules/api.js").NewBooking} */ wish,
  ) =>
    h(
      "section",
      { class: "stack tight" },
      h("h2", { class: "eyebrow" }, title),
      app.who(member, true),
      h("p", { class: "fact" }, icon("clock"), h("span", {}, format.span(spanOf(wish)))),
      h(
        "p",
        { class: "fact" },
        icon("info"),
        h("span", {}, t("request.importance", { level: t(`priority.${wish.priority}`) })),
      ),
      h("p", { class: "fact" }, icon("edit"), h("span", { class: "pre", dir: "auto" }, wish.reason)),
    );
  const consequence = t("request.approve_means", { name: app.name(request.requester) });
  /** Asks for confirmation, because the holder loses the whole booking. */
  const approve = async () => {
    const chosen = await ask(t("request.approve_question", { name: app.name(request.requester) }), [
      { value: "approve", label: t("request.approve_yes"), symbol: "yes", kind: "main" },
      { value: "back", label: t("back"), symbol: "back" },
    ], [h("p", {}, consequence)]);
    if (chosen === "approve") await answer(() => api.approve(request.id), "request.approved");
  };
  const closed = {
    approved: request.isMine ? "request.approved_you" : "request.approved",
    denied: request.isMine ? "request.denied_you" : "request.denied",
    unanswered: "request.unanswered",
    expired: "request.expired",
    withdrawn: "request.withdrawn",
  }[request.state];
  const values = { name: app.name(request.requester), resource: name };
  const element = page(
    { class: "narrow" },
    heading(t(request.isMine ? "request.you_asked" : "request.asks_you", values), {
      label: t("resources"),
      path: "/resources",
    }),
    closed && h("p", { class: request.state === "approved" ? "notice good" : "notice" }, t(closed, values)),
    h(
      "div",
      { class: "box" },
      h(
        "div",
        { class: "versus" },
        request.booking && side(t("request.booked"), request.booking.member, request.booking),
        side(t("request.asked"), request.requester, request),
      ),
      isOpen && h("p", { class: "hint" }, t("request.until", { moment: format.moment(seconds(request.deadline)) })),
    ),
    offer &&
      h(
        "section",
        { class: "box" },
        h("h2", {}, t("request.offer")),
        h("p", {}, format.span(spanOf(offer))),
        h("div", { class: "row" }, book(t("request.book_again"), offer)),
      ),
    request.canAnswer && isOpen && h("p", { class: "notice warn" }, consequence),
    request.canAnswer && isOpen
      ? actions(
        [button("no", t("request.deny"), () => answer(() => api.deny(request.id), "request.denied"))],
        button("yes", t("request.approve"), approve, { class: "main" }),
      )
      : request.isMine && isOpen
      ? actions([
        button("delete", t("request.withdraw"), () => answer(() => api.withdraw(request.id), "request.withdrawn")),
      ], linkButton("home", t("home"), `${ROOT}/`, { class: "main" }))
      : actions(
        [linkButton("home", t("home"), `${ROOT}/`)],
        book(t(request.isMine && request.state !== "approved" ? "request.other_time" : "resource.choose")),
      ),
  );
  return {
    element,
    title: t("request"),
    parts: ["resources"],
    refresh: async () => {
      const now = (await api.requests()).requests.find((one) => one.id === request.id);
      if (now?.state !== request.state) await app.again();
    },
  };
}
