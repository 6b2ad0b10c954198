/**
 * Addresses that users enter. Only web addresses ever become links. No DOM.
 * @module
 */

/** The normalized address if it is a web address, otherwise null. @param {string} text */
export function webAddress(text) {
  let url;
  try {
    url = new URL(text.trim());
  } catch {
    return null;
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  return url.username || url.password ? null : url.href;
}

/** Like `webAddress`; without a protocol, https is assumed. @param {string} text */
export function enteredAddress(text) {
  const trimmed = text.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/?#]*\.[^/?#]*:\d/.test(trimmed)) return webAddress(trimmed);
  return trimmed.includes(".") && !/\s/.test(trimmed) ? webAddress(`https://${trimmed}`) : null;
}

/** Address of a calendar: webcal is https. @param {string} text */
export function calendarAddress(text) {
  return enteredAddress(text.trim().replace(/^webcals?:\/\//i, "https://"));
}

/** The host of an address, for display. @param {string} address */
export function hostOf(address) {
  const url = webAddress(address);
  return url ? new URL(url).host.replace(/^www\./, "") : "";
}

/** A local path below /together, otherwise null. Used for links of notifications. @param {string | null | undefined} path */
export function localPath(path) {
  return path && /^\/together(\/[A-Za-z0-9_./-]*)?(\?[A-Za-z0-9_=&-]*)?$/.test(path) && !path.includes("..")
    ? path
    : null;
}
