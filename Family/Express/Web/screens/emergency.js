/**
 * Emergency information for a stranger who helps.
 * @module
 */
import { h, picture } from "../modules/dom.js";
import { button } from "../modules/forms.js";
import { emergencyInfo, isEntered, telephone } from "../modules/model.js";
import { allergyText } from "../modules/sentences.js";

/** @typedef {import("../modules/app.js").App} App */

/** A link that calls a contact. @param {import("../modules/model.js").Contact} contact @param {boolean} [named] */
function callLink(contact, named = false) {
  return h(
    "a",
    { class: "main call", href: `tel:${telephone(contact.number)}` },
    picture("symbols/phone.svg"),
    h(
      "span",
      {},
      named && contact.name && h("span", { dir: "auto" }, contact.name, h("br")),
      h("span", { dir: "ltr" }, contact.number),
    ),
  );
}

/** A link that calls the first contact with a number, or null where there is none or it is private. @param {App} app
 * @returns {HTMLElement | null} */
export function caller(app) {
  const contact = emergencyInfo(app.state).contacts.find((contact) => contact && telephone(contact.number));
  return contact ? callLink(contact, true) : null;
}

/** @param {App} app @returns {import("../modules/app.js").Screen} */
export function emergency(app) {
  const info = emergencyInfo(app.state);
  const { nameSound, noAllergies } = app.state.user;
  const { contactPrivacy } = app.state.preferences;
  const speakAllergies = () => {
    const phrase = app.state.pages.flatMap((page) => page.phrases).find((phrase) => phrase.fixed === "allergies");
    if (phrase) app.say(phrase);
  };
  const contacts = info.contacts.map((contact) => {
    if (!contact) return h("li", { class: "contact" }, h("p", { class: "private" }, app.t("emergency.private")));
    return h(
      "li",
      { class: "contact" },
      h("p", { class: "strong", dir: "auto" }, contact.name || contact.number),
      contact.relation && h("p", { dir: "auto" }, contact.relation),
      telephone(contact.number) && callLink(contact),
    );
  });
  const place = (/** @type {"home" | "school"} */ kind) =>
    h(
      "button",
      { type: "button", class: "tile wide", id: `view-${kind}`, onclick: () => app.go(`place/${kind}`) },
      picture(`symbols/${kind === "home" ? "house" : "school"}.svg`),
      h("span", {}, app.t(`emergency.${kind}`)),
    );
  return {
    title: app.t("menu.emergency"),
    back: app.beforeEmergency,
    help: "help.emergency",
    layout: "emergency",
    content: [
      h(
        "section",
        { class: "card" },
        h("h2", {}, app.t("emergency.name")),
        h("p", { class: "strong", id: "name", dir: "auto" }, info.name || app.t("emergency.not-entered")),
        h("p", {}, app.t("emergency.condition")),
        nameSound && button(app.t("emergency.say-name"), () => app.speech.speak([{ media: nameSound }], app.texts.say)),
      ),
      h(
        "section",
        { class: "card" },
        h("h2", {}, app.t("emergency.allergies")),
        info.allergies.length > 0
          ? h(
            "ul",
            { id: "allergies", class: "strong" },
            info.allergies.map((allergy) => h("li", { dir: "auto" }, allergyText(allergy, app.texts))),
          )
          : h("p", { id: "allergies", class: "strong" }, app.t(noAllergies ? "allergy.none" : "emergency.not-entered")),
        button(app.t("emergency.speak"), speakAllergies, "plain", { id: "speak-allergies" }),
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
      ...info.places.filter((kind) => isEntered(app.state.user[kind])).map(place),
    ],
  };
}
