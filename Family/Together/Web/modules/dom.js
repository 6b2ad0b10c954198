/**
 * Builds elements, buttons, fields and dialogs. Text is always set as text, never as markup.
 * @module
 */
import { icon } from "./icons.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. Properties that begin with "on" are listeners; true sets an empty attribute; false, null and
 * undefined set none.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  let value;
  for (const [name, given] of Object.entries(properties)) {
    if (given === false || given === null || given === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), given);
    else if (name === "value") value = given;
    else if (name === "checked") /** @type {any} */ (element).checked = given;
    else element.setAttribute(name, given === true ? "" : String(given));
  }
  append(element, children);
  // A select needs its options before its value can be set.
  if (value !== undefined) /** @type {any} */ (element).value = value;
  return element;
}

/** @param {Element} element @param {(Child | Child[])[]} children */
export function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * A button with its symbol and its label.
 * @param {string} symbol @param {string} label @param {((event: Event) => unknown) | null} onclick
 * @param {Record<string, any>} [properties]
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

/** A user's text, with its own writing direction. @param {string} text @param {string} [tag] @param {Record<string, any>} [properties] */
export function own(text, tag = "bdi", properties = {}) {
  return h(tag, { dir: "auto", ...properties }, text);
}

let ids = 0;

/** A new unique id. @param {string} prefix */
export function newId(prefix) {
  ids += 1;
  return `${prefix}-${ids}`;
}

/**
 * A labeled field with a hint and a place for its error.
 * @param {string} label @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} control @param {string} [hint]
 */
export function field(label, control, hint) {
  const id = control.id ||= newId("field");
  const error = h("p", { class: "error", id: `${id}-error` });
  const described = hint ? `${id}-hint ${id}-error` : `${id}-error`;
  control.setAttribute("aria-describedby", described);
  control.addEventListener("input", () => showFieldError(control, ""));
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
    control,
    error,
  );
}

/** Shows an error at a field, or removes it. @param {HTMLElement} control @param {string} message */
export function showFieldError(control, message) {
  const error = document.getElementById(`${control.id}-error`);
  if (error) error.textContent = message;
  if (message) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}

/**
 * A group of choices with single or multiple selection.
 * @param {string} legend
 * @param {{value: string, label: Child | Child[], more?: Child}[]} choices
 * @param {{type?: "radio" | "checkbox", chosen: string[], changed: (chosen: string[]) => void, hint?: string, class?: string}} options
 */
export function choices(legend, choices, { type = "radio", chosen, changed, hint, class: kind = "choices" }) {
  const name = newId("choice");
  const group = h(
    "fieldset",
    { class: kind },
    h("legend", {}, legend),
    hint && h("p", { class: "hint" }, hint),
    h(
      "div",
      { class: "options" },
      choices.map(({ value, label, more }) =>
        h(
          "label",
          { class: "choice" },
          h("input", {
            type,
            name,
            value,
            checked: chosen.includes(value),
            onchange: () =>
              changed(Array.from(group.querySelectorAll("input:checked"), (/** @type {any} */ input) => input.value)),
          }),
          h("span", { class: "choice-text" }, ...[label].flat()),
          more,
        )
      ),
    ),
  );
  return group;
}

/**
 * Shows a dialog. Resolves to the value of the chosen button; Escape chooses the last one.
 * @param {string} question @param {{value: string, label: string, symbol: string, kind?: string}[]} buttons
 * @param {Child[]} [more]
 * @returns {Promise<string>}
 */
export function ask(question, buttons, more = []) {
  return new Promise((resolve) => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const id = newId("question");
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
