/**
 * A place: its address, the way by arrow and steps, and the map of the configured server.
 * @module
 */
import { ask, h, picture, pictured, showPhoto } from "../modules/dom.js";
import { button } from "../modules/forms.js";
import { emergencyInfo } from "../modules/model.js";
import {
  bearing,
  distance,
  distanceText,
  HeadingFilter,
  headingOf,
  instruction,
  isVague,
  turn,
} from "../modules/way.js";
import { caller, emergency } from "./emergency.js";
import { fit } from "./show.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */
/** @typedef {"home" | "school"} Kind */

/** @param {App} app @param {string} kind @returns {import("../modules/model.js").Place | null} */
function visible(app, kind) {
  return emergencyInfo(app.state).places.includes(/** @type {Kind} */ (kind))
    ? app.state.user[/** @type {Kind} */ (kind)]
    : null;
}

/** Explains why the location is needed, until the user accepts once. @param {App} app */
async function explained(app) {
  if (app.state.locationExplained) return true;
  const answer = await ask(app.t("location.question"), [
    { value: "yes", label: app.t("location.allow"), kind: "main" },
    { value: "no", label: app.t("location.later") },
  ], [h("p", {}, app.t("location.why"))]);
  if (answer === "yes") await app.save((state) => state.locationExplained = true);
  return answer === "yes";
}

/** @param {App} app @param {string} kind @returns {Screen} */
export function place(app, kind) {
  const place = visible(app, kind);
  if (!place) return emergency(app);
  const words = h("p", { id: "address", dir: "auto" }, place.address || app.t("place.no-address"));
  const sentence = h("div", { class: "fitted" }, words);
  const box = h("div", { class: "shown address" }, sentence);
  const resize = () => fit(sentence, words);
  addEventListener("resize", resize);
  requestAnimationFrame(resize);
  const canMap = app.state.map.tiles !== "" && place.position !== null;
  const onward = async () => {
    if (place.position && !(await explained(app))) return;
    app.go(canMap && navigator.onLine && navigator.serviceWorker?.controller ? `map/${kind}` : `way/${kind}`);
  };
  const openMaps = async () => {
    const answer = await ask(app.t("place.leaves"), [{ value: "yes", label: app.t("place.open"), kind: "main" }, {
      value: "no",
      label: app.t("cancel"),
    }]);
    if (answer !== "yes") return;
    const query = place.position ? `${place.position.lat},${place.position.lon}` : encodeURIComponent(place.address);
    const address = /iPhone|iPad|Macintosh/.test(navigator.userAgent)
      ? `https://maps.apple.com/?daddr=${query}`
      : `geo:0,0?q=${query}`;
    const link = h("a", { href: address, target: "_blank", rel: "noopener noreferrer" });
    link.click();
  };
  return {
    title: app.t(`place.${kind}`),
    back: "emergency",
    help: "help.place",
    awake: true,
    layout: "show",
    content: [
      box,
      h(
        "div",
        { class: "row answers onward" },
        place.position || place.steps.length > 0
          ? button(pictured("arrow", app.t("place.ok")), onward, "answer main", { id: "ok" })
          : null,
        place.address || place.position
          ? button(pictured("map", app.t("place.maps")), openMaps, "answer plain", { id: "open-maps" })
          : null,
      ),
    ],
    leave: () => removeEventListener("resize", resize),
  };
}

/** Milliseconds without movement after which the direction of movement no longer counts as the phone's heading. */
const STANDING = 10_000;

const SECTORS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/** @param {App} app @param {string} kind @returns {Screen} */
export function way(app, kind) {
  const place = visible(app, kind);
  if (!place) return emergency(app);
  const { position, start, steps } = place;
  const directions = steps.length > 0 ? stepList(app, steps, start) : null;
  const needle = picture("symbols/arrow.svg");
  const pin = picture("symbols/location.svg");
  const arrow = h("div", { class: "arrow", id: "arrow", role: "img", "aria-hidden": "true" }, needle, pin);
  const far = h("p", { class: "strong", id: "distance" });
  const direction = h("p", { class: "strong", id: "direction", "aria-live": "polite" });
  const note = h("p", { class: "hint", id: "way-note", role: "status" });
  let filter = new HeadingFilter();
  /** @type {import("../modules/way.js").Position | null} */
  let here = null;
  /** Radius of the position's uncertainty in meters. */
  let accuracy = 0;
  /** @type {number | null} */
  let heading = null;
  let hasCompass = false;
  /** Time of the last position that was measured while walking. */
  let movedAt = -Infinity;
  let compassRefused = false;
  /** @type {ReturnType<typeof instruction> | null} */
  let current = null;
  const inWords = (/** @type {number} */ meters) =>
    distanceText(meters, app.state.preferences.units, app.texts.language);
  /** Without a usable position there is no direction. @param {string} why @param {"location" | "location-off"} symbol */
  const lost = (why, symbol = "location-off") => {
    pin.src = `symbols/${symbol}.svg`;
    arrow.classList.remove("known");
    arrow.setAttribute("aria-hidden", "true");
    directions?.classList.remove("unseen");
    far.textContent = "";
    direction.textContent = "";
    current = null;
    enableSpeak();
    note.textContent = why;
  };
  const enableSpeak = () => {
    // Without a compass, naming a compass direction does not help a user who does not know where north is.
    if (speak.disabled === (current === null)) return;
    speak.disabled = current === null;
    app.access.refresh();
  };
  const compassPoint = (/** @type {number} */ index) => app.t(`way.sector.${SECTORS[index]}`);
  const compassNote = () => app.t(compassRefused ? "way.compass-refused" : "way.no-compass");
  const update = () => {
    if (!position || !here) return;
    const meters = distance(here, position);
    if (isVague(accuracy, meters)) return lost(app.t("way.vague", { distance: inWords(accuracy) }), "location");
    const toward = bearing(here, position);
    far.textContent = inWords(meters);
    if (heading === null) {
      // An arrow would mislead: it is not known which way the phone points.
      pin.src = "symbols/location.svg";
      arrow.classList.remove("known");
      arrow.setAttribute("aria-hidden", "true");
      current = meters < 30 ? "near" : null;
    } else {
      const angle = turn(toward, heading);
      arrow.style.setProperty("--turn", `${angle}deg`);
      arrow.dataset.angle = angle.toFixed(1);
      arrow.classList.add("known");
      arrow.removeAttribute("aria-hidden");
      current = instruction(angle, meters);
    }
    // At the place itself, the steps that lead to it make no sense.
    const arrived = current === "near";
    if (directions && directions.classList.contains("unseen") !== arrived) {
      directions.classList.toggle("unseen", arrived);
      app.access.refresh();
    }
    const text = current ? app.texts.say[`way.${current}`] : compassPoint(Math.round(toward / 45) % 8);
    enableSpeak();
    if (direction.textContent !== text) direction.textContent = text;
    arrow.setAttribute("aria-label", text);
    note.textContent = heading === null && meters >= 30 ? compassNote() : "";
  };
  const oriented = (/** @type {any} */ event) => {
    const value = headingOf(event, screen.orientation?.angle ?? 0);
    if (value === null) return;
    if (!hasCompass) filter = new HeadingFilter(); // The direction of movement is less exact.
    hasCompass = true;
    heading = filter.add(value);
    update();
  };
  const watch = position && navigator.geolocation
    ? navigator.geolocation.watchPosition(({ coords, timestamp }) => {
      here = { lat: coords.latitude, lon: coords.longitude };
      accuracy = coords.accuracy ?? 0;
      if (!hasCompass && coords.heading !== null && Number.isFinite(coords.heading) && (coords.speed ?? 0) > 0.5) {
        heading = filter.add(coords.heading);
        movedAt = timestamp;
      } else if (!hasCompass && timestamp - movedAt > STANDING) heading = null; // The phone may have been turned.
      update();
    }, (error) => {
      here = null;
      const refused = error.code === error.PERMISSION_DENIED;
      if (compass) compass.disabled = refused;
      lost(app.t(refused ? "way.refused" : "way.no-position"));
    }, { enableHighAccuracy: true, maximumAge: 5000, timeout: 30_000 })
    : null;
  const events = ["deviceorientationabsolute", "deviceorientation"];
  for (const type of events) addEventListener(type, oriented);
  const permission = /** @type {any} */ (globalThis).DeviceOrientationEvent?.requestPermission;
  const compass = typeof permission === "function"
    ? button(pictured("compass", app.t("way.compass")), async () => {
      compassRefused = await permission().catch(() => "denied") !== "granted";
      if (compassRefused && here === null) note.textContent = compassNote();
      else update();
    }, "plain")
    : null;
  /** Every text that may appear, invisible, so that the space for the longest one is reserved. */
  const reserve = () => {
    const line = (/** @type {string} */ text, kind = "strong") => h("p", { class: kind }, text);
    const directions = [
      ...SECTORS.map((_, index) => compassPoint(index)),
      ...["near", "ahead", "left", "right", "back"].map((key) => app.texts.say[`way.${key}`]),
    ];
    const farthest = inWords(888_888);
    const notes = [
      ...["way.searching", "way.refused", "way.no-position"].map((key) => app.t(key)),
      app.t("way.vague", { distance: farthest }),
    ];
    return [
      ...directions.map((text) => [line(farthest), line(text), line(app.t("way.no-compass"), "hint")]),
      ...notes.map((text) => [line(text, "hint")]),
    ].map((lines) => h("div", { class: "reserve", "aria-hidden": "true" }, lines));
  };
  const speak = button(
    pictured("speaker", app.t("way.speak")),
    () => {
      if (current) app.sayKey(`way.${current}`, speak);
    },
    "main",
    { id: "speak-way", disabled: true },
  );
  if (!position) note.textContent = app.t(steps.length > 0 ? "way.no-destination" : "way.address-only");
  else note.textContent = app.t("way.searching");
  return {
    title: app.t(`place.${kind}`),
    back: `place/${kind}`,
    help: "help.way",
    layout: "way",
    awake: true,
    content: [
      h(
        "section",
        { class: "card center", id: "way-address" },
        h("p", { class: "strong lines", dir: "auto" }, place.address || app.t("place.no-address")),
        caller(app),
      ),
      h(
        "section",
        { class: "card center" },
        position && arrow,
        position ? h("div", { class: "guide" }, h("div", {}, far, direction, note), reserve()) : note,
        position && h("div", { class: "row" }, speak, compass),
      ),
      ...(directions ? [directions] : position ? [h("p", {}, app.t("way.no-steps"))] : []),
    ],
    leave: () => {
      if (watch !== null) navigator.geolocation.clearWatch(watch);
      for (const type of events) removeEventListener(type, oriented);
    },
  };
}

/**
 * Shows one step at a time, with its photo. Steps help only from their start, so the user first confirms being at the
 * start. Entries of earlier versions name no start.
 * @param {App} app @param {import("../modules/model.js").Step[]} steps @param {string} start
 */
function stepList(app, steps, start) {
  let index = 0;
  const number = h("h2", {});
  const image = h("img", { class: "step-photo", alt: "", hidden: true });
  const text = h("p", { class: "strong", id: "step", dir: "auto", "aria-live": "polite" });
  const back = button(pictured("previous", app.t("way.previous")), () => move(-1), "plain", { id: "previous-step" });
  const next = button(pictured("next", app.t("way.next")), () => move(1), "plain", { id: "next-step" });
  const move = (/** @type {number} */ by) => {
    index = Math.max(0, Math.min(steps.length - 1, index + by));
    const step = steps[index];
    number.textContent = app.t("way.step", { number: index + 1, count: steps.length });
    text.textContent = step.text;
    back.disabled = index === 0;
    next.disabled = index === steps.length - 1;
    image.hidden = true;
    if (step.photo) {
      const shown = index;
      app.media(step.photo).then((media) => {
        if (!media || shown !== index) return;
        showPhoto(image, media);
        image.alt = step.text;
        image.hidden = false;
      });
    }
  };
  move(0);
  const shown = [number, h("div", { class: "row" }, back, next), text, image];
  const section = h("section", { class: "card center" });
  if (!start) {
    section.append(h("p", { class: "hint" }, app.t("way.start-unknown")), ...shown);
    return section;
  }
  const place = h("p", { class: "strong", id: "step-start", dir: "auto" }, start);
  const answered = (/** @type {(Node | string)[]} */ ...content) => {
    section.replaceChildren(...content);
    app.access.refresh();
  };
  const question = () =>
    answered(
      h("h2", {}, app.t("way.start")),
      place,
      h(
        "div",
        { class: "row" },
        button(pictured("yes", app.t("way.at-start")), () => answered(...shown), "good", { id: "at-start" }),
        button(pictured("no", app.t("way.elsewhere")), elsewhere, "alarm", { id: "elsewhere" }),
      ),
    );
  const elsewhere = () =>
    answered(
      h("p", { class: "strong", id: "elsewhere-help" }, app.t("way.elsewhere-help")),
      h("div", { class: "row" }, button(pictured("previous", app.t("way.previous")), question, "plain")),
    );
  question();
  return section;
}

/** The map in a separate page whose policy permits the configured servers. @param {App} app @param {string} kind
 * @returns {Screen} */
export function map(app, kind) {
  const place = visible(app, kind);
  if (!place?.position || !app.state.map.tiles) return way(app, kind);
  const frame = h("iframe", {
    class: "map",
    id: "map",
    title: app.t("map.title"),
    src: `map.html#${kind}`,
    allow: "geolocation",
  });
  return {
    title: app.t("map.title"),
    back: `place/${kind}`,
    help: "help.map",
    awake: true,
    layout: "map-screen",
    content: [
      frame,
      h(
        "div",
        { class: "row answers onward" },
        button(pictured("house", app.t("map.address")), () => app.go(`place/${kind}`), "answer plain", {
          id: "to-address",
        }),
        button(pictured("arrow", app.t("map.arrow")), () => app.go(`way/${kind}`), "answer main", { id: "to-way" }),
      ),
    ],
  };
}
