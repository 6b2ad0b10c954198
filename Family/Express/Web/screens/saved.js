/**
 * Saves and restores an encrypted copy of all entries.
 * @module
 */
import { ask, chooseFile, h, saveFile } from "../modules/dom.js";
import { button, clearedByInput, field, line } from "../modules/forms.js";
import { matches, normalizedCode, TransferError } from "../modules/secrets.js";
import { exported, imported } from "../modules/transfer.js";

/** @typedef {import("../modules/app.js").App} App */

/** Saves an encrypted copy of all entries. @param {App} app @param {string} code of recovery, normalized */
export async function saveCopy(app, code) {
  const day = new Date().toISOString().slice(0, 10);
  const content = await exported(app.state, await app.allMedia(), code);
  saveFile(`express-${day}.express2`, content, "application/octet-stream");
  app.notice(app.t("copy.saved"));
}

/** @param {App} app @returns {import("../modules/app.js").Screen} */
export function copy(app) {
  const code = line("", { id: "copy-code", autocapitalize: "characters", spellcheck: "false" });
  const error = h("p", { class: "error", role: "alert" });
  clearedByInput(error, code);
  const save = async () => {
    error.textContent = "";
    const { recovery } = app.state.security;
    if (!recovery) return error.textContent = app.t("copy.no-code");
    const typed = normalizedCode(code.value);
    if (!(await matches(typed, recovery))) return error.textContent = app.t("transfer.wrong-code");
    await saveCopy(app, typed);
  };
  return {
    title: app.t("settings.copy"),
    back: "settings",
    scan: false,
    layout: "form",
    content: [
      h("p", {}, app.t("copy.text")),
      field(app.t("forgotten.code"), code),
      error,
      button(app.t("copy.save"), save, "main", { id: "copy-save" }),
      button(app.t("recovery.new"), () => app.go("recovery")),
      h("h2", {}, app.t("copy.bring-back")),
      h("p", {}, app.t("copy.replaces")),
      button(app.t("copy.open"), () => restore(app), "plain", { id: "copy-open" }),
    ],
  };
}

/** Lets the guardian choose a saved copy and restores it. @param {App} app */
export async function restore(app) {
  const file = await chooseFile(".express2,application/octet-stream");
  if (!file) return;
  const input = line("", { id: "restore-code", autocapitalize: "characters", spellcheck: "false" });
  const answer = await ask(app.t("copy.enter-code"), [{ value: "yes", label: app.t("copy.open"), kind: "main" }, {
    value: "no",
    label: app.t("cancel"),
  }], [field(app.t("forgotten.code"), input)]);
  if (answer !== "yes") return;
  try {
    const { state, media } = await imported(
      new Uint8Array(await file.arrayBuffer()),
      normalizedCode(input.value),
      app.state,
    );
    if (!(await app.replace({ ...state, setupDone: true, entriesLost: false }, media))) return;
    localStorage.setItem("express-setup", "done");
    await app.message(app.t("copy.restored"));
    app.go("");
  } catch (problem) {
    if (!(problem instanceof TransferError)) throw problem;
    await app.message(app.t(problem.reason));
  }
}
