/**
 * The emergency card to print, and the picture for the lock screen: name, contact and a QR code.
 * @module
 */
import { h, saveFile } from "../modules/dom.js";
import { button } from "../modules/forms.js";
import { encode } from "../modules/qr.js";
import { allergyText } from "../modules/sentences.js";
import { cardOf, fitted, vcard } from "../modules/vcard.js";

/** @typedef {import("../modules/app.js").App} App */

/** Draws a QR code with its quiet zone. @param {CanvasRenderingContext2D} context @param {boolean[][]} code
 * @param {number} x @param {number} y @param {number} size */
function drawCode(context, code, x, y, size) {
  const module = Math.floor(size / (code.length + 8));
  const margin = Math.floor((size - module * code.length) / 2);
  context.fillStyle = "#ffffff";
  context.fillRect(x, y, size, size);
  context.fillStyle = "#000000";
  code.forEach((row, j) =>
    row.forEach((dark, i) => dark && context.fillRect(x + margin + i * module, y + margin + j * module, module, module))
  );
}

/** Draws words centered, on as many lines as they need, as large as they fit. @param {CanvasRenderingContext2D} context
 * @param {string} text @param {number} y @param {number} width @param {number} most @param {number} rows @param {string} weight */
function words(context, text, y, width, most, rows, weight) {
  const center = context.canvas.width / 2;
  let size = most;
  /** @type {string[]} */
  let found = [];
  for (; size > 24; size -= 4) {
    context.font = `${weight} ${size}px system-ui, sans-serif`;
    found = wrapped(context, text, width);
    if (found.length <= rows && found.every((line) => context.measureText(line).width <= width)) break;
  }
  found.slice(0, rows).forEach((line, i) => context.fillText(line, center, y + (i + 1) * size * 1.15, width));
  return y + Math.min(rows, found.length) * size * 1.15 + 20;
}

/** @param {CanvasRenderingContext2D} context @param {string} text @param {number} width */
function wrapped(context, text, width) {
  /** @type {string[]} */
  const result = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = result.length > 0 ? `${result[result.length - 1]} ${word}` : word;
    if (result.length > 0 && context.measureText(longer).width <= width) result[result.length - 1] = longer;
    else result.push(word);
  }
  return result;
}

/** The card's content as a canvas. @param {App} app @param {number} width @param {number} height @param {number} top
 * @returns {HTMLCanvasElement} */
function drawn(app, width, height, top) {
  const canvas = h("canvas", { width, height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const card = cardOf(app.state);
  const inner = width * 0.86;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#111111";
  context.textAlign = "center";
  let y = top;
  if (card.name) y = words(context, fitted(card.name, 160), y, inner, width * 0.1, 2, "700");
  y = words(context, app.t("card.condition"), y, inner, width * 0.065, 2, "600");
  if (card.contact) {
    y = words(context, app.t("card.call"), y + width * 0.02, inner, width * 0.05, 1, "400");
    y = words(
      context,
      fitted([card.contact.name, card.contact.relation].filter(Boolean).join(", "), 160),
      y,
      inner,
      width * 0.06,
      2,
      "600",
    );
    y = words(context, card.contact.number, y, inner, width * 0.09, 1, "700");
  }
  const code = encode(
    vcard(app.state, app.t("card.condition"), (allergy) => allergyText(allergy, app.texts), app.t("allergy.none")),
  );
  const size = Math.min(inner, height - y - width * 0.05);
  drawCode(context, code, (width - size) / 2, y, size);
  return canvas;
}

/** @param {App} app @returns {import("../modules/app.js").Screen} */
export function card(app) {
  const canvas = drawn(app, 1080, 1560, 40);
  canvas.className = "card-picture";
  canvas.id = "card";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", app.t("card.alt"));
  const png = (/** @type {HTMLCanvasElement} */ source, /** @type {string} */ name) =>
    source.toBlob((blob) => blob && saveFile(name, blob, "image/png"), "image/png");
  return {
    title: app.t("settings.card"),
    back: "settings",
    scan: false,
    layout: "form",
    content: [
      h("p", { class: "no-print" }, app.t("locked.why")),
      h(
        "details",
        { class: "no-print" },
        h("summary", {}, app.t("card.phone-first")),
        h("p", {}, `iPhone: ${app.t("locked.ios")}`),
        h("p", {}, `Android: ${app.t("locked.android")}`),
      ),
      h("p", { class: "hint no-print" }, app.t("card.privacy")),
      canvas,
      h(
        "div",
        { class: "row no-print" },
        button(app.t("card.print"), () => print(), "main", { id: "print" }),
        button(app.t("card.save"), () => png(canvas, "express-card.png"), "plain", { id: "save-card" }),
        button(app.t("card.lock"), () => png(drawn(app, 1170, 2532, 780), "express-lock-screen.png"), "plain", {
          id: "save-lock",
        }),
      ),
    ],
  };
}
