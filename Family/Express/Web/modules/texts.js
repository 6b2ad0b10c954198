/**
 * The texts of one language. No DOM.
 * @module
 */

/** @typedef {{language: string, locale: string, name: string, direction: string, voices: Record<string, string>, say: Record<string, string>, texts: Record<string, string>}} Catalogue */

export class Texts {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.language = catalogue.language;
    this.say = catalogue.say;
    this.t = this.t.bind(this);
  }

  /**
   * A text with its placeholders filled in. A missing text shows its key.
   * @param {string} key @param {Record<string, string | number>} [values]
   */
  t(key, values = {}) {
    const text = this.catalogue.texts[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => name in values ? String(values[name]) : whole);
  }
}

/** The best available language for a browser's preferences. @param {readonly string[]} preferred @param {{code: string}[]} available */
export function chosenLanguage(preferred, available) {
  for (const language of preferred) {
    const code = language.toLowerCase().split("-")[0];
    if (available.some((item) => item.code === code)) return code;
  }
  return "en";
}
