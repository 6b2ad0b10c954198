/**
 * The texts of one language, with plurals and placeholders. No DOM.
 * @module
 */

/** @typedef {{language: string, name: string, texts: Record<string, string>}} Catalog */
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Translate */

/** Right-to-left characters. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u200f\u202a-\u202e]/;
// Isolates prevent a right-to-left name from reordering the sentence around it.
const FIRST_STRONG = "\u2068";
const END = "\u2069";

export class Texts {
  /** @param {Catalog} catalog */
  constructor(catalog) {
    this.catalog = catalog;
    this.language = catalog.language;
    this.plurals = new Intl.PluralRules(catalog.language);
    this.t = this.t.bind(this);
  }

  /**
   * A text with its values. The value "count" selects "key.one" or "key.other". A missing text shows its key, so it is
   * noticed.
   * @type {Translate}
   */
  t(key, values = {}) {
    const { texts } = this.catalog;
    const plural = typeof values.count === "number" ? texts[`${key}.${this.plurals.select(values.count)}`] : undefined;
    const text = plural ?? texts[`${key}.other`] ?? texts[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
      if (!(name in values)) return whole;
      const value = String(values[name]);
      return RIGHT_TO_LEFT.test(value) ? FIRST_STRONG + value + END : value;
    });
  }

  /** Whether the catalog has the text. @param {string} key */
  has(key) {
    return key in this.catalog.texts;
  }
}
