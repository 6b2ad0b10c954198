/**
 * The emergency card to show and to print, and the picture for the lock screen: name, the sentence about the person,
 * allergies, conditions, medicines, contact, QR code.
 * @module
 */
import { h, pictured, saveFile } from "../modules/dom.js";
import { button } from "../modules/forms.js";
import { HEALTH } from "../modules/model.js";
import { encode } from "../modules/qr.js";
import { aboutText, allergyText, healthText, introduction } from "../modules/sentences.js";
import { cardOf, fitted, vcard } from "../modules/vcard.js";
import { caller } from "./emergency.js";

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

/** Draws centered text, wrapped, in the largest size that fits. @param {CanvasRenderingContext2D} context
 * @param {string} text @param {number} center @param {number} y @param {number} width @param {number} most
 * @param {number} rows @param {string} weight */
function words(context, text, center, y, width, most, rows, weight) {
  let size = most;
  /** @type {string[]} */
  let found = [];
  for (; size > 24; size -= 4) {
    context.font = `${weight} ${size}px system-ui, sans-serif`;
    found = wrapped(context, text, width);
    if (found.length <= rows && found.every((line) => context.measureText(line).width <= width)) break;
  }
  found.slice(0, rows).forEach((line, i) => context.fillText(line, center, y + (i + 1) * size * 1.15, width));
  return y + Math.min(rows, found.length) * size * 1.15 + 24;
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

/** Text of the card, for its picture and for screen readers. @param {App} app */
function contentOf(app) {
  const { name, allergies, noAllergies, contact, address } = cardOf(app.state);
  const list = allergies.map((allergy) => allergyText(allergy, app.texts)).join(", ");
  return {
    name: fitted(name, 160),
    about: introduction(app.state.user.about, app.texts),
    list: list || (noAllergies ? app.t("card.no-allergies") : ""),
    allergies: list
      ? app.t("card.allergies", { list: fitted(list, 240) })
      : noAllergies
      ? app.t("card.no-allergies")
      : "",
    health: HEALTH.map((name) => {
      const list = healthText(name, app.state, app.texts);
      return list && app.state.user[name].entries.length > 0
        ? app.t(`card.${name}`, { list: fitted(list, 160) })
        : list;
    }).filter(Boolean),
    address: address && app.t("card.address", { address: fitted(address.replace(/\n+/g, ", "), 160) }),
    contact: contact && {
      title: app.t("card.call"),
      person: fitted([contact.name, contact.relation].filter(Boolean).join(", "), 160),
      number: contact.number,
    },
  };
}

/**
 * Draws the card. The code is below the text, or to its right if the picture is wider than tall.
 * The picture for the lock screen, which everyone can see, has no address, conditions and medicines, and only the sentence
 * that the guardian chose.
 * @param {App} app @param {number} width @param {number} height @param {number} top @param {boolean} [locked]
 * @param {number} [scale] of the text @returns {HTMLCanvasElement}
 */
function drawn(app, width, height, top, locked = false, scale = 1) {
  const canvas = h("canvas", { width, height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const { name, list, allergies, address, contact, ...rest } = contentOf(app);
  const health = locked ? [] : rest.health;
  const about = locked ? aboutText(app.state.user.about, app.texts) : rest.about;
  const wide = width > height;
  const column = wide ? width - height * 0.8 : width;
  const unit = (wide ? height * 0.9 : width) * scale;
  const center = column / 2;
  const inner = column * 0.88;
  const write = (
    /** @type {string} */ text,
    /** @type {number} */ share,
    /** @type {number} */ rows,
    weight = "600",
  ) => {
    y = words(context, text, center, y, inner, unit * share, rows, weight);
  };
  let y = top;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#111111";
  context.textAlign = "center";
  if (name) write(name, 0.1, 2, "700");
  if (about) write(about, 0.06, 3);
  if (allergies) {
    const upper = y + 8;
    y = words(context, allergies, center, upper, inner - unit * 0.06, unit * 0.07, 4, "700") + 8;
    context.lineWidth = unit * 0.007;
    context.strokeStyle = "#a3201a";
    context.strokeRect(center - inner / 2, upper, inner, y - upper);
    y += 24;
  }
  for (const line of health) write(line, 0.045, 4);
  if (contact) {
    write(contact.title, 0.05, 1, "400");
    write(contact.person, 0.06, 2);
    write(contact.number, 0.09, 1, "700");
  }
  if (address && !locked) write(address, 0.05, 3, "400");
  const code = encode(vcard(app.state, { about, allergies: list, health, title: app.t("settings.card") }));
  if (wide && y > height && scale > 0.5) return drawn(app, width, height, top, locked, scale * 0.9);
  // A code that is too small is not recognized: the card grows instead.
  if (!wide && height - y < width * 0.6) return drawn(app, width, Math.ceil(y + width * 0.6), top, locked);
  const size = wide ? height * 0.78 : Math.min(inner, height - y - width * 0.05);
  if (wide) drawCode(context, code, column, (height - size) / 2, size);
  else drawCode(context, code, (width - size) / 2, y, size);
  return canvas;
}

/** The card as an element with a text alternative. @param {App} app @param {boolean} [wide] */
function cardPicture(app, wide = false) {
  const canvas = wide ? drawn(app, 1800, 1000, 40) : drawn(app, 1080, 1620, 40);
  const { name, about, allergies, health, address, contact } = contentOf(app);
  const text = [
    name,
    about.replace(/[.。]$/, ""),
    allergies,
    ...health,
    contact && `${contact.title}: ${contact.person}, ${contact.number}`,
    address,
  ]
    .filter(Boolean).join(". ");
  canvas.className = "card-picture";
  canvas.id = "card";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", app.t("card.alt", { text }));
  return canvas;
}

/** The card to show to a stranger; no password. @param {App} app @returns {import("../modules/app.js").Screen} */
export function myCard(app) {
  const lying = matchMedia("(orientation: landscape)");
  let picture = cardPicture(app, lying.matches);
  const turned = () => {
    const next = cardPicture(app, lying.matches);
    picture.replaceWith(next);
    picture = next;
  };
  lying.addEventListener("change", turned);
  return {
    title: app.t("card.title"),
    back: "emergency",
    help: "help.card",
    awake: true,
    layout: "card-screen",
    content: [
      picture,
      h(
        "div",
        { class: "row answers onward no-print" },
        caller(app),
        button(pictured("card", app.t("card.print")), () => print(), "answer plain", { id: "print" }),
      ),
    ],
    leave: () => lying.removeEventListener("change", turned),
  };
}

/** The guardian's view of the card, with printing and saving. @param {App} app @returns {import("../modules/app.js").Screen} */
export function card(app) {
  const canvas = cardPicture(app);
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
      h(
        "div",
        { class: "row no-print" },
        button(app.t("card.about"), () => app.go("entry/about"), "plain", { id: "change-about" }),
      ),
      canvas,
      h(
        "div",
        { class: "row no-print" },
        button(app.t("card.print"), () => print(), "main", { id: "print" }),
        button(app.t("card.save"), () => png(canvas, "express-card.png"), "plain", { id: "save-card" }),
        button(app.t("card.lock"), () => png(drawn(app, 1170, 2532, 780, true), "express-lock-screen.png"), "plain", {
          id: "save-lock",
        }),
      ),
    ],
  };
}
