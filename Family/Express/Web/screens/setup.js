/**
 * The first start: installation, password, recovery code and entries. Every entry can be skipped.
 * @module
 */
import { ask, h } from "../modules/dom.js";
import { button, choice, clearedByInput, field, line, watched } from "../modules/forms.js";
import { missingEntries } from "../modules/model.js";
import { isInstalled, platform } from "../modules/offline.js";
import { characterCount, hashed, newRecoveryCode, normalizedCode, PASSWORD_LENGTH } from "../modules/secrets.js";
import { restore, saveCopy } from "./saved.js";
import { entryForm } from "./user.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */

const STEPS = [
  "welcome",
  "install",
  "password",
  "recovery",
  "name",
  "about",
  "home",
  "school",
  "location",
  "contacts",
  "allergies",
  "health",
  "locked",
  "done",
];

/** The recovery code during setup; only its hash is stored. */
let shownCode = "";

/** Installation steps for this kind of device. @param {App} app */
export function installSteps(app) {
  const kind = platform();
  return h(
    "div",
    { class: "stack" },
    h(
      "p",
      { class: isInstalled() ? "good-note" : "", id: "installed" },
      app.t(isInstalled() ? "install.done" : "install.why"),
    ),
    h("ol", {}, ["1", "2", "3"].map((number) => h("li", {}, app.t(`install.${kind}.${number}`)))),
    kind === "ios" ? h("p", { class: "hint" }, app.t("install.seven-days")) : null,
    button(
      app.t("install.persist"),
      async () => app.notice(app.t(await app.offline.persist() ? "ready.persisted" : "ready.not-persisted")),
    ),
  );
}

/** @param {App} app @returns {Screen} */
export function install(app) {
  return {
    title: app.t("install.title"),
    back: app.state.setupDone ? "settings" : "setup",
    scan: false,
    content: [installSteps(app)],
  };
}

/** @param {App} app @param {string} [stepName] @returns {Screen | Promise<Screen>} */
export function setup(app, stepName = "welcome") {
  if (app.state.setupDone && !app.unlocked) {
    app.go("");
    return { title: "", back: null, content: [] };
  }
  app.unlocked = true;
  const index = Math.max(0, STEPS.indexOf(stepName));
  const step = STEPS[index];
  const next = () => app.go(`setup/${STEPS[index + 1]}`);
  const back = index === 0 ? null : `setup/${STEPS[index - 1]}`;
  const progress = h("p", { class: "hint" }, app.t("setup.step", { number: index + 1, count: STEPS.length }));
  const screen = (/** @type {(Node | null | string)[]} */ content) => ({
    title: app.t(`setup.${step}`),
    back,
    scan: false,
    help: `help.setup.${step}`,
    layout: "form",
    content: /** @type {Node[]} */ ([progress, ...content].filter((item) => item !== null)),
  });
  const skip = (/** @type {string} */ key) =>
    button(
      app.t("setup.skip"),
      async () => {
        const answer = await ask(app.t("setup.skip-question"), [{
          value: "yes",
          label: app.t("setup.skip"),
          kind: "plain",
        }, { value: "no", label: app.t("setup.stay"), kind: "main" }], [h("p", {}, app.t(key))]);
        if (answer === "yes") next();
      },
      "plain",
      { id: "skip" },
    );
  switch (step) {
    case "welcome":
      return screen([
        h("p", {}, app.t("setup.welcome.text")),
        choice(
          app.t("preferences.language"),
          app.languages.map(({ code, name }) => ({ value: code, label: name })),
          app.state.preferences.language,
          async (value) => {
            await app.save((state) => state.preferences.language = value);
            app.render();
          },
        ),
        button(app.t("setup.start"), next, "main", { id: "next" }),
        button(app.t("setup.have-copy"), () => restore(app)),
      ]);
    case "install":
      return screen([installSteps(app), button(app.t("setup.next"), next, "main", { id: "next" })]);
    case "password":
      return screen(passwordStep(app, next, skip));
    case "recovery":
      return screen(recoveryContent(app, next));
    case "location":
      return screen([...locationStep(app), button(app.t("setup.next"), next, "plain", { id: "next" })]);
    case "locked":
      return screen([
        h("p", {}, app.t("locked.why")),
        h("h2", {}, app.t("locked.ios-title")),
        h("p", {}, app.t("locked.ios")),
        h("h2", {}, app.t("locked.android-title")),
        h("p", {}, app.t("locked.android")),
        h("p", { class: "hint" }, app.t("locked.card")),
        button(app.t("setup.next"), next, "main", { id: "next" }),
      ]);
    case "done": {
      const missing = missingEntries(app.state);
      return screen([
        missing.length > 0
          ? h(
            "div",
            {},
            h("h2", {}, app.t("missing.title")),
            h("ul", { id: "missing" }, missing.map((key) => h("li", {}, app.t(key)))),
          )
          : h("p", { class: "good-note" }, app.t("setup.complete")),
        h("p", {}, app.t("setup.done.text")),
        // During setup the code is still known, so it does not have to be typed.
        ...(shownCode
          ? [
            h("p", {}, app.t("setup.copy.text")),
            button(app.t("copy.save"), () => saveCopy(app, normalizedCode(shownCode)), "plain", { id: "setup-copy" }),
          ]
          : []),
        button(
          app.t("setup.finish"),
          async () => {
            if (!(await app.save((state) => Object.assign(state, { setupDone: true, entriesLost: false })))) {
              app.state.setupDone = true; // Without a store, the phrases work until the app is closed.
            }
            try {
              localStorage.setItem("express-setup", "done");
            } catch {
              // Without local storage, an eviction of the entries looks like a first start.
            }
            shownCode = "";
            app.unlocked = false;
            app.go("");
          },
          "main",
          { id: "finish" },
        ),
      ]);
    }
    default: {
      const form = entryForm(app, step, next, true);
      const why = step === "allergies" ? null : h("p", {}, app.t(`setup.${step}.text`));
      return { ...screen([why, form, skip(`missing.${step}`)]), unsaved: watched([form]) };
    }
  }
}

/** Lets the guardian allow the location now, so that no dialog appears when the user is lost. @param {App} app */
function locationStep(app) {
  const note = h("p", { class: "hint", role: "status", id: "location-note" });
  const allow = button(
    app.t("location.allow"),
    async () => {
      if (!(await app.save((state) => state.locationExplained = true))) return;
      note.textContent = app.t("way.searching");
      navigator.geolocation.getCurrentPosition(
        () => note.textContent = app.t("setup.location.done"),
        (error) => note.textContent = app.t(error.code === error.PERMISSION_DENIED ? "way.refused" : "way.no-position"),
        { timeout: 20_000 },
      );
    },
    "main",
    { id: "allow-location" },
  );
  return [h("p", {}, app.t("setup.location.text")), h("p", {}, app.t("location.why")), allow, note];
}

/** @param {App} app @param {() => void} next @param {(key: string) => HTMLElement} skip */
function passwordStep(app, next, skip) {
  const first = line("", { type: "password", id: "new-password", autocomplete: "new-password" });
  const second = line("", { type: "password", id: "repeat-password", autocomplete: "new-password" });
  const error = h("p", { class: "error", role: "alert" });
  clearedByInput(error, first, second);
  const { security } = app.state;
  return [
    h("p", {}, app.t("setup.password.text")),
    security.password ? h("p", { id: "keep-password" }, app.t("setup.keep-password")) : null,
    field(app.t("password.new"), first, app.t("password.rule")),
    field(app.t("password.repeat"), second),
    error,
    button(
      app.t("setup.next"),
      async () => {
        error.textContent = "";
        if (security.password && first.value === "" && second.value === "") return next();
        const problem = passwordProblem(first.value, second.value);
        if (problem) return error.textContent = app.t(problem);
        if (security.recovery && shownCode) {
          // The code that the guardian may already have written down stays valid.
          const password = await hashed(first.value);
          if (await app.save((state) => state.security.password = password)) next();
          return;
        }
        if (security.recovery) {
          const answer = await ask(app.t("setup.new-code-question"), [
            { value: "new", label: app.t("setup.new-code"), kind: "alarm" },
            { value: "keep", label: app.t("setup.keep-code"), kind: "main" },
          ]);
          if (answer !== "new") return next();
        }
        const code = newRecoveryCode();
        const [password, recovery] = await Promise.all([hashed(first.value), hashed(code)]);
        if (!(await app.save((state) => Object.assign(state.security, { password, recovery })))) return;
        shownCode = code;
        next();
      },
      "main",
      { id: "next" },
    ),
    security.password ? null : skip("missing.password"),
  ];
}

/** @param {string} first @param {string} second @returns {string | null} a text key */
export function passwordProblem(first, second) {
  if (characterCount(first) !== PASSWORD_LENGTH) return "password.rule";
  return first === second ? null : "password.different";
}

/** Shows a recovery code once. @param {App} app @param {() => void} next @returns {(HTMLElement | null)[]} */
export function recoveryContent(app, next, code = shownCode) {
  if (!code) {
    return [
      h("p", {}, app.t(app.state.security.recovery ? "recovery.gone" : "recovery.without-password")),
      button(app.t("setup.next"), next, "main", { id: "next" }),
    ];
  }
  return [
    h("p", {}, app.t("recovery.text")),
    h("p", { class: "code", id: "recovery-code" }, code),
    h("p", { class: "hint print-only" }, app.t("recovery.print-note")),
    button(app.t("recovery.print"), () => print(), "plain"),
    button(app.t("recovery.kept"), next, "main", { id: "next" }),
  ];
}
