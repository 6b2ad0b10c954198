/**
 * "How do you feel?": five faces and Skip.
 * @module
 */
import { button, h } from "../modules/dom.js";
import { face } from "../modules/icons.js";

/** @param {import("../modules/app.js").App} app @param {string} question key of the text @param {(feeling: number | null) => void} answer */
export function feelings(app, question, answer) {
  return h(
    "div",
    { class: "feelings stack" },
    h("h2", { tabindex: "-1" }, app.t(question)),
    h(
      "div",
      { class: "faces" },
      [1, 2, 3, 4, 5].map((feeling) =>
        h(
          "button",
          { type: "button", class: "face-button", "data-feeling": feeling, onclick: () => answer(feeling) },
          face(feeling),
          h("span", { class: "label" }, app.t(`child.feeling.${feeling}`)),
        )
      ),
    ),
    button("next", app.t("child.skip"), () => answer(null), { class: "plain quiet-button" }),
  );
}
