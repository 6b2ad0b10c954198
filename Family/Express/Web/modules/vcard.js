/**
 * Content of the emergency card and its QR code under the privacy settings. No DOM.
 * @module
 */
import { capacity } from "./qr.js";
import { telephone } from "./model.js";

/** @typedef {import("./model.js").State} State */

const LARGEST_VERSION = 25; // Larger codes are hard to scan from a phone's screen.

/** Escapes a text value of a vCard (RFC 6350). @param {string} text */
function escaped(text) {
  return text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/([,;])/g, "\\$1");
}

/** Shortens text at whole characters to a number of bytes. @param {string} text @param {number} bytes */
export function fitted(text, bytes) {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= bytes) return text;
  let result = "";
  let used = 3; // The ellipsis.
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += encoder.encode(segment).length;
    if (used > bytes) break;
    result += segment;
  }
  return result + "…";
}

/**
 * Content of the card: name, allergies, first contact and address, the last two only if privacy allows.
 * @param {State} state
 */
export function cardOf({ user, preferences }) {
  const contact = user.contacts.find((contact) => contact.number) ?? user.contacts[0];
  return {
    name: user.name,
    allergies: user.allergies,
    noAllergies: user.noAllergies && user.allergies.length === 0,
    contact: preferences.contactPrivacy || !contact ? null : contact,
    address: preferences.addressPrivacy ? "" : user.home.address,
  };
}

/**
 * The vCard of the QR code. Long entries are shortened to keep the code scannable.
 * @param {State} state
 * @param {{about: string, allergies: string, health?: string[], title: string}} words in the language of the app: the
 * sentence about the person, the list of allergies or "No known allergies", conditions and medicines, and the name of a
 * card without a name
 */
export function vcard(state, { about, allergies, health = [], title }) {
  const card = cardOf(state);
  const name = fitted(card.name, 120);
  const note = fitted(
    [
      about.replace(/[.。]$/, ""),
      fitted(allergies, health.length > 0 ? 110 : 300),
      ...health.map((line) => fitted(line, 70)),
      card.contact ? [card.contact.name, card.contact.relation].filter(Boolean).join(", ") : "",
    ]
      .filter(Boolean).join(". "),
    300,
  );
  const number = card.contact ? telephone(card.contact.number) : null;
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${escaped(name)};;;;`,
    `FN:${escaped(name || title)}`,
    ...(number ? [`TEL:${number}`] : []),
    `NOTE:${escaped(note)}`,
  ];
  const end = "END:VCARD";
  const used = new TextEncoder().encode([...lines, end].join("\r\n")).length + 20;
  if (card.address) {
    const room = capacity(LARGEST_VERSION) - used;
    // Escaping at most doubles the length.
    lines.push(`ADR:;;${escaped(fitted(card.address.replace(/\n/g, ", "), Math.min(250, Math.floor(room / 2))))};;;;`);
  }
  return [...lines, end].join("\r\n");
}
