/**
 * Creates elements, dialogs and files. Text is always inserted as text, never as markup.
 * @module
 */

/** Document event: a dialog was opened or closed. */
export const DIALOG_CHANGED = "express-dialog";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. Properties that begin with "on" become listeners, all others attributes: true sets an
 * empty attribute; false, null and undefined set none.
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
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** A picture of the app. @param {string} path @param {string} [alt] */
export function picture(path, alt = "") {
  return h("img", { src: path, alt, class: "symbol", draggable: "false" });
}

/** Shows a stored photo. Its address is released once the picture is decoded. @param {HTMLImageElement} image
 * @param {{bytes: BlobPart, type: string}} media */
export function showPhoto(image, media) {
  const url = URL.createObjectURL(new Blob([media.bytes], { type: media.type }));
  for (const type of ["load", "error"]) image.addEventListener(type, () => URL.revokeObjectURL(url), { once: true });
  image.src = url;
}

/** The content of a button: a symbol and its label. @param {string} symbol @param {string} label @returns {Child[]} */
export function pictured(symbol, label) {
  return [picture(`symbols/${symbol}.svg`), h("span", {}, label)];
}

/**
 * Shows a question with large buttons and returns the value of the chosen button.
 * @param {string} question @param {{value: string, label: string, kind?: string}[]} buttons @param {Child[]} [more]
 * @returns {Promise<string>}
 */
export function ask(question, buttons, more = []) {
  return new Promise((resolve) => {
    const finish = (/** @type {string} */ value) => {
      dialog.close();
      dialog.remove();
      before?.focus?.();
      document.dispatchEvent(new Event(DIALOG_CHANGED));
      resolve(value);
    };
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const dialog = h(
      "dialog",
      {
        class: "ask",
        "aria-labelledby": "question",
        oncancel: (/** @type {Event} */ event) => {
          event.preventDefault();
          finish(buttons[buttons.length - 1].value);
        },
      },
      h("h2", { id: "question", tabindex: "-1" }, question),
      ...more,
      h(
        "div",
        { class: "row" },
        buttons.map(({ value, label, kind }) =>
          h(
            "button",
            { type: "button", class: kind ?? "plain", "data-value": value, onclick: () => finish(value) },
            label,
          )
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("h2").focus();
    document.dispatchEvent(new Event(DIALOG_CHANGED));
  });
}

/** Lets the user save a file. @param {string} name @param {Uint8Array<ArrayBuffer> | Blob} content @param {string} type */
export function saveFile(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Lets the user choose a file. Resolves to null if the user cancels. @param {string} accept @returns {Promise<File | null>} */
export function chooseFile(accept) {
  return new Promise((resolve) => {
    const input = h("input", { type: "file", accept, class: "visually-hidden", tabindex: "-1", "aria-hidden": "true" });
    input.addEventListener("change", () => {
      input.remove();
      resolve(input.files?.[0] ?? null);
    });
    input.addEventListener("cancel", () => {
      input.remove();
      resolve(null);
    });
    document.body.append(input);
    input.click();
  });
}
