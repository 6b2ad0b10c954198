/**
 * The words of buttons and the recordings that speak them. No DOM.
 * @module
 */

/** @typedef {{clip: string} | {media: string} | {text: string}} Part a recorded sentence, the guardian's recording, or text */
/** @typedef {import("./model.js").State} State */
/** @typedef {import("./model.js").Phrase} Phrase */
/** @typedef {{say: Record<string, string>, t: (key: string, values?: Record<string, string | number>) => string}} Texts */

/** @param {import("./model.js").Allergy} allergy @param {Texts} texts */
export function allergyText(allergy, { say }) {
  return allergy.key ? say[`allergen.${allergy.key}`].replace(/[.。]$/, "") : allergy.text;
}

/** The guardian's sentence about the person, or "" if none was chosen. @param {import("./model.js").About} about
 * @param {Texts} texts */
export function aboutText({ key, text }, { t }) {
  return key === "hidden" ? "" : key ? t(`about.${key}`) : text;
}

/** The sentence for a helper who holds the phone or the card: the guardian's, or a neutral one if none was chosen.
 * @param {import("./model.js").About} about @param {Texts} texts */
export function introduction(about, texts) {
  if (about.key === "hidden") return "";
  return aboutText(about, texts) || texts.t("about.none");
}

/** The words of a list of the person's health: its entries, "none", or "" if nothing is entered.
 * @param {"conditions" | "medicines"} name @param {State} state @param {Texts} texts */
export function healthText(name, { user }, { t }) {
  const { entries, none } = user[name];
  return entries.length > 0 ? entries.map((entry) => entry.text).join(", ") : none ? t(`health.${name}.none`) : "";
}

/**
 * The sentence of the person's conditions or medicines, and the recordings that speak it, in order.
 * @param {"conditions" | "medicines"} name @param {State} state @param {Texts} texts @returns {{text: string, parts: Part[]}}
 */
export function spokenHealth(name, state, { say, t }) {
  const { entries } = state.user[name];
  if (entries.length === 0) return { text: say[`${name}-none`], parts: [{ clip: `${name}-none` }] };
  return {
    text: `${say[name]} ${healthText(name, state, { say, t })}.`,
    parts: [{ clip: name }, ...entries.map(({ text, sound }) => sound ? { media: sound } : { text })],
  };
}

/** Label and sentence of a button. @param {Phrase} phrase @param {Texts} texts */
export function wordsOf(phrase, { say, t }) {
  return {
    label: phrase.label || (phrase.fixed ? t(`label.${phrase.fixed}`) : ""),
    text: phrase.text || (phrase.fixed ? say[phrase.fixed] : phrase.label),
  };
}

/** @param {import("./model.js").Page} page @param {Texts} texts */
export function pageLabel(page, { t }) {
  return page.label || t(`page.${page.id}`);
}

/**
 * The full sentence of a button and the recordings that speak it, in order.
 * @param {Phrase} phrase @param {State} state @param {Texts} texts @returns {{text: string, parts: Part[]}}
 */
export function spoken(phrase, state, texts) {
  const { text } = wordsOf(phrase, texts);
  /** @type {Part[]} */
  const own = phrase.sound
    ? [{ media: phrase.sound }]
    : phrase.text || !phrase.fixed
    ? [{ text }]
    : [{ clip: phrase.fixed }];
  if (phrase.fixed !== "allergies") return { text, parts: own };
  const { allergies, noAllergies } = state.user;
  if (allergies.length === 0 && noAllergies) {
    return { text: texts.say["allergies-none"], parts: [{ clip: "allergies-none" }] };
  }
  if (allergies.length === 0) {
    return { text: texts.say["allergies-unknown"], parts: [{ clip: "allergies-unknown" }] };
  }
  const list = allergies.map((allergy) => allergyText(allergy, texts));
  return {
    text: `${text} ${list.join(", ")}.`,
    parts: [
      ...own,
      ...allergies.map((allergy) =>
        allergy.sound
          ? { media: allergy.sound }
          : allergy.key
          ? { clip: `allergen.${allergy.key}` }
          : { text: allergy.text }
      ),
    ],
  };
}
