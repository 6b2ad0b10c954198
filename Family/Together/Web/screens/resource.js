/**
 * One resource: choosing days, free and busy times, booking, requests to the holder (C2 to C4, C8), and the fairness
 * view.
 * @module
 */
import { api, ROOT, seconds, spanOf, wire } from "../modules/api.js";
import { freeAndBusy, meaning } from "../modules/booking.js";
import { addDays, instant, isDay, local, today } from "../modules/dates.js";
import { ask, button, choices, field, h, linkButton, own, showFieldError } from "../modules/dom.js";
import { Draft } from "../modules/flow.js";
import { icon } from "../modules/icons.js";
import { bar } from "./activity-poll.js";
import { changeTexts } from "./change.js";
import { monthView } from "./month.js";
import { actions, heading, page } from "./parts.js";
import { noticeList, removeResource } from "./resources.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */
/** @typedef {import("../modules/api.js").Booking} Booking */
/** @typedef {import("../modules/api.js").Availability} Availability */

/** @type {import("../modules/api.js").Priority[]} */
const PRIORITIES = ["high", "medium", "low"];
/** Days covered by the fairness view. */
const FAIR_DAYS = 30;
/** Maximum time that "Use this time" proposes, in seconds. */
const MOST_PROPOSED = 2 * 3600;

/** @param {App} app @param {string} id @returns {Promise<Screen>} */
export async function resource(app, id) {
  const view = app.query.get("view");
  if (view === "fairness") return await fairness(app, id);
  return view === "book" ? await book(app, id) : await chooseDays(app, id);
}

/** The days in the address, starting today at the earliest. @param {App} app */
function daysOf(app) {
  const first = today(app.format.zone);
  const from = app.query.get("from") ?? "";
  const to = app.query.get("to") ?? "";
  const start = isDay(from) && from >= first ? from : first;
  return { first, start, end: isDay(to) && to >= start ? to : addDays(start, 6) };
}

/** The rest of a range, starting with the next half hour. @param {import("../modules/dates.js").Span} range */
function fromNow({ start, end }) {
  return { start: Math.max(start, Math.ceil(Date.now() / 1_800_000) * 1800), end };
}

/** A time as text. Midnight at its end belongs to the day before. @param {App} app @param {import("../modules/dates.js").Span} span */
function spanWords({ t, format }, { start, end }) {
  const day = format.dayAt(end - 1);
  if (local(end, format.zone).time !== "00:00" || end <= start) return format.span({ start, end });
  return t("until_end_of", { start: format.moment(start), day: format.day(day) });
}

/** The days as a span of instants. @param {App} app @param {{start: string, end: string}} days */
function spanOfDays(app, { start, end }) {
  const { zone } = app.format;
  return { start: instant(start, "00:00", zone), end: instant(addDays(end, 1), "00:00", zone) };
}

/** @param {App} app @param {string} id @returns {Promise<Screen>} */
async function chooseDays(app, id) {
  const { t, format } = app;
  const { first, ...days } = daysOf(app);
  const now = Math.floor(Date.now() / 1000);
  const [found, { notices }] = await Promise.all([
    api.availability(id, { start: now, end: now + 366 * 86_400 }),
    api.resources(),
  ]);
  const { resource } = found;
  const problem = h("p", { class: "notice warn", role: "alert" });
  const mine = found.bookings.filter(({ isMine }) => isMine);
  const next = linkButton("next", t("resource.book"), "", { class: "main" });
  const point = () => next.setAttribute("href", `${ROOT}/resources/${id}?view=book&from=${days.start}&to=${days.end}`);
  point();
  const isAdult = app.me.role !== "child";
  const isOut = resource.calendar === "unavailable";
  const cancel = async (/** @type {Booking} */ booking) => {
    const answer = await ask(t("booking.cancel_question", { when: format.span(spanOf(booking)) }), [
      { value: "yes", label: t("booking.cancel"), symbol: "delete", kind: "alarm" },
      { value: "no", label: t("booking.keep"), symbol: "back" },
    ]);
    if (answer !== "yes") return;
    try {
      await api.removeBooking(booking.id);
      await app.go(`/resources/${id}`, { replace: true, message: t("booking.cancelled") });
    } catch (error) {
      problem.textContent = app.explain(error);
    }
  };
  const element = page(
    { class: "narrow" },
    heading(
      resource.name,
      { label: t("resources"), path: "/resources" },
      linkButton("fair", t("fairness"), `${ROOT}/resources/${id}?view=fairness`),
    ),
    resource.description && h("p", { class: "pre", dir: "auto" }, resource.description),
    noticeList(app, notices.filter((notice) => notice.resource === id && !notice.acknowledged.includes(app.me.member))),
    isOut && h("p", { class: "notice warn" }, t("resource.by_hand", { name: resource.name })),
    problem,
    h(
      "section",
      { class: "box" },
      h("h2", {}, t("resource.when")),
      monthView(app, {
        label: t("resource.days"),
        range: days,
        first,
        changed: (range) => (Object.assign(days, range), point()),
      }),
    ),
    mine.length > 0 && h(
      "section",
      { class: "box", "aria-labelledby": "mine" },
      h("h2", { id: "mine" }, t("resource.mine")),
      h(
        "ul",
        { class: "list" },
        mine.map((booking) =>
          h(
            "li",
            { class: "part busy" },
            h("span", { class: "when" }, format.span(spanOf(booking))),
            own(booking.reason, "span", { class: "clip" }),
            h(
              "div",
              { class: "row" },
              linkButton(
                "edit",
                t("change"),
                `${ROOT}/resources/${id}?view=book&booking=${booking.id}&from=${
                  format.dayAt(seconds(booking.start))
                }&to=${format.dayAt(seconds(booking.end))}`,
                { class: "plain small" },
              ),
              button("delete", t("booking.cancel"), () => cancel(booking), { class: "alarm small" }),
            ),
          )
        ),
      ),
    ),
    isAdult && h(
      "details",
      {},
      h("summary", {}, t("resource.manage")),
      h(
        "div",
        { class: "row" },
        button("edit", t("change"), () => rename(app, resource, problem)),
        button(isOut ? "yes" : "warning", t(isOut ? "resource.calendar_back" : "resource.calendar_out"), async () => {
          await api.resourceCalendar(id, isOut ? "available" : "unavailable");
          await app.again();
        }),
        button("delete", t("delete"), () => removeResource(app, resource, problem), { class: "alarm" }),
      ),
    ),
    actions([], next),
  );
  return { element, title: resource.name, parts: ["resources"], refresh: () => undefined };
}

/** @param {App} app @param {import("../modules/api.js").Resource} resource @param {HTMLElement} problem */
async function rename(app, resource, problem) {
  const { t } = app;
  try {
    const isSaved = await changeTexts(
      app,
      t("resource.change", { name: resource.name }),
      { name: resource.name, more: resource.description },
      { label: t("description_optional"), key: "description" },
      (entered, before) =>
        api.changeResource(resource.id, {
          name: entered.name,
          description: entered.more,
          before: { name: before.name, description: before.more },
        }),
    );
    if (isSaved) await app.again();
  } catch (error) {
    problem.textContent = app.explain(error);
  }
}

/** Free and busy times with the form. Over an existing booking, the form becomes a request (C3, C4). @param {App} app @param {string} id @returns {Promise<Screen>} */
async function book(app, id) {
  const { t, format } = app;
  const { zone } = format;
  const { first, ...days } = daysOf(app);
  const range = spanOfDays(app, days);
  let found = await api.availability(id, range);
  const { resource } = found;
  const moving = found.bookings.find((booking) => String(booking.id) === app.query.get("booking") && booking.isMine);
  const [start, end] = moving ? [local(seconds(moving.start), zone), local(seconds(moving.end), zone)] : [];
  const draft = new Draft(`book-${id}-${moving?.id ?? "new"}`, () => ({
    day: start?.day ?? "",
    from: start?.time ?? "",
    lastDay: end?.day ?? "",
    to: end?.time ?? "",
    priority: moving?.priority ?? "medium",
    reason: moving?.reason ?? "",
  }));
  const problem = h("p", { class: "notice warn", role: "alert" });

  const change = () => {
    draft.set({ day: day.value, from: from.value, lastDay: lastDay.value, to: to.value, reason: reason.value });
    problem.textContent = "";
    match();
  };
  const follow = () => {
    if (!lastDay.value || lastDay.value < day.value) lastDay.value = day.value;
    change();
  };
  const day = h("input", { type: "date", min: first, value: draft.value.day, onchange: follow });
  const from = h("input", { type: "time", value: draft.value.from, onchange: change });
  const lastDay = h("input", { type: "date", min: first, value: draft.value.lastDay, onchange: change });
  const to = h("input", { type: "time", value: draft.value.to, onchange: change });
  const reason = h("textarea", { value: draft.value.reason, maxlength: 10_000, rows: 2, dir: "auto", oninput: change });
  const priority = choices(
    t("priority"),
    PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) })),
    {
      chosen: [draft.value.priority],
      changed: ([value]) => draft.set({ priority: /** @type {any} */ (value) }),
      class: "choices side",
    },
  );

  const span = () => {
    if (!day.value || !from.value || !lastDay.value || !to.value) return null;
    return { start: instant(day.value, from.value, zone), end: instant(lastDay.value, to.value, zone) };
  };
  const bookings = () => found.bookings.map((booking) => ({ ...booking, ...spanOf(booking) }));
  const what = () => meaning(span(), bookings(), app.me.member, Date.now() / 1000, moving?.id);
  const fill = (/** @type {{start: number, end: number}} */ { start, end }) => {
    const begin = local(start, zone);
    const stop = local(end, zone);
    [day.value, from.value, lastDay.value, to.value] = [begin.day, begin.time, stop.day, stop.time];
    change();
  };
  /** Proposes only a part of a long free time, and lets the user choose the end. @param {{start: number, end: number}} free */
  const use = ({ start, end }) => {
    fill({ start, end: Math.min(end, start + MOST_PROPOSED) });
    to.focus();
  };

  const title = h("h2", { id: "form-title" });
  const holder = h("div", { class: "stack" });
  const submit = button("yes", t("resource.book"), () => send(), { class: "main" });
  /** Shows the form as a booking, or as a request if it overlaps another booking. */
  const match = () => {
    const now = what();
    const isRequest = now.kind === "override";
    title.textContent = t(isRequest ? "request.title" : moving ? "booking.change" : "booking.title");
    submit.querySelector(".label").textContent = t(isRequest ? "request.send" : moving ? "save" : "resource.book");
    form.dataset.mode = isRequest ? "request" : "booking";
    form.classList.toggle("call", isRequest);
    if (now.kind === "override") {
      const { booking } = now;
      holder.replaceChildren(
        h("p", { role: "status" }, t("request.holder", { name: app.name(booking.member), when: format.span(booking) })),
        h(
          "dl",
          { class: "versus" },
          h("div", {}, h("dt", { class: "eyebrow" }, t("priority")), h("dd", {}, t(`priority.${booking.priority}`))),
          h(
            "div",
            {},
            h("dt", { class: "eyebrow" }, t("reason")),
            h("dd", { class: "pre", dir: "auto" }, booking.reason),
          ),
        ),
        h("p", { class: "hint" }, t("request.hint", { name: app.name(booking.member) })),
      );
    } else if (now.kind === "own") {
      holder.replaceChildren(h("p", { class: "notice warn", role: "status" }, t("booking.own")));
    } else if (now.kind === "several") {
      holder.replaceChildren(
        h(
          "p",
          { class: "notice warn", role: "status" },
          t("booking.several", { names: app.names([...new Set(now.bookings.map(({ member }) => member))]) }),
        ),
      );
    } else holder.replaceChildren();
  };

  const send = async () => {
    const now = what();
    problem.textContent = "";
    if (now.kind === "none") {
      const missing = [day, from, lastDay, to].find((one) => !one.value);
      showFieldError(missing, t(missing.type === "date" ? "error.day_missing" : "error.time_missing"));
      return missing.focus();
    }
    if (now.kind === "backwards") return showFieldError(to, t("error.ends_before_it_starts")), to.focus();
    if (now.kind === "past") return showFieldError(from, t("error.in_the_past")), from.focus();
    if (now.kind === "own" || now.kind === "several") return holder.scrollIntoView({ block: "center" });
    if (!reason.value.trim()) return showFieldError(reason, t("error.missing_reason")), reason.focus();
    const chosen = /** @type {{start: number, end: number}} */ (span());
    const entered = {
      start: wire(chosen.start),
      end: wire(chosen.end),
      priority: /** @type {any} */ (draft.value.priority),
      reason: reason.value.trim(),
    };
    submit.disabled = true;
    try {
      if (now.kind === "override") {
        const asked = await api.askOverride(now.booking.id, entered);
        draft.discard();
        return await app.go(`/requests/${asked.id}`, {
          message: t("request.sent", { name: app.name(now.booking.member) }),
        });
      }
      if (moving) await api.changeBooking(moving.id, entered);
      else await api.book(id, entered);
      draft.discard();
      await app.go(`/resources/${id}`, {
        message: t(moving ? "booking.moved" : "booking.done", { name: resource.name, when: format.span(chosen) }),
      });
    } catch (error) {
      const { code } = /** @type {any} */ (error);
      // Someone was faster: reload the times, so the form shows the other booking.
      if (["taken", "not_overlapping", "not_found"].includes(code)) await load();
      const after = what();
      problem.textContent = code === "taken" && after.kind === "override"
        ? t("booking.taken", { name: app.name(after.booking.member) })
        : app.explain(error);
      problem.scrollIntoView({ block: "center" });
    } finally {
      submit.disabled = false;
    }
  };

  const agenda = h("ul", { class: "agenda" });
  const draw = () =>
    agenda.replaceChildren(
      ...freeAndBusy(fromNow(range), bookings()).map((part) =>
        part.kind === "free"
          ? h(
            "li",
            { class: "part free" },
            h("span", { class: "when" }, spanWords(app, part)),
            h("span", { class: "badge good" }, icon("yes"), t("free")),
            button("add", t("booking.use"), () => use(part), {
              class: "plain small",
              "aria-label": `${t("booking.use")}: ${spanWords(app, part)}`,
            }),
          )
          : h(
            "li",
            { class: "part busy" },
            h("span", { class: "when" }, format.span(part)),
            app.who(part.booking.member, true),
            h("span", { class: "badge" }, t(`priority.${part.booking.priority}`)),
            own(part.booking.reason, "span", { class: "clip quiet" }),
            part.booking.member !== app.me.member &&
              button("ask", t("booking.ask"), () => (fill(part), reason.focus()), {
                class: "plain small",
                "aria-label": `${t("booking.ask")}: ${format.span(part)}`,
              }),
          )
      ),
    );
  const load = async () => {
    try {
      found = await api.availability(id, range);
    } catch (error) {
      if (/** @type {any} */ (error).status === 404) {
        return await app.go("/resources", { replace: true, message: t("resource.gone") });
      }
      throw error;
    }
    draw();
    match();
  };

  const form = h(
    "section",
    { class: "box", "aria-labelledby": "form-title" },
    title,
    h("div", { class: "pair" }, field(t("start_day"), day), field(t("start_time"), from)),
    h("div", { class: "pair" }, field(t("end_day"), lastDay), field(t("end_time"), to)),
    holder,
    priority,
    field(t("reason"), reason, t("reason.hint")),
    problem,
  );
  draw();
  match();
  const element = page(
    {},
    heading(resource.name, {
      label: t("resource.change_days"),
      path: `/resources/${id}?from=${days.start}&to=${days.end}`,
    }),
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        { class: "box", "aria-labelledby": "times" },
        h("h2", { id: "times" }, t("resource.times", { start: format.day(days.start), end: format.day(days.end) })),
        resource.calendar === "unavailable" &&
          h("p", { class: "notice warn" }, t("resource.by_hand", { name: resource.name })),
        agenda,
      ),
      form,
    ),
    actions([
      linkButton("no", t("cancel"), `${ROOT}/resources/${id}`, { class: "soft", onclick: () => draft.discard() }),
    ], submit),
  );
  return { element, title: resource.name, parts: ["resources"], refresh: load };
}

/** The use by each member: only totals, without times and reasons. @param {App} app @param {string} id @returns {Promise<Screen>} */
async function fairness(app, id) {
  const { t, format } = app;
  const now = Math.floor(Date.now() / 1000);
  const [{ members }, { resource }] = await Promise.all([
    api.fairness(id, FAIR_DAYS),
    api.availability(id, { start: now, end: now + 86_400 }),
  ]);
  const sorted = [...members].sort((one, other) => other.hours - one.hours);
  const element = page(
    { class: "narrow" },
    heading(t("fairness.of", { name: resource.name }), { label: resource.name, path: `/resources/${id}` }),
    h("p", {}, t("fairness.about", { days: FAIR_DAYS })),
    sorted.every(({ hours }) => hours === 0) ? h("p", { class: "notice" }, t("fairness.none")) : h(
      "ul",
      { class: "box" },
      sorted.map(({ member, hours, bookings, share }) =>
        h(
          "li",
          { class: "stack tight" },
          h(
            "div",
            { class: "bar" },
            app.who(member, true),
            h(
              "span",
              {},
              `${format.length(Math.round(hours * 3600))} · ${t("fairness.bookings", { count: bookings })}`,
            ),
          ),
          h("div", { class: "share-bar", "aria-hidden": "true" }, bar(share)),
        )
      ),
    ),
    h("p", { class: "hint" }, t("fairness.private")),
    actions([], linkButton("calendar", t("resource.choose"), `${ROOT}/resources/${id}`, { class: "main" })),
  );
  return { element, title: t("fairness"), parts: ["resources"] };
}
