/**
 * Edits texts that other members may change at the same time. Their changes are shown, not overwritten, and typed text
 * stays until it is saved or discarded.
 * @module
 */
import { ask, field, h } from "../modules/dom.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {{name: string, more: string}} Texts */

/**
 * Asks for a name and a longer text and saves them, until it succeeds or the user cancels.
 * @param {App} app @param {string} question @param {Texts} before as the page shows them
 * @param {{label: string, hint?: string, key: string}} more the longer text, with its key in a refusal's fields
 * @param {(entered: Texts, before: Texts) => Promise<unknown>} save
 * @returns {Promise<boolean>} whether something was saved
 */
export async function changeTexts(app, question, before, more, save) {
  const { t } = app;
  const name = h("input", { value: before.name, maxlength: 200, dir: "auto" });
  const text = h("textarea", { value: before.more, maxlength: 10_000, rows: 5, dir: "auto" });
  let notice = null;
  for (;;) {
    const answer = await ask(question, [
      { value: "save", label: t("save"), symbol: "yes", kind: "main" },
      { value: "cancel", label: t("cancel"), symbol: "no" },
    ], [notice, field(t("name"), name), field(more.label, text, more.hint)]);
    if (answer !== "save") return false;
    try {
      await save({ name: name.value.trim(), more: text.value.trim() }, before);
      return true;
    } catch (error) {
      const { code, fields } = /** @type {any} */ (error);
      if (code !== "changed_elsewhere") {
        notice = h("p", { class: "notice warn", role: "alert" }, app.explain(error));
        continue;
      }
      before = { name: fields.name ?? "", more: fields[more.key] ?? "" };
      notice = h(
        "div",
        { class: "notice warn", role: "alert" },
        h("p", {}, t("changed_elsewhere")),
        h("p", { class: "pre", dir: "auto" }, before.more ? `${before.name}\n${before.more}` : before.name),
      );
    }
  }
}
