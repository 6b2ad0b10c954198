/**
 * The texts of one language. No DOM.
 * @module
 */

/** @typedef {{language: string, name: string, texts: Record<string, string>}} Catalog */

export class Texts {
  /** @param {Catalog} catalog */
  constructor(catalog) {
    this.catalog = catalog;
    this.language = catalog.language;
    this.t = this.t.bind(this);
  }

  /**
   * A text with its placeholders filled in. A missing text shows its key.
   * @param {string} key @param {Record<string, string | number>} [values]
   */
  t(key, values = {}) {
    const text = this.catalog.texts[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => name in values ? String(values[name]) : whole);
  }
}
