/**
 * Distances, bearings and headings on the Earth, for finding the way without a map.
 * Angles are in degrees, clockwise from north; distances in meters.
 * @module
 */

/** @typedef {{lat: number, lon: number}} Position */

const EARTH_RADIUS = 6_371_008.8;
const FEET_PER_METER = 3.280839895;
const METERS_PER_MILE = 1609.344;
const radians = (/** @type {number} */ degrees) => degrees * Math.PI / 180;
const degrees = (/** @type {number} */ radian) => radian * 180 / Math.PI;

/** Normalizes an angle to 0 ≤ angle < 360. @param {number} angle */
export function normalized(angle) {
  return ((angle % 360) + 360) % 360;
}

/** Great-circle distance by the haversine formula. @param {Position} from @param {Position} to */
export function distance(from, to) {
  const lat = radians(to.lat - from.lat) / 2;
  const lon = radians(to.lon - from.lon) / 2;
  const h = Math.sin(lat) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(lon) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Initial bearing of the great circle. @param {Position} from @param {Position} to */
export function bearing(from, to) {
  const lon = radians(to.lon - from.lon);
  const [a, b] = [radians(from.lat), radians(to.lat)];
  const y = Math.sin(lon) * Math.cos(b);
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(lon);
  return normalized(degrees(Math.atan2(y, x)));
}

/**
 * Angle to turn from a heading to a bearing: −180 < angle ≤ 180, positive to the right.
 * @param {number} bearingTo @param {number} heading
 */
export function turn(bearingTo, heading) {
  const angle = normalized(bearingTo - heading);
  return angle > 180 ? angle - 360 : angle;
}

/**
 * Whether a position is too inaccurate for a direction: a radio cell may be miles wide.
 * @param {number} accuracy radius in meters @param {number} meters distance to the place
 */
export function isVague(accuracy, meters) {
  return accuracy > Math.max(50, meters / 2);
}

/**
 * Direction to walk, as a key of texts and recordings.
 * @param {number} angle turn in degrees @param {number} meters distance that is left
 * @returns {"near" | "ahead" | "left" | "right" | "back"}
 */
export function instruction(angle, meters) {
  if (meters < 30) return "near";
  if (Math.abs(angle) <= 30) return "ahead";
  if (Math.abs(angle) >= 135) return "back";
  return angle > 0 ? "right" : "left";
}

/**
 * Compass heading of a device-orientation event, corrected for the screen's rotation.
 * Returns null if the event has no absolute heading.
 * @param {{absolute?: boolean, alpha?: number | null, webkitCompassHeading?: number | null}} event
 * @param {number} screenAngle
 */
export function headingOf(event, screenAngle) {
  const compass = event.webkitCompassHeading;
  if (typeof compass === "number" && Number.isFinite(compass) && compass >= 0) {
    return normalized(compass + screenAngle);
  }
  if (event.absolute && typeof event.alpha === "number" && Number.isFinite(event.alpha)) {
    return normalized(360 - event.alpha + screenAngle);
  }
  return null;
}

/** Smooths headings on the circle, so that 359° and 1° average to 0°. */
export class HeadingFilter {
  /** @param {number} weight share of a new value, 0 to 1 */
  constructor(weight = 0.25) {
    this.weight = weight;
    this.x = 0;
    this.y = 0;
    this.empty = true;
  }
  /** @param {number} heading @returns {number} the smoothed heading */
  add(heading) {
    const [x, y] = [Math.cos(radians(heading)), Math.sin(radians(heading))];
    const weight = this.empty ? 1 : this.weight;
    this.empty = false;
    this.x += weight * (x - this.x);
    this.y += weight * (y - this.y);
    return normalized(degrees(Math.atan2(this.y, this.x)));
  }
}

/**
 * Localized distance, rounded to the precision of GPS.
 * @param {number} meters @param {"metric" | "us"} units @param {string} language
 */
export function distanceText(meters, units, language) {
  const [value, unit, digits] = units === "us"
    ? meters < 300 ? [rounded(meters * FEET_PER_METER), "foot", 0] : [meters / METERS_PER_MILE, "mile", 1]
    : meters < 950
    ? [rounded(meters), "meter", 0]
    : [meters / 1000, "kilometer", meters < 9950 ? 1 : 0];
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: String(unit),
    unitDisplay: "long",
    maximumFractionDigits: Number(digits),
  }).format(Number(value));
}

/** @param {number} value */
function rounded(value) {
  const step = value < 100 ? 5 : value < 500 ? 10 : 50;
  return Math.max(step, Math.round(value / step) * step);
}

/**
 * Parses "52.5163, 13.3777" as phones and maps copy it. Returns null for anything else.
 * @param {string} text @returns {Position | null}
 */
export function parsePosition(text) {
  const match = /^\s*([+-]?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  if (!match) return null;
  const [lat, lon] = [Number(match[1]), Number(match[2])];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
