/**
 * The sentence for a stranger: it fills the screen, can be flipped, and has answers below.
 * @module
 */
import { h, pictured } from "../modules/dom.js";
import { spoken } from "../modules/sentences.js";
import { caller } from "./emergency.js";
import { library } from "./library.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */

/**
 * Sets the largest font size that fits the box. Words are broken only if the smallest size does not fit.
 * @param {HTMLElement} box @param {HTMLElement} text @param {number} largest pixels
 */
export function fit(box, text, largest = 160) {
  const style = getComputedStyle(box);
  const width = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const height = box.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  const fits = (/** @type {number} */ size) => {
    text.style.fontSize = `${size}px`;
    return text.scrollHeight <= height && text.scrollWidth <= width + 1;
  };
  text.style.overflowWrap = "normal";
  let [least, most] = [18, largest + 1];
  if (!fits(least)) text.style.overflowWrap = "anywhere";
  while (most - least > 1) {
    const size = Math.round((least + most) / 2);
    if (fits(size)) least = size;
    else most = size;
  }
  // Text that does not fit at the smallest size scrolls, also by keyboard.
  const scrolls = !fits(least);
  box.classList.toggle("scrolls", scrolls);
  if (scrolls) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

/** @param {App} app @param {...string} from parts of the address that Back opens @returns {Screen} */
export function show(app, ...from) {
  const phrase = app.lastPhrase;
  if (!phrase) return library(app);
  const { text } = spoken(phrase, app.state, app.texts);
  const words = h("p", { id: "shown", dir: "auto" }, text);
  const sentence = h("div", { class: "fitted" }, words);
  const link = caller(app);
  if (link) link.id = "call-contact";
  const { contactPrivacy } = app.state.preferences;
  const why = app.t(contactPrivacy ? "emergency.private-why" : "show.no-contact");
  const call = link ?? h("p", { id: "no-contact" }, why);
  // The number appears inside the box, so the buttons below never move.
  const box = h("div", { class: "shown", id: "shown-box" }, sentence);
  const resize = () => fit(sentence, words);
  const set = (/** @type {string} */ shown, withNumber = false) => {
    words.textContent = shown;
    if (call.isConnected !== withNumber) {
      if (withNumber) box.append(call);
      else call.remove();
      app.access.refresh();
    }
    resize();
  };
  const answer = (/** @type {string} */ key, /** @type {string} */ kind, /** @type {string} */ symbol) =>
    h("button", {
      type: "button",
      class: `answer ${kind}`,
      "data-answer": key,
      onclick: (/** @type {Event} */ event) => {
        app.sayKey(key, /** @type {Element} */ (event.currentTarget));
        set(app.texts.say[key], key === "call");
      },
    }, pictured(symbol, app.t(`answer.${key}`)));
  addEventListener("resize", resize);
  requestAnimationFrame(resize);
  const answers = h(
    "div",
    { class: "row answers" },
    h("button", {
      type: "button",
      class: "answer plain",
      id: "flip",
      "aria-pressed": "false",
      onclick: (/** @type {Event} */ event) => {
        const flipped = box.classList.toggle("flipped");
        /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-pressed", String(flipped));
      },
    }, pictured("flip", app.t("show.flip"))),
    h(
      "button",
      {
        type: "button",
        class: "answer plain",
        id: "repeat",
        onclick: (/** @type {Event} */ event) => set(app.say(phrase, /** @type {Element} */ (event.currentTarget))),
      },
      pictured("speaker", app.t("show.repeat")),
    ),
    answer("yes", "good", "yes"),
    answer("no", "alarm", "no"),
    answer("call", "main", "phone"),
    h("button", {
      type: "button",
      class: "answer main",
      id: "to-emergency",
      onclick: () => app.go("emergency"),
    }, pictured("emergency", app.t("menu.emergency"))),
  );
  return {
    title: app.t("show.title"),
    back: from.join("/"),
    help: "help.show",
    awake: true,
    layout: "show",
    content: [box, answers],
    leave: () => removeEventListener("resize", resize),
  };
}
