/**
 * A month view for choosing a range of days by pointer or keys (B7).
 * @module
 */
import { addDays, firstWeekday, monthWeeks, parts, pressDay } from "../modules/dates.js";
import { button, h, newId } from "../modules/dom.js";

/** @typedef {{start: string, end: string}} Range */

/**
 * @param {import("../modules/app.js").App} app
 * @param {{label: string, range: Range | null, first: string, changed: (range: Range) => void}} options first day that
 *   may be chosen
 * @returns {HTMLElement}
 */
export function monthView(app, { label, range, first, changed }) {
  const { t, format } = app;
  const week = firstWeekday(navigator.language);
  const id = newId("month");
  let [year, month] = parts(range?.start ?? first);
  let focused = range?.start ?? first;
  const element = h("div", { class: "month", role: "group", "aria-labelledby": id });

  const press = (/** @type {string} */ day) => {
    if (day < first) return;
    focused = day;
    range = pressDay(range, day);
    draw(true);
    changed(range);
  };
  const show = (/** @type {string} */ day, focus = true) => {
    focused = day < first ? first : day;
    [year, month] = parts(focused);
    draw(focus);
  };
  const turn = (/** @type {number} */ step) => {
    month += step;
    if (month < 1) month = 12, year -= 1;
    if (month > 12) month = 1, year += 1;
    const day = `${year}-${String(month).padStart(2, "0")}-01`;
    focused = day < first ? first : day;
    const chosen = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.step : "";
    draw(false);
    element.querySelector(`[data-step="${chosen}"]`)?.focus();
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (days) show(addDays(focused, days));
    else if (event.key === "PageUp" || event.key === "PageDown") {
      show(addDays(focused, event.key === "PageUp" ? -28 : 28));
    } else if (event.key === "Home" || event.key === "End") show(addDays(focused, event.key === "Home" ? -6 : 6));
    else return;
    event.preventDefault();
  };
  const cell = (/** @type {string | null} */ day) => {
    if (!day) return h("td", {});
    const isStart = day === range?.start;
    const isEnd = day === range?.end;
    const isWithin = range !== null && day >= range.start && day <= range.end;
    const kinds = ["day", isWithin && "within", isStart && "start", isEnd && "end", day === first && "today"];
    const words = [
      format.longDay(day),
      isStart && t("month.start"),
      isEnd && t("month.end"),
      isWithin && !isStart && !isEnd && t("month.within"),
    ];
    return h(
      "td",
      {},
      h("button", {
        type: "button",
        class: kinds.filter(Boolean).join(" "),
        tabindex: day === focused ? "0" : "-1",
        "data-day": day,
        "aria-label": words.filter(Boolean).join(", "),
        "aria-pressed": String(isWithin),
        "aria-disabled": day < first && "true",
        onclick: () => press(day),
      }, Number(day.slice(8))),
    );
  };
  const draw = (/** @type {boolean} */ focus) => {
    const order = Array.from({ length: 7 }, (_, index) => (week - 1 + index) % 7 + 1);
    const [firstYear, firstMonth] = parts(first);
    element.replaceChildren(
      h(
        "div",
        { class: "month-head" },
        button("back", format.shortMonth(year, month - 1), () => turn(-1), {
          class: "plain small",
          "data-step": "-1",
          "aria-label": t("month.previous", { month: format.shortMonth(year, month - 1) }),
          disabled: year === firstYear && month === firstMonth,
        }),
        h("h2", { id }, h("span", { class: "visually-hidden" }, `${label}: `), format.month(year, month)),
        button("next", format.shortMonth(year, month + 1), () => turn(1), {
          class: "plain small",
          "data-step": "1",
          "aria-label": t("month.next", { month: format.shortMonth(year, month + 1) }),
        }),
      ),
      h(
        "table",
        { onkeydown: keys },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            order.map((day) => h("th", { scope: "col", abbr: format.weekday(day, "long") }, format.weekday(day))),
          ),
        ),
        h("tbody", {}, monthWeeks(year, month, week).map((days) => h("tr", {}, days.map(cell)))),
      ),
      h(
        "p",
        { class: "hint", role: "status" },
        range
          ? range.start === range.end
            ? t("month.one", { day: format.day(range.start) })
            : t("month.range", { start: format.day(range.start), end: format.day(range.end) })
          : t("month.none"),
      ),
    );
    if (focus) element.querySelector(`[data-day="${focused}"]`)?.focus();
  };
  draw(false);
  return element;
}
