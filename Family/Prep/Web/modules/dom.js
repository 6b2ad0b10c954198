/**
 * Creates elements, buttons and dialogs. Text is always inserted as text, never as markup.
 * @module
 */
import { icon } from "./icons.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. Properties that begin with "on" become listeners, all others attributes: true sets an empty
 * attribute; false, null and undefined set none.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {any} */ (element).value = value;
    else if (name === "checked") /** @type {any} */ (element).checked = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/** Creates an element of a drawing. @param {string} tag @param {Record<string, string | number>} properties @param {...(Child | Child[])} children @returns {any} */
export function s(tag, properties, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, String(value));
  append(element, children);
  return element;
}

/** @param {Element} element @param {(Child | Child[])[]} children */
function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * A button with symbol and label (REQ1).
 * @param {string} symbol @param {string} label @param {(event: Event) => void} onclick @param {Record<string, any>} [properties]
 */
export function button(symbol, label, onclick, properties = {}) {
  return h(
    "button",
    { type: "button", class: "plain", onclick, ...properties },
    icon(symbol),
    h("span", { class: "label" }, label),
  );
}

/** A link that looks like a button. @param {string} symbol @param {string} label @param {string} href @param {Record<string, any>} [properties] */
export function linkButton(symbol, label, href, properties = {}) {
  return h("a", { class: "plain", href, ...properties }, icon(symbol), h("span", { class: "label" }, label));
}

let dialogs = 0;

/**
 * Shows a question and returns the value of the chosen button. Escape chooses the last button.
 * @param {string} question @param {{value: string, label: string, symbol: string, kind?: string}[]} buttons
 * @param {Child[]} [more]
 * @returns {Promise<string>}
 */
export function ask(question, buttons, more = []) {
  return new Promise((resolve) => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const id = `question-${dialogs += 1}`;
    const finish = (/** @type {string} */ value) => {
      dialog.close();
      dialog.remove();
      before?.focus?.({ preventScroll: true });
      resolve(value);
    };
    const dialog = h(
      "dialog",
      {
        class: "ask",
        "aria-labelledby": id,
        oncancel: (/** @type {Event} */ event) => {
          event.preventDefault();
          finish(buttons[buttons.length - 1].value);
        },
      },
      h("h2", { id, tabindex: "-1" }, question),
      ...more,
      h(
        "div",
        { class: "row" },
        buttons.map(({ value, label, symbol, kind }) =>
          button(symbol, label, () => finish(value), { class: kind ?? "plain", "data-value": value })
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("h2").focus();
  });
}

/** Lets the user choose files. Resolves to an empty list if the user cancels. @param {string} accept @param {boolean} [multiple] @returns {Promise<File[]>} */
export function chooseFiles(accept, multiple = false) {
  return new Promise((resolve) => {
    const input = h("input", { type: "file", accept, multiple, hidden: true });
    const finish = () => {
      input.remove();
      resolve(Array.from(input.files ?? []));
    };
    input.addEventListener("change", finish);
    input.addEventListener("cancel", finish);
    document.body.append(input);
    input.click();
  });
}

/** Reads a message to screen readers. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

/** Whether the system setting requests reduced motion. */
export function wantsLessMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
