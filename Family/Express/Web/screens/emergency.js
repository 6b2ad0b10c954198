/**
 * Emergency information for a stranger who helps.
 * @module
 */
import { h, picture, pictured } from "../modules/dom.js";
import { button } from "../modules/forms.js";
import { emergencyInfo, HEALTH, isEntered, telephone } from "../modules/model.js";
import { allergyText, introduction, spokenHealth } from "../modules/sentences.js";

/** @typedef {import("../modules/app.js").App} App */

/** A link that calls a contact, with name and relation if they were entered. @param {import("../modules/model.js").Contact} contact */
function callLink({ name, number, relation }) {
  return h(
    "a",
    { class: "main call", href: `tel:${telephone(number)}` },
    picture("symbols/phone.svg"),
    h(
      "span",
      {},
      h(
        "span",
        { class: "block", dir: "auto" },
        name && h("span", { class: "strong" }, name),
        name && relation && ", ",
        relation,
      ),
      h("span", { class: "block", dir: "ltr" }, number),
    ),
  );
}

/** A link that calls the first contact with a number, or null if there is none or contacts are private. @param {App} app
 * @returns {HTMLElement | null} */
export function caller(app) {
  const contact = emergencyInfo(app.state).contacts.find((contact) => contact && telephone(contact.number));
  return contact ? callLink(contact) : null;
}

/** @param {App} app @returns {import("../modules/app.js").Screen} */
export function emergency(app) {
  const info = emergencyInfo(app.state);
  const { nameSound, noAllergies } = app.state.user;
  const { contactPrivacy } = app.state.preferences;
  const about = introduction(app.state.user.about, app.texts);
  const speakAllergies = () => {
    const phrase = app.state.pages.flatMap((page) => page.phrases).find((phrase) => phrase.fixed === "allergies");
    if (phrase) app.announce(app.say(phrase, speak));
  };
  const speak = button(pictured("speaker", app.t("emergency.speak")), speakAllergies, "plain", {
    id: "speak-allergies",
  });
  // Without an entry there is no card, so that the screen stays short.
  const health = HEALTH.filter((name) => app.state.user[name].entries.length > 0 || app.state.user[name].none).map(
    (name) => {
      const { entries } = app.state.user[name];
      const say = button(
        pictured("speaker", app.t(`emergency.say-${name}`)),
        () => {
          const { text, parts } = spokenHealth(name, app.state, app.texts);
          app.speak(parts, say);
          app.announce(text);
        },
        "plain",
        { id: `speak-${name}` },
      );
      return h(
        "section",
        { class: `card allergies ${name}` },
        h("h2", {}, app.t(`emergency.${name}`)),
        entries.length > 0
          ? h("ul", { id: name, class: "strong" }, entries.map(({ text }) => h("li", { dir: "auto" }, text)))
          : h("p", { id: name, class: "strong" }, app.t(`health.${name}.none`)),
        say,
      );
    },
  );
  const contacts = info.contacts.map((contact) => {
    if (!contact) return h("li", { class: "contact private" }, app.t("emergency.private"));
    if (telephone(contact.number)) return h("li", { class: "contact" }, callLink(contact));
    return h(
      "li",
      { class: "contact" },
      h("p", { class: "strong", dir: "auto" }, contact.name),
      h("p", { dir: "auto" }, contact.relation),
    );
  });
  const helpers = app.state.pages.find((page) => page.id === "helpers" && !page.hidden);
  const tile = (/** @type {string} */ id, /** @type {string} */ address, /** @type {string} */ symbol) =>
    h(
      "button",
      { type: "button", class: "tile", id, onclick: () => app.go(address) },
      pictured(symbol, app.t(`emergency.${id.replace(/^view-|^show-/, "")}`)),
    );
  return {
    title: app.t("menu.emergency"),
    back: app.beforeEmergency,
    help: "help.emergency",
    awake: true,
    layout: "emergency",
    content: [
      h(
        "section",
        { class: "card who" },
        h("h2", {}, app.t("emergency.name")),
        h("p", { class: "strong", id: "name", dir: "auto" }, info.name || app.t("emergency.not-entered")),
        about && h("p", { id: "about", dir: "auto" }, about),
        helpers && button(
          pictured("helpers", app.pageLabel(helpers)),
          () => app.go("page/helpers/emergency"),
          "plain say-more",
          { id: "helpers" },
        ),
        nameSound && button(
          pictured("speaker", app.t("emergency.say-name")),
          (/** @type {Event} */ event) =>
            app.speak([{ media: nameSound }], /** @type {Element} */ (event.currentTarget)),
        ),
      ),
      h(
        "section",
        { class: "card allergies" },
        h("h2", {}, app.t("emergency.allergies")),
        info.allergies.length > 0
          ? h(
            "ul",
            { id: "allergies", class: "strong" },
            info.allergies.map((allergy) => h("li", { dir: "auto" }, allergyText(allergy, app.texts))),
          )
          : h("p", { id: "allergies", class: "strong" }, app.t(noAllergies ? "allergy.none" : "emergency.not-entered")),
        health.length > 0 && h("p", { class: "below" }, app.t("emergency.below")),
        speak,
      ),
      h(
        "section",
        { class: "card contacts" },
        h("h2", {}, app.t(contactPrivacy ? "emergency.private-title" : "emergency.contacts")),
        contactPrivacy && h("p", {}, app.t("emergency.private-why")),
        contacts.length > 0
          ? h("ul", { id: "contacts", class: "plain-list" }, contacts)
          : h("p", { class: "strong" }, app.t("emergency.not-entered")),
      ),
      h(
        "div",
        { class: "places" },
        info.places.filter((kind) => isEntered(app.state.user[kind])).map((kind) =>
          tile(`view-${kind}`, `place/${kind}`, kind === "home" ? "house" : "school")
        ),
        tile("show-card", "my-card", "card"),
      ),
      ...health,
    ],
  };
}
