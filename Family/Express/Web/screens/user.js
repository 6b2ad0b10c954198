/**
 * User information: one button for each item, each with its fields, Back, and Save with a confirmation.
 * @module
 */
import { ask, h, picture } from "../modules/dom.js";
import { button, choice, field, line, lines, photo, recording, watched } from "../modules/forms.js";
import {
  ABOUT,
  ALLERGENS,
  chooseAbout,
  cleaned,
  cleanedContact,
  EntryError,
  HEALTH,
  LIMITS,
} from "../modules/model.js";
import { parsePosition } from "../modules/way.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */
/** @typedef {import("../modules/board.js").Media} Media */
/** @typedef {import("../modules/model.js").State} State */

const ENTRIES = ["name", "about", "home", "school", "contacts", "allergies", "health"];
const SYMBOLS = /** @type {Record<string, string>} */ ({
  name: "person",
  about: "heart",
  home: "house",
  school: "school",
  contacts: "phone",
  allergies: "allergies",
  health: "health",
});

/** @param {App} app @returns {Screen} */
export function user(app) {
  const item = (/** @type {string} */ address, /** @type {string} */ symbol, /** @type {string} */ label) =>
    h(
      "button",
      { type: "button", class: "tile wide small", "data-go": address, onclick: () => app.go(address) },
      picture(`symbols/${symbol}.svg`),
      h("span", {}, label),
    );
  return {
    title: app.t("settings.user"),
    back: "settings",
    scan: false,
    layout: "list",
    content: [
      ...ENTRIES.slice(0, 2).map((name) => item(`entry/${name}`, SYMBOLS[name], app.t(`entry.${name}`))),
      item("edit-page/helpers", "helpers", app.t("about.more")),
      ...ENTRIES.slice(2).map((name) => item(`entry/${name}`, SYMBOLS[name], app.t(`entry.${name}`))),
    ],
  };
}

/** @param {App} app @param {string} name @returns {Screen} */
export function entry(app, name) {
  if (!ENTRIES.includes(name)) return user(app);
  const form = entryForm(app, name, () => app.go("settings"));
  return {
    title: app.t(`entry.${name}`),
    back: "user",
    scan: false,
    layout: "form",
    help: "help.entry",
    content: [form],
    unsaved: watched([form]),
  };
}

/** Asks before the entries of the options are changed. @param {App} app */
async function confirmed(app) {
  const answer = await ask(app.t("entry.confirm"), [{ value: "yes", label: app.t("yes"), kind: "main" }, {
    value: "no",
    label: app.t("no"),
  }]);
  return answer === "yes";
}

/** Warns of words that no voice will speak. Returns whether the guardian wants to record them. @param {App} app
 * @param {string[]} words @param {string} question text key */
async function mayRecord(app, words, question) {
  if (words.length === 0) return false;
  const answer = await ask(app.t(question, { list: words.join(", ") }), [
    { value: "silent", label: app.t("allergy.save-silent") },
    { value: "record", label: app.t("allergy.record"), kind: "main" },
  ]);
  return answer === "record";
}

/**
 * The form of an item; `saved` is called after storing the change. During the setup, Save needs no confirmation.
 * @param {App} app @param {string} name @param {() => void} saved @param {boolean} [inSetup] @returns {HTMLElement}
 */
export function entryForm(app, name, saved, inSetup = false) {
  const error = h("p", { class: "error", role: "alert", id: "entry-error" });
  /** @type {Map<string, Media>} */
  const added = new Map();
  const fields = name === "name"
    ? nameFields(app, added)
    : name === "about"
    ? aboutFields(app)
    : name === "contacts"
    ? contactFields(app)
    : name === "allergies"
    ? allergyFields(app, added)
    : name === "health"
    ? healthFields(app, added)
    : placeFields(app, /** @type {"home" | "school"} */ (name), added);
  const save = button(
    app.t("save"),
    async () => {
      /** @type {(state: State) => void} */
      let change;
      try {
        change = fields.read();
        error.textContent = "";
      } catch (problem) {
        if (!(problem instanceof EntryError)) throw problem;
        error.textContent = app.t(problem.reason, problem.values);
        return;
      }
      const question = name === "health" ? "health.silent-question" : "allergy.silent-question";
      if (fields.silent && await mayRecord(app, fields.silent(), question)) return;
      if ((inSetup || await confirmed(app)) && await app.save(change, added)) saved();
    },
    "main",
    { id: "save" },
  );
  return h("div", { class: "stack" }, ...fields.nodes, error, save);
}

/** `silent` lists typed words that neither a recording nor a voice of the device speaks.
 * @typedef {{nodes: HTMLElement[], read: () => (state: State) => void, silent?: () => string[]}} Fields */

/** @param {App} app @param {Map<string, Media>} added @returns {Fields} */
function nameFields(app, added) {
  const input = line(app.state.user.name, { id: "user-name" });
  let sound = app.state.user.nameSound;
  return {
    nodes: [
      field(app.t("entry.name"), input),
      h("h2", {}, app.t("entry.name.voice")),
      h("p", { class: "hint" }, app.t("entry.name.voice.hint")),
      recording(app, sound, (id, media) => {
        sound = id;
        if (id && media) added.set(id, media);
      }),
    ],
    read: () => {
      const name = cleaned(input.value, LIMITS.name);
      return (state) => Object.assign(state.user, { name, nameSound: sound });
    },
  };
}

/** The sentence that helpers read about the person. Nothing is shown unless the guardian chooses it. @param {App} app
 * @returns {Fields} */
function aboutFields(app) {
  const { about } = app.state.user;
  let chosen = about.key ?? (about.text ? "own" : "none");
  const own = line(about.text, { id: "about-own" });
  const typed = field(app.t("about.own-text"), own);
  typed.hidden = chosen !== "own";
  return {
    nodes: [
      choice(
        app.t("about.question"),
        ["none", ...ABOUT, "own", "hidden"].map((value) => ({ value, label: app.t(`about.${value}`) })),
        chosen,
        (value) => {
          chosen = value;
          typed.hidden = value !== "own";
        },
      ),
      typed,
      h("p", { class: "hint" }, app.t("about.hint")),
      h("p", { class: "hint", id: "about-more" }, app.t("about.more.hint")),
    ],
    read: () => {
      const text = chosen === "own" ? cleaned(own.value, LIMITS.about) : "";
      if (chosen === "own" && !text) throw new EntryError("about.empty");
      return (state) => chooseAbout(state, { key: [...ABOUT, "hidden"].includes(chosen) ? chosen : null, text });
    },
  };
}

/** @param {App} app @param {"home" | "school"} kind @param {Map<string, Media>} added @returns {Fields} */
function placeFields(app, kind, added) {
  const place = structuredClone(app.state.user[kind]);
  const address = lines(place.address, { id: "address-field" });
  const position = line(place.position ? `${place.position.lat}, ${place.position.lon}` : "", {
    id: "position",
    inputmode: "text",
  });
  const start = line(place.start, { id: "start" });
  const note = h("p", { class: "hint", role: "status" });
  const here = button(
    app.t("entry.here"),
    () => {
      note.textContent = app.t("way.searching");
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          position.value = `${coords.latitude.toFixed(6)}, ${coords.longitude.toFixed(6)}`;
          note.textContent = app.t("entry.here-done");
        },
        (error) => note.textContent = app.t(error.code === error.PERMISSION_DENIED ? "way.refused" : "way.no-position"),
        { enableHighAccuracy: true, timeout: 20_000 },
      );
    },
    "plain",
    { id: "here" },
  );
  const steps = h("ol", { class: "plain-list", id: "steps" });
  const draw = () =>
    steps.replaceChildren(
      ...place.steps.map((step, index) =>
        h(
          "li",
          { class: "card" },
          field(
            app.t("entry.step", { number: index + 1 }),
            line(step.text, {
              oninput: (/** @type {Event} */ event) => step.text = /** @type {HTMLInputElement} */ (event.target).value,
            }),
          ),
          photo(app, step.photo, (id, media) => {
            step.photo = id;
            if (id && media) added.set(id, media);
          }),
          button(app.t("entry.remove-step"), () => {
            place.steps.splice(index, 1);
            draw();
          }),
        )
      ),
    );
  draw();
  return {
    nodes: [
      field(app.t("entry.address"), address),
      here,
      note,
      field(app.t("entry.position"), position, app.t("entry.position.hint")),
      h("h2", {}, app.t("entry.steps")),
      h("p", { class: "hint" }, app.t("entry.steps.hint")),
      field(app.t("entry.start"), start, app.t("entry.start.hint")),
      steps,
      button(
        app.t("entry.add-step"),
        () => {
          if (place.steps.length >= LIMITS.steps) return app.notice(app.t("entry.too-many", { limit: LIMITS.steps }));
          place.steps.push({ text: "", photo: null });
          draw();
        },
        "plain",
        { id: "add-step" },
      ),
    ],
    read: () => {
      const text = cleaned(address.value, LIMITS.address);
      const typed = position.value.trim();
      const parsed = typed === "" ? null : parsePosition(typed);
      if (typed !== "" && !parsed) throw new EntryError("entry.position-wrong", { text: typed.slice(0, 40) });
      const kept = place.steps.map((step) => ({ text: cleaned(step.text, LIMITS.sentence), photo: step.photo })).filter(
        (step) => step.text || step.photo,
      );
      const begin = cleaned(start.value, LIMITS.name);
      if (kept.length > 0 && !begin) throw new EntryError("entry.start-missing");
      return (state) => state.user[kind] = { address: text, position: parsed, start: begin, steps: kept };
    },
  };
}

/** @param {App} app @returns {Fields} */
function contactFields(app) {
  const contacts = structuredClone(app.state.user.contacts);
  if (contacts.length === 0) contacts.push({ name: "", number: "", relation: "" });
  const list = h("ul", { class: "plain-list" });
  const draw = () =>
    list.replaceChildren(...contacts.map((contact, index) => {
      const input = (
        /** @type {"name" | "number" | "relation"} */ key,
        /** @type {Record<string, string>} */ more = {},
        /** @type {string | undefined} */ hint = undefined,
      ) =>
        field(
          app.t(`contact.${key}`),
          line(contact[key], {
            "data-contact": key,
            ...more,
            oninput: (/** @type {Event} */ event) =>
              contact[key] = /** @type {HTMLInputElement} */ (event.target).value,
          }),
          hint,
        );
      return h(
        "li",
        { class: "card" },
        input("name"),
        input("number", { type: "tel", dir: "ltr" }),
        input("relation", {}, app.t("contact.relation.hint")),
        button(app.t("contact.remove"), () => {
          contacts.splice(index, 1);
          draw();
        }),
      );
    }));
  draw();
  return {
    nodes: [
      list,
      button(
        app.t("contact.add"),
        () => {
          if (contacts.length >= LIMITS.contacts) {
            return app.notice(app.t("entry.too-many", { limit: LIMITS.contacts }));
          }
          contacts.push({ name: "", number: "", relation: "" });
          draw();
        },
        "plain",
        { id: "add-contact" },
      ),
    ],
    read: () => {
      const filled = contacts.filter((contact) =>
        contact.name.trim() || contact.number.trim() || contact.relation.trim()
      ).map(cleanedContact);
      return (state) => state.user.contacts = filled;
    },
  };
}

/** @param {App} app @param {Map<string, Media>} added @returns {Fields} */
function allergyFields(app, added) {
  const chosen = new Set(app.state.user.allergies.flatMap((allergy) => allergy.key ?? []));
  const own = structuredClone(app.state.user.allergies.filter((allergy) => allergy.key === null));
  const none = h("input", {
    type: "checkbox",
    id: "no-allergies",
    checked: app.state.user.noAllergies && chosen.size + own.length === 0,
    onchange: async () => {
      if (!none.checked) return;
      if (chosen.size + own.filter((allergy) => allergy.text.trim() || allergy.sound).length > 0) {
        none.checked = false; // Until it is confirmed.
        const answer = await ask(app.t("allergy.clear-question"), [
          { value: "clear", label: app.t("allergy.clear"), kind: "alarm" },
          { value: "keep", label: app.t("allergy.keep"), kind: "main" },
        ]);
        if (answer !== "clear") return;
        none.checked = true;
      }
      chosen.clear();
      own.length = 0;
      for (const input of choices.querySelectorAll("input")) input.checked = false;
      draw();
    },
  });
  const choices = h(
    "div",
    { class: "chips" },
    ALLERGENS.map((key) =>
      h(
        "label",
        { class: "chip" },
        h("input", {
          type: "checkbox",
          value: key,
          checked: chosen.has(key),
          onchange: (/** @type {Event} */ event) => {
            if (/** @type {HTMLInputElement} */ (event.target).checked) {
              chosen.add(key);
              none.checked = false;
            } else chosen.delete(key);
          },
        }),
        h("span", {}, app.texts.say[`allergen.${key}`].replace(/\.$/, "")),
      )
    ),
  );
  const list = h("ul", { class: "plain-list" });
  const voiceHint = app.speech.deviceVoice() ? "record.device" : "allergy.no-voice";
  const draw = () =>
    list.replaceChildren(
      ...own.map((allergy, index) =>
        h(
          "li",
          { class: "card" },
          field(
            app.t("allergy.text"),
            line(allergy.text, {
              "data-allergy": "text",
              oninput: (/** @type {Event} */ event) =>
                allergy.text = /** @type {HTMLInputElement} */ (event.target).value,
            }),
          ),
          h("p", { class: "hint", "data-allergy": "voice" }, app.t(voiceHint)),
          recording(app, allergy.sound, (id, media) => {
            allergy.sound = id;
            if (id && media) added.set(id, media);
          }),
          button(app.t("allergy.remove"), () => {
            own.splice(index, 1);
            draw();
          }),
        )
      ),
    );
  draw();
  return {
    nodes: [
      h("div", { class: "chips" }, h("label", { class: "chip" }, none, h("span", {}, app.t("allergy.none")))),
      h("fieldset", { class: "choices" }, h("legend", {}, app.t("allergy.common")), choices),
      h("h2", {}, app.t("allergy.own")),
      h("p", { class: "hint" }, app.t("allergy.own.hint")),
      list,
      button(
        app.t("allergy.add"),
        () => {
          if (own.length >= LIMITS.allergies) return app.notice(app.t("entry.too-many", { limit: LIMITS.allergies }));
          own.push({ key: null, text: "", sound: null });
          none.checked = false;
          draw();
        },
        "plain",
        { id: "add-allergy" },
      ),
    ],
    read: () => {
      const typed = own.map((allergy) => ({ ...allergy, text: cleaned(allergy.text, LIMITS.allergy) })).filter((
        allergy,
      ) => allergy.text || allergy.sound);
      if (typed.some((allergy) => !allergy.text)) throw new EntryError("allergy.no-text");
      const known = ALLERGENS.filter((key) => chosen.has(key)).map((key) => ({ key, text: "", sound: null }));
      const allergies = [...known, ...typed];
      const noAllergies = none.checked && allergies.length === 0;
      return (state) => Object.assign(state.user, { allergies, noAllergies });
    },
    silent: () =>
      app.speech.deviceVoice() ? [] : own.flatMap(({ text, sound }) => sound || !text.trim() ? [] : text.trim()),
  };
}

/** Conditions and medicines. "None" never removes entries. @param {App} app @param {Map<string, Media>} added
 * @returns {Fields} */
function healthFields(app, added) {
  const lists = HEALTH.map((name) => healthList(app, name, added));
  return {
    nodes: [h("p", { class: "hint" }, app.t("health.hint")), ...lists.flatMap(({ nodes }) => nodes)],
    read: () => {
      const read = lists.map((list) => list.read());
      return (state) => read.forEach((value, index) => state.user[HEALTH[index]] = value);
    },
    silent: () => app.speech.deviceVoice() ? [] : lists.flatMap((list) => list.silent()),
  };
}

/** The fields of one list. @param {App} app @param {"conditions" | "medicines"} name @param {Map<string, Media>} added */
function healthList(app, name, added) {
  const { entries, none } = structuredClone(app.state.user[name]);
  const noneBox = h("input", {
    type: "checkbox",
    id: `no-${name}`,
    checked: none && entries.length === 0,
    onchange: () => {
      const filled = entries.filter(({ text, sound }) => text.trim() || sound);
      if (noneBox.checked && filled.length > 0) {
        noneBox.checked = false;
        return app.message(app.t("health.remove-first"));
      }
      entries.length = 0;
      draw();
    },
  });
  const list = h("ul", { class: "plain-list", id: `${name}-list` });
  const draw = () =>
    list.replaceChildren(...entries.map((entry, index) =>
      h(
        "li",
        { class: "card" },
        field(
          app.t(`health.${name}.text`),
          line(entry.text, {
            "data-health": name,
            oninput: (/** @type {Event} */ event) => entry.text = /** @type {HTMLInputElement} */ (event.target).value,
          }),
        ),
        h("p", { class: "hint" }, app.t(app.speech.deviceVoice() ? "record.device" : "health.no-voice")),
        recording(app, entry.sound, (id, media) => {
          entry.sound = id;
          if (id && media) added.set(id, media);
        }),
        button(app.t(`health.${name}.remove`), () => {
          entries.splice(index, 1);
          draw();
        }),
      )
    ));
  draw();
  const add = () => {
    if (entries.length >= LIMITS.health) return app.notice(app.t("entry.too-many", { limit: LIMITS.health }));
    entries.push({ text: "", sound: null });
    noneBox.checked = false;
    draw();
    list.querySelector("li:last-child input")?.focus();
  };
  return {
    nodes: [
      h("h2", {}, app.t(`health.${name}`)),
      h(
        "div",
        { class: "chips" },
        h("label", { class: "chip" }, noneBox, h("span", {}, app.t(`health.${name}.none`))),
      ),
      h("p", { class: "hint" }, app.t(`health.${name}.hint`)),
      list,
      button(app.t(`health.${name}.add`), add, "plain", { id: `add-${name}` }),
    ],
    read: () => {
      const kept = entries.map(({ text, sound }) => ({ text: cleaned(text, LIMITS.healthEntry), sound })).filter((
        { text, sound },
      ) => text || sound);
      if (kept.some(({ text }) => !text)) throw new EntryError("health.no-text");
      return { entries: kept, none: noneBox.checked && kept.length === 0 };
    },
    silent: () => entries.flatMap(({ text, sound }) => sound || !text.trim() ? [] : text.trim()),
  };
}
