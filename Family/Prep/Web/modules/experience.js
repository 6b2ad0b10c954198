/**
 * The model of an experience: types, defaults, checks and the rules of a visit (F14, F15, doors). No DOM.
 * @module
 */
import { wrapYaw } from "./sphere.js";

/** @typedef {{volume: number, seconds: number | null, steps: number}} Intensity */
/**
 * @typedef {{id: string, kind: "sound" | "video" | "door", yaw: number, pitch: number, size: number, name: string,
 *   media?: string, to?: string, intensity?: Intensity}} Trigger
 */
/**
 * @typedef {{id: string, name: string, story: string, narration?: string, image: string,
 *   start: {yaw: number, pitch: number},
 *   blurred?: {yaw: number, pitch: number, width: number, height: number}[], triggers: Trigger[]}} Panorama
 */
/**
 * @typedef {{version: number, id: string, title: string, description: string, language: string, final: string | null,
 *   panoramas: Panorama[]}} Experience
 */

export const TITLE = { shortest: 4, longest: 16 };
export const DESCRIPTION_LONGEST = 128;
export const NAME_LONGEST = 40;
export const STORY_LONGEST = 280;
export const SIZE = { smallest: 4, largest: 30 };
export const MOST_EXPERIENCES = 10;

/** Length in characters as people count them. @param {string} text */
export function characters(text) {
  return Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)).length;
}

/** Cuts a text to this many characters. @param {string} text @param {number} longest */
export function cut(text, longest) {
  const parts = Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text));
  return parts.slice(0, longest).map((part) => part.segment).join("");
}

/**
 * Text key of the problem of a title, or null.
 * @param {string} title @param {readonly string[]} others titles of the account's other experiences
 */
export function titleProblem(title, others = []) {
  const clean = title.trim();
  const length = characters(clean);
  if (length < TITLE.shortest) return "error.title_short";
  if (length > TITLE.longest) return "error.title_long";
  const same = (/** @type {string} */ other) => other.trim().toLowerCase() === clean.toLowerCase();
  return others.some(same) ? "error.title_taken" : null;
}

/** "Experience 1" with the next free number. @param {readonly string[]} others */
export function defaultTitle(others) {
  const taken = new Set(others.map((title) => title.trim().toLowerCase()));
  let number = 1;
  while (taken.has(`experience ${number}`)) number += 1;
  return `Experience ${number}`;
}

/** @param {Panorama} panorama */
export function mediaTriggers(panorama) {
  return panorama.triggers.filter((trigger) => trigger.kind !== "door");
}

/** Sounds and videos that have not been played to the end yet. @param {Panorama} panorama @param {ReadonlySet<string>} played */
export function unplayed(panorama, played) {
  return mediaTriggers(panorama).filter((trigger) => !played.has(trigger.id));
}

/**
 * Whether the congratulation is due: the final panorama has sounds or videos and all of them were played.
 * @param {Experience} experience @param {string} panoramaId @param {ReadonlySet<string>} played
 */
export function isComplete(experience, panoramaId, played) {
  const panorama = findPanorama(experience, panoramaId);
  if (!panorama || experience.final !== panorama.id) return false;
  return mediaTriggers(panorama).length > 0 && unplayed(panorama, played).length === 0;
}

/** @param {Experience} experience @param {string | null | undefined} id */
export function findPanorama(experience, id) {
  return experience.panoramas.find((panorama) => panorama.id === id) ?? null;
}

/**
 * View on arrival: a returning child faces the door it came through; a new place has its own start.
 * @param {Panorama} panorama @param {string | null} from panorama the child came from
 * @param {ReadonlySet<string>} visited panoramas seen before
 */
export function arrivalView(panorama, from, visited) {
  const back = visited.has(panorama.id) &&
    panorama.triggers.find((trigger) => trigger.kind === "door" && trigger.to === from);
  return back ? { yaw: back.yaw, pitch: back.pitch } : { ...panorama.start };
}

/** Media identifiers that an experience needs. @param {Experience} experience */
export function neededMedia(experience) {
  const ids = experience.panoramas.flatMap((panorama) => [
    panorama.image,
    panorama.narration,
    ...panorama.triggers.map((trigger) => trigger.media),
  ]);
  return [...new Set(ids.filter((id) => typeof id === "string"))];
}

/**
 * Warnings for the adult before a child plays the experience: text keys and values.
 * @param {Experience} experience @returns {{key: string, values: Record<string, string>}[]}
 */
export function warnings(experience) {
  const found = [];
  const { panoramas } = experience;
  if (panoramas.length === 0) return [{ key: "warning.no_panorama", values: {} }];
  if (!findPanorama(experience, experience.final)) found.push({ key: "warning.no_final", values: {} });
  for (const panorama of panoramas) {
    for (const trigger of panorama.triggers) {
      if (trigger.kind !== "door") continue;
      if (!findPanorama(experience, trigger.to)) {
        found.push({ key: "warning.door_nowhere", values: { name: panorama.name } });
      }
    }
  }
  const reached = reachable(experience);
  for (const panorama of panoramas) {
    if (!reached.has(panorama.id)) found.push({ key: "warning.unreachable", values: { name: panorama.name } });
  }
  return found;
}

/** Panoramas that doors lead to from the first one. Circles are fine. @param {Experience} experience */
export function reachable(experience) {
  const reached = new Set();
  const waiting = experience.panoramas.slice(0, 1);
  for (let panorama = waiting.shift(); panorama; panorama = waiting.shift()) {
    if (reached.has(panorama.id)) continue;
    reached.add(panorama.id);
    for (const trigger of panorama.triggers) {
      const next = trigger.kind === "door" ? findPanorama(experience, trigger.to) : null;
      if (next) waiting.push(next);
    }
  }
  return reached;
}

/** @param {Experience} experience @param {string} id @param {(panorama: Panorama) => Panorama} change @returns {Experience} */
export function changePanorama(experience, id, change) {
  return { ...experience, panoramas: experience.panoramas.map((item) => item.id === id ? change(item) : item) };
}

/** @param {Panorama} panorama @param {string} id @param {Partial<Trigger>} change @returns {Panorama} */
export function changeTrigger(panorama, id, change) {
  return {
    ...panorama,
    triggers: panorama.triggers.map((trigger) => trigger.id === id ? tidied({ ...trigger, ...change }) : trigger),
  };
}

/** Removes a panorama with the doors that lead to it. @param {Experience} experience @param {string} id @returns {Experience} */
export function removePanorama(experience, id) {
  return {
    ...experience,
    final: experience.final === id ? null : experience.final,
    panoramas: experience.panoramas.filter((panorama) => panorama.id !== id).map((panorama) => ({
      ...panorama,
      triggers: panorama.triggers.filter((trigger) => trigger.to !== id),
    })),
  };
}

/** @param {string} image @param {string} name @param {string} [id] @returns {Panorama} */
export function newPanorama(image, name, id = crypto.randomUUID()) {
  return { id, name, story: "", image, start: { yaw: 0, pitch: 0 }, blurred: [], triggers: [] };
}

/** Values within their limits, rounded to a visible precision. @param {Trigger} trigger @returns {Trigger} */
export function tidied(trigger) {
  const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
  return {
    ...trigger,
    yaw: round(wrapYaw(trigger.yaw)),
    pitch: round(Math.max(-80, Math.min(80, trigger.pitch))),
    size: round(Math.max(SIZE.smallest, Math.min(SIZE.largest, trigger.size))),
    name: cut(trigger.name, NAME_LONGEST),
  };
}
