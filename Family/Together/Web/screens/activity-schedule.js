/**
 * The time of an activity: a range of days, the duration, times of day, and the slots at which everyone is free (B7 to
 * B9).
 * @module
 */
import { api, ROOT, seconds, spanOf, wire } from "../modules/api.js";
import { addDays, instant, today } from "../modules/dates.js";
import { announce, button, choices, field, h, linkButton, showFieldError } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { decidedByPoll, results } from "./activity-poll.js";
import { refuse } from "./activity-start.js";
import { monthView } from "./month.js";
import { actions, heading, page, STEPS, steps } from "./parts.js";

/** @typedef {import("./activity.js").Flow} Flow */
/** @typedef {import("../modules/api.js").Times} Times */
/** @typedef {import("../modules/api.js").Search} Search */

const TIMES_OF_DAY = ["morning", "afternoon", "evening", "night"];
/** Days with free times shown at first, and added by each press of "More days". */
const DAYS = 4;
/** Milliseconds from a change of the search until its slots are loaded. */
const SOON = 250;
/** Longest activity, in hours. */
const LONGEST = 168;

/** @param {Flow} flow @returns {import("../modules/app.js").Screen} */
export function schedule(flow) {
  const { app, activity, form, problem } = flow;
  const { t, format } = app;
  const now = Math.floor(Date.now() / 1000);
  const first = today(format.zone, now);
  /** @type {Search} */
  const search = {
    from: first,
    to: addDays(first, 13),
    hours: 2,
    timesOfDay: ["afternoon"],
    lookup: true,
    without: [],
    ...activity.search,
    ...form.value.search,
  };
  if (search.from < first) search.from = first;
  if (search.to < search.from) search.to = search.from;
  /** @type {Times | null} */
  let slot = form.value.slot ?? (activity.start && activity.end ? { start: activity.start, end: activity.end } : null);
  const byHand = form.value.byHand ??
    { day: addDays(first, 1), from: "14:00", lastDay: addDays(first, 1), to: "16:00" };
  let turn = 0;
  let shownDays = DAYS;
  let timer = 0;

  const found = h("div", { class: "slots" });
  const loading = h("p", { class: "hint", role: "status" });
  const unreadable = h("div", { class: "stack" });
  const side = h("div", { class: "stack" });

  const change = (/** @type {Partial<Search>} */ values) => {
    Object.assign(search, values);
    form.set({ search });
    // The slots of the previous search can no longer be chosen.
    found.inert = true;
    clearTimeout(timer);
    timer = setTimeout(look, SOON);
  };
  const look = async () => {
    if (!search.lookup) return;
    const mine = turn += 1;
    if (search.timesOfDay.length === 0) {
      return showSlots({ slots: [], unreadable: [], zone: "", more: false }, t("slots.no_time_of_day"));
    }
    if (!(search.hours > 0 && search.hours <= LONGEST)) return;
    loading.textContent = t("slots.looking");
    try {
      const answer = await api.slots(activity.id, search);
      if (mine === turn) showSlots(answer, t("slots.none"));
    } catch (error) {
      if (mine !== turn) return;
      if (/** @type {any} */ (error).code === "not_now") return await app.render();
      loading.textContent = app.explain(error);
    }
  };
  const showSlots = (/** @type {import("../modules/api.js").Slots} */ answer, /** @type {string} */ nothing) => {
    loading.textContent = answer.slots.length > 0 ? t("slots.found", { count: answer.slots.length }) : nothing;
    const chosen = slot && answer.slots.find((one) => one.start === slot?.start && one.end === slot?.end);
    if (slot && !chosen) {
      choose(null);
      announce(t("slots.gone"));
      loading.textContent = t("slots.gone");
    }
    /** @type {Map<string, Times[]>} */
    const days = new Map();
    for (const one of answer.slots) {
      const day = format.dayAt(seconds(one.start));
      days.set(day, [...days.get(day) ?? [], one]);
    }
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.start : undefined;
    const all = Array.from(days, ([day, slots]) => daySection(day, slots));
    const chosenDay = all.findIndex((section) => section.querySelector("[aria-pressed='true']"));
    shownDays = Math.max(shownDays, chosenDay + 1);
    const more = button("down", t("slots.more_days"), () => {
      shownDays += DAYS;
      const next = all[shownDays - DAYS];
      further.replaceWith(...rest());
      next.querySelector("button")?.focus();
    });
    const further = h("div", { class: "row" }, more);
    const rest = () => [
      ...all.slice(found.querySelectorAll("section").length, shownDays),
      ...(shownDays < all.length ? [further] : answer.more ? [h("p", { class: "hint" }, t("slots.more"))] : []),
    ];
    found.replaceChildren();
    found.append(...rest());
    found.inert = false;
    if (focused) found.querySelector(`[data-start="${focused}"]`)?.focus();
    unreadable.replaceChildren(...answer.unreadable.map(({ member, reason }) =>
      h(
        "div",
        { class: "notice warn stack" },
        h(
          "p",
          { class: "fact" },
          icon("warning"),
          h("span", {}, t("slots.unreadable", { name: app.name(member), reason })),
        ),
        h(
          "div",
          { class: "row" },
          button("next", t("slots.without"), () => change({ without: [...search.without, member] })),
          button("edit", t("slots.by_hand"), () => setLookup(false)),
        ),
      )
    ));
    if (search.without.length > 0) {
      unreadable.append(h(
        "p",
        { class: "notice row" },
        t("slots.not_looked", { names: app.names(search.without) }),
        button("repeat", t("slots.look_again"), () => change({ without: [] }), { class: "plain small" }),
      ));
    }
  };
  const daySection = (/** @type {string} */ day, /** @type {Times[]} */ slots) =>
    h(
      "section",
      { class: "stack tight", "aria-label": format.longDay(day) },
      h("h3", {}, format.longDay(day)),
      h("div", { class: "slot-row" }, slots.map(slotButton)),
    );
  const slotButton = (/** @type {Times} */ one) => {
    const isChosen = one.start === slot?.start && one.end === slot?.end;
    return h("button", {
      type: "button",
      class: "slot",
      "data-start": one.start,
      "aria-pressed": String(isChosen),
      "aria-label": `${format.longDay(format.dayAt(seconds(one.start)))}, ${format.times(spanOf(one))}`,
      onclick: () => choose(one.start === slot?.start && one.end === slot?.end ? null : one),
    }, format.times(spanOf(one)));
  };
  const choose = (/** @type {Times | null} */ one) => {
    slot = one;
    form.set({ slot });
    for (const each of found.querySelectorAll(".slot")) {
      each.setAttribute("aria-pressed", String(each.getAttribute("data-start") === slot?.start));
    }
    problem.textContent = "";
    showChosen();
  };
  const chosenLine = h("p", { class: "strong", role: "status" });
  const showChosen = () => {
    chosenLine.textContent = search.lookup && slot ? t("slots.chosen", { when: format.span(spanOf(slot)) }) : "";
  };

  const lookup = h("input", {
    type: "checkbox",
    checked: search.lookup,
    role: "switch",
    onchange: () => setLookup(lookup.checked),
  });
  const setLookup = (/** @type {boolean} */ isOn) => {
    search.lookup = isOn;
    lookup.checked = isOn;
    form.set({ search });
    drawSide();
    showChosen();
    if (isOn) look();
  };
  const isLength = () => Number(hours.value) > 0 && Number(hours.value) <= LONGEST;
  const hours = h("input", {
    type: "number",
    inputmode: "decimal",
    min: 0.5,
    max: LONGEST,
    step: 0.5,
    value: search.hours,
    oninput: () => isLength() && change({ hours: Number(hours.value) }),
    onchange: () => isLength() || showFieldError(hours, t("error.hours", { most: LONGEST })),
  });
  const keep = () => {
    Object.assign(byHand, { day: day.value, from: from.value, lastDay: lastDay.value, to: to.value });
    form.set({ byHand });
  };
  const follow = () => {
    // An end on the same day moves with its start.
    if (lastDay.value === byHand.day || lastDay.value < day.value) lastDay.value = day.value;
    keep();
  };
  const day = h("input", { type: "date", min: first, value: byHand.day, onchange: follow });
  const from = h("input", { type: "time", value: byHand.from, onchange: keep });
  const lastDay = h("input", { type: "date", min: first, value: byHand.lastDay, onchange: keep });
  const to = h("input", { type: "time", value: byHand.to, onchange: keep });
  const manual = h(
    "section",
    { class: "box" },
    h("h2", {}, t("slots.by_hand")),
    h("div", { class: "pair" }, field(t("start_day"), day), field(t("start_time"), from)),
    h("div", { class: "pair" }, field(t("end_day"), lastDay), field(t("end_time"), to)),
  );
  const drawSide = () => {
    searchColumn.hidden = !search.lookup;
    side.replaceChildren(
      ...(search.lookup ? [unreadable, h("h2", {}, t("slots.title")), loading, found] : [manual]),
    );
  };

  const next = () => {
    if (search.lookup) {
      if (!isLength()) return refuse(hours, t("error.hours", { most: LONGEST }));
      if (!slot) return problem.textContent = t("error.no_slot"), problem.scrollIntoView({ block: "center" });
      if (seconds(slot.start) <= Date.now() / 1000) {
        return choose(null), problem.textContent = t("error.slot_in_the_past");
      }
      return flow.step(() => api.schedule(activity.id, /** @type {Times} */ (slot)));
    }
    if (!day.value) return refuse(day, t("error.day_missing"));
    if (!from.value) return refuse(from, t("error.time_missing"));
    if (!lastDay.value) return refuse(lastDay, t("error.day_missing"));
    if (!to.value) return refuse(to, t("error.time_missing"));
    const start = instant(day.value, from.value, format.zone);
    const end = instant(lastDay.value, to.value, format.zone);
    if (end <= start) return refuse(to, t("error.slot_ends_before_it_starts"));
    if (start <= Date.now() / 1000) return refuse(day, t("error.slot_in_the_past"));
    flow.step(() => api.schedule(activity.id, { start: wire(start), end: wire(end) }));
  };

  const searchColumn = h(
    "div",
    { class: "box" },
    monthView(app, {
      label: t("slots.days"),
      range: { start: search.from, end: search.to },
      first,
      changed: ({ start, end }) => change({ from: start, to: end }),
    }),
    field(t("slots.hours"), hours, t("slots.hours_hint")),
    choices(
      t("slots.times"),
      TIMES_OF_DAY.map((value) => ({
        value,
        label: [t(`time.${value}`), h("span", { class: "hint" }, t(`time.${value}.hours`))],
      })),
      {
        type: "checkbox",
        chosen: search.timesOfDay,
        changed: (chosen) => change({ timesOfDay: /** @type {any} */ (chosen) }),
        class: "choices side",
      },
    ),
  );
  drawSide();
  showChosen();
  look();
  const element = page(
    { class: "narrow" },
    heading(activity.name, undefined, flow.discard),
    steps(app, 3, STEPS, t("step.when")),
    decidedByPoll(activity)
      ? h(
        "div",
        { class: "notice good stack" },
        h("p", {}, t("poll.winner", { name: activity.name })),
        h(
          "details",
          {},
          h("summary", {}, t("poll.results")),
          results(app, /** @type {import("../modules/api.js").Poll} */ (activity.poll)),
        ),
      )
      : null,
    h("p", { class: "pre", dir: "auto" }, activity.description),
    problem,
    h("label", { class: "check" }, lookup, t("slots.lookup")),
    h(
      "div",
      { class: "columns flow-columns" },
      searchColumn,
      side,
    ),
    chosenLine,
    flow.remove && h("div", { class: "row" }, flow.remove),
    actions(
      [!decidedByPoll(activity) && linkButton("back", t("back"), `${ROOT}${flow.path}?step=enter`)],
      button("next", t("next"), next, { class: "main" }),
    ),
  );
  return {
    element,
    title: t("step.when"),
    parts: ["activities", "calendars", "resources"],
    // Slots stay current while the page is open.
    refresh: look,
    release: () => clearTimeout(timer),
  };
}
