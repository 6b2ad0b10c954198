/**
 * The error report: facts about the app, never the guardian's entries.
 * @module
 */

/** @type {{time: string, message: string}[]} */
const failures = [];

/** Keeps the last failures of this start in memory. @param {string} message */
export function recordFailure(message) {
  failures.push({ time: new Date().toISOString(), message: message.slice(0, 300) });
  if (failures.length > 20) failures.shift();
}

/**
 * The complete text of the report.
 * @param {string} description what the guardian wrote
 * @param {{version: string, browser: string, screen: string, language: string, readiness: string, installed: boolean}} facts
 * @param {{time: string, message: string}[]} [list]
 */
export function reportText(description, facts, list = failures) {
  const written = description.trim();
  return [
    ...(written ? [written, ""] : []),
    `Express² ${facts.version}`,
    `Browser: ${facts.browser}`,
    `Screen: ${facts.screen}`,
    `Language: ${facts.language}`,
    `Installed: ${facts.installed ? "yes" : "no"}`,
    `Ready without network: ${facts.readiness}`,
    ...(list.length > 0
      ? ["Failures:", ...list.map(({ time, message }) => `- ${time} ${message}`)]
      : ["Failures: none"]),
  ].join("\n");
}

/** A `mailto:` address that opens the mail program with the report. @param {string} text */
export function mailAddress(text) {
  const body = text.length > 1800 ? text.slice(0, 1800) + "\n[…]" : text;
  return `mailto:?subject=${encodeURIComponent("Express² error report")}&body=${
    encodeURIComponent(body.replace(/\n/g, "\r\n"))
  }`;
}
