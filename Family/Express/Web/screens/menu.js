/**
 * The main menu and the details of "ready without network".
 * @module
 */
import { h, picture, pictured } from "../modules/dom.js";
import { button } from "../modules/forms.js";
import { missingEntries } from "../modules/model.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */

/** @param {App} app @returns {Screen} */
export function menu(app) {
  const entry = (/** @type {string} */ address, /** @type {string} */ symbol, /** @type {string} */ key) =>
    h(
      "button",
      { type: "button", class: "tile wide", id: `menu-${address}`, onclick: () => app.go(address) },
      picture(`symbols/${symbol}.svg`),
      h("span", {}, app.t(key)),
    );
  const indicator = h("button", {
    type: "button",
    class: "indicator",
    id: "indicator",
    onclick: () => app.go("ready"),
  });
  const update = () => {
    const { state } = app.offline.state;
    indicator.dataset.state = state;
    indicator.replaceChildren(
      lamp(state),
      h("span", {}, app.t(`ready.${state}`)),
    );
  };
  app.offlineChanged = update;
  update();
  const answer = (/** @type {"yes" | "no"} */ key, /** @type {string} */ kind) => {
    const spoken = button(
      pictured(key, app.t(`answer.${key}`)),
      () => {
        app.sayKey(key, spoken);
        app.announce(app.texts.say[key]);
      },
      `answer ${kind}`,
      { "data-answer": key },
    );
    return spoken;
  };
  return {
    title: "Express²",
    back: null,
    layout: "menu",
    help: "help.menu",
    content: [
      entry("library", "library", "menu.library"),
      entry("emergency", "emergency", "menu.emergency"),
      entry("options", "options", "menu.options"),
      h("div", { class: "quick" }, answer("yes", "good"), answer("no", "alarm")),
      indicator,
    ],
    leave: () => app.offlineChanged = () => {},
  };
}

/** A symbol next to the text, for users who cannot read. @param {string} state */
function lamp(state) {
  return h(
    "span",
    { class: "lamp", "aria-hidden": "true" },
    state === "ready" ? "✓" : state === "preparing" ? "…" : "!",
  );
}

/** @param {App} app @returns {Screen} */
export function ready(app) {
  const box = h("div", { class: "stack" });
  const update = () => {
    const { state, files } = app.offline.state;
    const { done, total } = app.offline.progress;
    const missing = missingEntries(app.state);
    box.replaceChildren(
      h(
        "p",
        { class: "big indicator", id: "ready-state", "data-state": state },
        lamp(state),
        app.t(`ready.${state}`),
      ),
      h("p", {}, app.t(`ready.${state}.more`)),
      ...(state === "preparing" && total > 0
        ? [h("progress", { value: done, max: total, "aria-label": app.t("ready.progress") })]
        : []),
      ...(files.length > 0
        ? [h("p", { class: "hint" }, app.t("ready.details", { details: files.slice(0, 5).join(", ") }))]
        : []),
      ...(state === "damaged"
        ? [button(app.t("ready.repair"), async () => {
          try {
            await app.offline.repair();
          } catch (error) {
            await app.message(
              app.t("ready.repair-failed", { reason: error instanceof Error ? error.message : String(error) }),
            );
          }
        }, "main")]
        : []),
      ...(state === "restart"
        ? [button(app.t("ready.restart-now"), () => location.reload(), "main", { id: "restart" })]
        : []),
      h("p", {}, app.t(app.offline.persisted ? "ready.persisted" : "ready.not-persisted")),
      ...(missing.length > 0
        ? [h("h2", {}, app.t("missing.title")), h("ul", {}, missing.map((key) => h("li", {}, app.t(key))))]
        : []),
    );
  };
  app.offlineChanged = update;
  update();
  return {
    title: app.t("ready.title"),
    back: app.state.setupDone ? "" : "setup",
    content: [box],
    leave: () => app.offlineChanged = () => {},
  };
}
