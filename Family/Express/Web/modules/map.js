/**
 * The map page: shows tiles and a route from the configured servers only.
 * @module
 */
import { initialState, repaired } from "./model.js";
import { mapOrigins, parsedRoute, routeAddress } from "./route.js";
import { Store } from "./store.js";
import { Texts } from "./texts.js";
import { distanceText } from "./way.js";

/** @typedef {import("./model.js").Position} Position */

const note = /** @type {HTMLElement} */ (document.getElementById("note"));
/** Keeps places and route clear of the zoom buttons at the left, and their labels inside the map. */
const PADDING = { paddingTopLeft: [136, 48], paddingBottomRight: [48, 48] };
const leaflet = () => /** @type {any} */ (globalThis).L;

async function start() {
  const kind = location.hash === "#school" ? "school" : "home";
  const store = await Store.open();
  const state = repaired(await store.load(), initialState("en", "metric"));
  const texts = new Texts(await (await fetch(`languages/${state.preferences.language}.json`)).json());
  document.documentElement.lang = texts.language;
  document.title = texts.t("map.title");
  /** @type {HTMLElement} */ (document.getElementById("title")).textContent = document.title;
  const to = state.user[kind].position;
  if (!to || !state.map.tiles || state.preferences.addressPrivacy) return;
  const map = leaflet().map("map", { zoomAnimation: false, fadeAnimation: false }).setView([to.lat, to.lon], 16);
  map.attributionControl.setPrefix("Leaflet"); // Leaflet's own prefix is a link that leaves the app.
  const attribution = document.createElement("span");
  attribution.textContent = state.map.attribution;
  const tiles = leaflet().tileLayer(state.map.tiles, { attribution: attribution.innerHTML, maxZoom: 19 }).addTo(map);
  tiles.on("tileerror", () => note.textContent = texts.t("map.no-tiles", { server: mapOrigins(state.map).tiles }));
  leaflet().circleMarker([to.lat, to.lon], {
    radius: 14,
    color: "#ffffff",
    weight: 4,
    fillColor: "#b3261e",
    fillOpacity: 1,
  }).addTo(map).bindTooltip(texts.t(`map.${kind}`), { permanent: true, direction: "top", offset: [0, -12] });
  // The height of the note may have changed.
  new ResizeObserver(() => map.invalidateSize()).observe(map.getContainer());
  note.textContent = texts.t("way.searching");
  navigator.geolocation.getCurrentPosition(
    async ({ coords }) => {
      const from = { lat: coords.latitude, lon: coords.longitude };
      leaflet().circleMarker([from.lat, from.lon], {
        radius: 12,
        color: "#ffffff",
        weight: 4,
        fillColor: "#1f4e8c",
        fillOpacity: 1,
      }).addTo(map).bindTooltip(texts.t("map.you"), { permanent: true, direction: "bottom", offset: [0, 12] });
      map.fitBounds([[from.lat, from.lon], [to.lat, to.lon]], PADDING);
      note.textContent = state.map.routing ? await route(map, state, texts, from, to) : texts.t("map.no-routing");
    },
    (error) => note.textContent = texts.t(error.code === error.PERMISSION_DENIED ? "way.refused" : "way.no-position"),
    { enableHighAccuracy: true, timeout: 20_000 },
  );
}

/** Draws the route and returns its length in words, or why there is none. @param {any} map
 * @param {import("./model.js").State} state @param {Texts} texts @param {Position} from @param {Position} to */
async function route(map, state, texts, from, to) {
  try {
    const response = await fetch(routeAddress(state.map.routing, from, to), {
      referrerPolicy: "no-referrer",
      credentials: "omit",
    });
    const { line, meters } = parsedRoute(await response.json());
    const drawn = leaflet().polyline(line, { color: "#1f4e8c", weight: 7 }).addTo(map);
    map.fitBounds(drawn.getBounds(), PADDING);
    return distanceText(meters, state.preferences.units, texts.language);
  } catch {
    return texts.t("map.no-route", { server: mapOrigins(state.map).routing });
  }
}

start().catch((error) => note.textContent = error.message);
