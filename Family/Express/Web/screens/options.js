/**
 * Options behind the guardian's password: settings, preferences, password, tutorials, error report, credits.
 * @module
 */
import { failed, NO_ATTEMPTS, waitTime } from "../modules/attempts.js";
import { ask, h, picture, pictured, saveFile } from "../modules/dom.js";
import { button, choice, clearedByInput, field, line, lines, toggle } from "../modules/forms.js";
import { isInstalled } from "../modules/offline.js";
import { mailAddress, reportText } from "../modules/report.js";
import { checkedServer } from "../modules/route.js";
import { hashed, matches, newRecoveryCode, normalizedCode } from "../modules/secrets.js";
import { EntryError, initialState } from "../modules/model.js";
import { passwordProblem, recoveryContent } from "./setup.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */

/** A list of large buttons that open screens. @param {App} app @param {[string, string, string][]} entries */
function list(app, entries) {
  return entries.map(([address, symbol, key]) =>
    h(
      "button",
      { type: "button", class: "tile wide small", "data-go": address, onclick: () => app.go(address) },
      picture(`symbols/${symbol}.svg`),
      h("span", {}, app.t(key)),
    )
  );
}

/** Asks for the password. @param {App} app @returns {Screen} */
export function lock(app) {
  const input = line("", { type: "password", id: "password", autocomplete: "current-password" });
  const error = h("p", { class: "error", role: "alert", id: "lock-error" });
  clearedByInput(error, input);
  const enter = async () => {
    error.textContent = "";
    const { password, attempts } = app.state.security;
    if (!password) return;
    const wait = waitTime(attempts, Date.now());
    if (wait > 0) return error.textContent = app.t("lock.wait", { seconds: Math.ceil(wait / 1000) });
    const right = await matches(input.value, password);
    await app.save((state) => state.security.attempts = right ? { ...NO_ATTEMPTS } : failed(attempts, Date.now()));
    if (!right) {
      input.value = "";
      return error.textContent = app.t("lock.wrong");
    }
    app.unlocked = true;
    app.render();
  };
  return {
    title: app.t("menu.options"),
    back: "",
    scan: "exit",
    help: "help.lock",
    layout: "form lock",
    content: [
      h(
        "form",
        {
          class: "stack",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            enter();
          },
        },
        field(app.t("lock.password"), input, app.t("lock.hint")),
        error,
        h(
          "div",
          { class: "row" },
          button(app.t("cancel"), () => app.go(""), "plain", { id: "cancel" }),
          h("button", { type: "submit", class: "main", id: "enter" }, app.t("lock.enter")),
        ),
      ),
      button(app.t("lock.forgotten"), () => app.go("forgotten"), "link", { id: "forgotten" }),
    ],
  };
}

/** @param {App} app @returns {Screen} */
export function forgotten(app) {
  const code = line("", { id: "code", autocapitalize: "characters", spellcheck: "false" });
  const first = line("", { type: "password", id: "new-password", autocomplete: "new-password" });
  const second = line("", { type: "password", id: "repeat-password", autocomplete: "new-password" });
  const error = h("p", { class: "error", role: "alert" });
  const typed = line("", { id: "erase-word", autocomplete: "off", spellcheck: "false" });
  const eraseError = h("p", { class: "error", role: "alert", id: "erase-error" });
  clearedByInput(error, code, first, second);
  clearedByInput(eraseError, typed);
  const reset = async () => {
    error.textContent = "";
    const { recovery, attempts } = app.state.security;
    if (!recovery) return error.textContent = app.t("forgotten.no-code");
    const wait = waitTime(attempts, Date.now());
    if (wait > 0) return error.textContent = app.t("lock.wait", { seconds: Math.ceil(wait / 1000) });
    const problem = passwordProblem(first.value, second.value);
    if (problem) return error.textContent = app.t(problem);
    if (!(await matches(normalizedCode(code.value), recovery))) {
      await app.save((state) => state.security.attempts = failed(attempts, Date.now()));
      return error.textContent = app.t("forgotten.wrong");
    }
    const password = await hashed(first.value);
    if (!(await app.save((state) => Object.assign(state.security, { password, attempts: { ...NO_ATTEMPTS } })))) return;
    app.unlocked = true;
    app.go("options");
  };
  const erase = async () => {
    // Requires typing a word, so that random button presses cannot erase the emergency information.
    const word = app.t("forgotten.erase-word");
    if (typed.value.trim().toLowerCase() !== word.toLowerCase()) {
      return eraseError.textContent = app.t("forgotten.erase-type", { word });
    }
    eraseError.textContent = "";
    const answer = await ask(app.t("forgotten.erase-question"), [{
      value: "erase",
      label: app.t("forgotten.erase"),
      kind: "alarm",
    }, { value: "no", label: app.t("cancel"), kind: "plain" }]);
    if (answer !== "erase") return;
    await app.store?.erase();
    app.unsaved.clear();
    localStorage.removeItem("express-setup");
    const { language, units } = app.state.preferences;
    app.state = initialState(language, units);
    app.applyPreferences();
    app.go("setup/welcome");
  };
  return {
    title: app.t("forgotten.title"),
    back: "options",
    scan: false,
    layout: "form",
    content: [
      h("p", {}, app.t("forgotten.text")),
      field(app.t("forgotten.code"), code),
      field(app.t("password.new"), first, app.t("password.rule")),
      field(app.t("password.repeat"), second),
      error,
      button(app.t("forgotten.reset"), reset, "main", { id: "reset" }),
      h("hr"),
      h("p", {}, app.t("forgotten.erase-text")),
      field(app.t("forgotten.erase-type", { word: app.t("forgotten.erase-word") }), typed),
      eraseError,
      button(app.t("forgotten.erase"), erase, "alarm", { id: "erase" }),
    ],
  };
}

/** @param {App} app @returns {Screen} */
export function options(app) {
  return {
    title: app.t("menu.options"),
    back: "",
    scan: "exit",
    help: "help.options",
    layout: "list",
    content: list(app, [
      ["settings", "options", "options.settings"],
      ["password", "key", "options.password"],
      ["tutorials", "speech", "options.tutorials"],
      ["report", "letter", "options.report"],
      ["credits", "heart", "options.credits"],
    ]),
  };
}

/** @param {App} app @returns {Screen} */
export function settings(app) {
  return {
    title: app.t("options.settings"),
    back: "options",
    scan: false,
    help: "help.settings",
    layout: "list",
    content: list(app, [
      ["user", "person", "settings.user"],
      ["preferences", "options", "settings.preferences"],
      ["pages", "library", "settings.pages"],
      ["boards", "boards", "settings.boards"],
      ["access", "hand", "settings.access"],
      ["card", "card", "settings.card"],
      ["copy", "save", "settings.copy"],
      ["install", "phone-app", "settings.install"],
      ["servers", "map", "settings.servers"],
    ]),
  };
}

/** @param {App} app @returns {Screen} */
export function preferences(app) {
  const { preferences } = app.state;
  const set = (/** @type {Partial<import("../modules/model.js").Preferences>} */ change) =>
    app.save((state) => Object.assign(state.preferences, change));
  const options = (/** @type {string} */ key, /** @type {string[]} */ values) =>
    values.map((value) => ({ value, label: app.t(`${key}.${value}`) }));
  const percent = new Intl.NumberFormat(app.texts.language, { style: "percent" });
  return {
    title: app.t("settings.preferences"),
    back: "settings",
    scan: false,
    layout: "form",
    content: [
      h("p", { class: "hint" }, app.t("preferences.immediately")),
      choice(
        app.t("preferences.voice"),
        ["female", "male"].map((value) => ({ value, label: app.texts.catalogue.voices[value] })),
        preferences.voice,
        async (value) => {
          await set({ voice: /** @type {"female" | "male"} */ (value) });
          app.sayKey("help");
        },
      ),
      choice(
        app.t("preferences.theme"),
        options("theme", ["blue", "green", "purple"]),
        preferences.theme,
        (value) => set({ theme: /** @type {any} */ (value) }),
      ),
      choice(
        app.t("preferences.language"),
        app.languages.map(({ code, name }) => ({ value: code, label: name })),
        preferences.language,
        async (value) => {
          await set({ language: value });
          app.render();
        },
      ),
      choice(
        app.t("preferences.text-size"),
        [100, 125, 150, 200].map((value) => ({ value: String(value), label: percent.format(value / 100) })),
        String(preferences.textSize),
        (value) => set({ textSize: Number(value) }),
      ),
      choice(
        app.t("preferences.units"),
        options("units", ["metric", "us"]),
        preferences.units,
        (value) => set({ units: /** @type {any} */ (value) }),
      ),
      toggle(
        app.t("preferences.graphics"),
        preferences.graphics,
        (graphics) => set({ graphics }),
        app.t("preferences.graphics.hint"),
      ),
      toggle(
        app.t("preferences.contact-privacy"),
        preferences.contactPrivacy,
        (contactPrivacy) => set({ contactPrivacy }),
        app.t("preferences.contact-privacy.hint"),
      ),
      toggle(
        app.t("preferences.address-privacy"),
        preferences.addressPrivacy,
        (addressPrivacy) => set({ addressPrivacy }),
        app.t("preferences.address-privacy.hint"),
      ),
    ],
  };
}

/** @param {App} app @returns {Screen} */
export function access(app) {
  const { preferences } = app.state;
  const set = (/** @type {Partial<import("../modules/model.js").Preferences>} */ change) =>
    app.save((state) => Object.assign(state.preferences, change));
  const times = (/** @type {number[]} */ values) =>
    values.map((value) => ({
      value: String(value),
      label: value === 0
        ? app.t("access.off")
        : app.t("access.seconds", { seconds: new Intl.NumberFormat(app.texts.language).format(value / 1000) }),
    }));
  return {
    title: app.t("settings.access"),
    back: "settings",
    scan: false,
    layout: "form",
    content: [
      h("p", { class: "hint" }, app.t("preferences.immediately")),
      choice(
        app.t("access.hold"),
        times([0, 200, 500, 1000]),
        String(preferences.holdTime),
        (value) => set({ holdTime: Number(value) }),
      ),
      choice(
        app.t("access.repeat"),
        times([0, 300, 700, 1500]),
        String(preferences.ignoreRepeat),
        (value) => set({ ignoreRepeat: Number(value) }),
      ),
      choice(
        app.t("access.dwell"),
        times([0, 800, 1500, 2500]),
        String(preferences.dwellTime),
        (value) => set({ dwellTime: Number(value) }),
      ),
      choice(
        app.t("access.scanning"),
        ["off", "one", "two"].map((value) => ({ value, label: app.t(`access.scanning.${value}`) })),
        preferences.scanning,
        (value) => set({ scanning: /** @type {any} */ (value) }),
      ),
      choice(
        app.t("access.pattern"),
        ["linear", "rows"].map((value) => ({ value, label: app.t(`access.pattern.${value}`) })),
        preferences.scanPattern,
        (value) => set({ scanPattern: /** @type {any} */ (value) }),
      ),
      choice(
        app.t("access.interval"),
        times([800, 1500, 2500, 4000]),
        String(preferences.scanInterval),
        (value) => set({ scanInterval: Number(value) }),
      ),
      h("p", { class: "hint" }, app.t("access.hint")),
    ],
  };
}

/** @param {App} app @returns {Screen} */
export function password(app) {
  const old = line("", { type: "password", id: "old-password", autocomplete: "current-password" });
  const first = line("", { type: "password", id: "new-password", autocomplete: "new-password" });
  const second = line("", { type: "password", id: "repeat-password", autocomplete: "new-password" });
  const error = h("p", { class: "error", role: "alert" });
  const had = app.state.security.password;
  clearedByInput(error, old, first, second);
  const submit = async () => {
    error.textContent = "";
    if (had && !(await matches(old.value, had))) return error.textContent = app.t("password.wrong-old");
    const problem = passwordProblem(first.value, second.value);
    if (problem) return error.textContent = app.t(problem);
    const hash = await hashed(first.value);
    if (!(await app.save((state) => state.security.password = hash))) return;
    if (!app.state.security.recovery) return app.go("recovery");
    await app.message(app.t("password.changed"));
    app.go("options");
  };
  return {
    title: app.t("options.password"),
    back: "options",
    scan: false,
    layout: "form",
    content: [
      had ? field(app.t("password.old"), old) : h("p", {}, app.t("password.none-yet")),
      field(app.t("password.new"), first, app.t("password.rule")),
      field(app.t("password.repeat"), second),
      error,
      button(app.t("password.submit"), submit, "main", { id: "submit" }),
      button(app.t("recovery.new"), () => app.go("recovery"), "plain", { id: "new-code" }),
    ],
  };
}

/** Creates a recovery code and shows it once. Asks before replacing an existing code. @param {App} app
 * @returns {Promise<Screen>} */
export async function recovery(app) {
  const content = h("div", { class: "stack" });
  const make = async () => {
    const code = newRecoveryCode();
    const hash = await hashed(code);
    if (!(await app.save((state) => state.security.recovery = hash))) return;
    content.replaceChildren(...recoveryContent(app, () => app.go("options"), code));
  };
  if (app.state.security.recovery) {
    content.append(
      h("p", {}, app.t("recovery.question")),
      button(app.t("recovery.make"), make, "alarm", { id: "make-code" }),
      button(app.t("cancel"), () => app.go("options"), "plain", { id: "cancel" }),
    );
  } else await make();
  return { title: app.t("recovery.new"), back: "options", scan: false, layout: "form", content: [content] };
}

/** @param {App} app @returns {Screen} */
export function servers(app) {
  const { map } = app.state;
  const tiles = line(map.tiles, {
    id: "tiles",
    inputmode: "url",
    placeholder: "https://tiles.example.org/{z}/{x}/{y}.png",
  });
  const attribution = line(map.attribution, { id: "attribution" });
  const routing = line(map.routing, { id: "routing", inputmode: "url", placeholder: "https://routes.example.org" });
  const error = h("p", { class: "error", role: "alert" });
  return {
    title: app.t("settings.servers"),
    back: "settings",
    scan: false,
    layout: "form",
    content: [
      h("p", {}, app.t("map.privacy")),
      field(app.t("map.tiles"), tiles),
      field(app.t("map.attribution"), attribution),
      field(app.t("map.routing"), routing, app.t("map.routing.hint")),
      error,
      button(
        app.t("save"),
        async () => {
          try {
            const next = {
              tiles: checkedServer(tiles.value, "tiles"),
              attribution: attribution.value.slice(0, 200),
              routing: checkedServer(routing.value, "routing"),
            };
            if (await app.save((state) => state.map = next)) app.go("settings");
          } catch (problem) {
            if (!(problem instanceof EntryError)) throw problem;
            error.textContent = app.t(problem.reason, problem.values);
          }
        },
        "main",
        { id: "save" },
      ),
    ],
  };
}

const TUTORIALS = /** @type {const} */ (["phrases", "emergency", "settings"]);

/** @param {App} app @returns {Screen} */
export function tutorials(app) {
  return {
    title: app.t("options.tutorials"),
    back: "options",
    scan: false,
    layout: "list",
    content: list(app, [
      ["tutorial/settings", "options", "tutorial.settings"],
      ["tutorial/phrases", "library", "tutorial.phrases"],
      ["tutorial/emergency", "emergency", "tutorial.emergency"],
    ]),
  };
}

/** Pictures of the steps of each tutorial. */
const PICTURES = {
  phrases: ["library", "food", "snack", "speech"],
  emergency: ["emergency", "house", "arrow", "phone", "helpers"],
  settings: ["options", "person", "heart", "save"],
};

/** @param {App} app @param {string} name @returns {Screen} */
export function tutorial(app, name) {
  const topic = TUTORIALS.find((topic) => topic === name) ?? "phrases";
  let step = 1;
  const image = picture("symbols/library.svg");
  const text = h("p", { class: "strong", id: "tutorial-text", "aria-live": "polite" });
  const number = h("h2", {});
  const count = PICTURES[topic].length;
  const move = (/** @type {number} */ by) => {
    step = Math.max(1, Math.min(count, step + by));
    const key = `tutorial.${topic}.${step}`;
    image.src = `symbols/${PICTURES[topic][step - 1]}.svg`;
    number.textContent = app.t("way.step", { number: step, count });
    text.textContent = app.texts.say[key];
    back.disabled = step === 1;
    next.disabled = step === count;
    if (by !== 0) app.sayKey(key);
  };
  const back = button(pictured("previous", app.t("way.previous")), () => move(-1), "plain", { id: "previous-step" });
  const listen = button(
    pictured("speaker", app.t("tutorial.listen")),
    () => app.sayKey(`tutorial.${topic}.${step}`),
    "plain",
    { id: "listen" },
  );
  const next = button(pictured("next", app.t("way.next")), () => move(1), "plain", { id: "next-step" });
  move(0);
  return {
    title: app.t(`tutorial.${topic}`),
    back: "tutorials",
    scan: false,
    layout: "tutorial",
    content: [
      h(
        "section",
        { class: "card center" },
        number,
        h("div", { class: "row" }, back, listen, next), // Above the text, whose height differs from step to step.
        image,
        text,
      ),
    ],
  };
}

/** @param {App} app @returns {Screen} */
export function report(app) {
  const description = lines("", { id: "description", maxlength: "2000" });
  const preview = h("pre", { id: "preview", tabindex: "0", "aria-label": app.t("report.preview") });
  const facts = {
    version: app.offline.version || app.t("report.unknown"),
    browser: navigator.userAgent,
    screen: `${innerWidth}×${innerHeight}, ${devicePixelRatio}×`,
    language: app.texts.language,
    readiness: app.offline.state.state,
    installed: isInstalled(),
  };
  const update = () => preview.textContent = reportText(description.value, facts);
  description.addEventListener("input", update);
  update();
  return {
    title: app.t("options.report"),
    back: "options",
    scan: false,
    layout: "form",
    content: [
      field(app.t("report.description"), description, app.t("report.hint")),
      h("h2", {}, app.t("report.preview")),
      preview,
      button(
        app.t("report.mail"),
        () => {
          h("a", { href: mailAddress(preview.textContent) }).click();
        },
        "main",
        { id: "mail" },
      ),
      button(
        app.t("report.file"),
        () => saveFile("express-report.txt", new Blob([preview.textContent]), "text/plain"),
        "plain",
        { id: "file" },
      ),
    ],
  };
}

/** @param {App} app @returns {Screen} */
export function credits(app) {
  return {
    title: app.t("options.credits"),
    back: "options",
    scan: false,
    content: [
      h("p", {}, app.t("credits.app")),
      h("ul", {}, ["voices", "symbols", "map", "ideas"].map((key) => h("li", {}, app.t(`credits.${key}`)))),
      h("p", {}, h("a", { href: "licences.txt", target: "_blank", rel: "noopener" }, app.t("credits.licences"))),
    ],
  };
}
