/**
 * URLs and responses of the configured tile and routing servers (OSRM's format). No DOM.
 * @module
 */
import { EntryError } from "./model.js";

/** @typedef {import("./model.js").Position} Position */

/**
 * Checks a server address. Empty is allowed.
 * @param {string} text @param {"tiles" | "routing"} kind
 */
export function checkedServer(text, kind) {
  const address = text.trim();
  if (address === "") return "";
  let url;
  try {
    url = new URL(address.replace(/\{[szxy]\}/g, "0"));
  } catch {
    throw new EntryError("map.bad-address", { address: address.slice(0, 80) });
  }
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && local)) throw new EntryError("map.not-https");
  if (kind === "tiles" && !["{z}", "{x}", "{y}"].every((part) => address.includes(part))) {
    throw new EntryError("map.no-placeholders");
  }
  return address;
}

/** Origins that the map page may contact. @param {{tiles: string, routing: string}} map */
export function mapOrigins({ tiles, routing }) {
  const origin = (/** @type {string} */ address) => address ? new URL(address.replace(/\{\w\}/g, "0")).origin : "";
  return { tiles: origin(tiles), routing: origin(routing) };
}

/** @param {string} server @param {Position} from @param {Position} to */
export function routeAddress(server, from, to) {
  const point = (/** @type {Position} */ p) => `${p.lon.toFixed(6)},${p.lat.toFixed(6)}`;
  const base = server.replace(/\/+$/, "");
  return `${base}/route/v1/foot/${point(from)};${point(to)}?overview=full&geometries=geojson`;
}

/**
 * The line and length of the first route. Throws if the response contains none.
 * @param {any} answer @returns {{line: [number, number][], meters: number}}
 */
export function parsedRoute(answer) {
  const route = answer?.code === "Ok" ? answer.routes?.[0] : null;
  const points = route?.geometry?.coordinates;
  if (!Array.isArray(points) || points.length < 2 || !Number.isFinite(route.distance)) {
    throw new EntryError("map.no-route");
  }
  return {
    line: points.map(([lon, lat]) => {
      if (!Number.isFinite(lon) || !Number.isFinite(lat)) throw new EntryError("map.no-route");
      return /** @type {[number, number]} */ ([lat, lon]);
    }),
    meters: route.distance,
  };
}
