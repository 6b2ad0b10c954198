/**
 * Symbols, 24 × 24, with strokes in the text color.
 * @module
 */

/** @type {Record<string, string>} */
const PATHS = {
  exit: "M10 4H5v16h5M14 8l4 4-4 4M9 12h9",
  back: "M19 12H5M11 6l-6 6 6 6",
  next: "M5 12h14M13 6l6 6-6 6",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  hand:
    "M8 12V6.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V6.5a1.5 1.5 0 0 1 3 0V14c0 4-2 7-6 7s-5-2-7-6l-1.5-3a1.4 1.4 0 0 1 2.5-1.3L8 13",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6",
  playing: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.500a8 8 0 0 1 0 11",
  video: "M4 10h16v10H4zM4 10l-1-3 15-4 1 3zM8 5.800l2 3M13 4.400l2 3",
  door: "M5 21V4l9-2v19M5 21H3M14 21h7M14 5h4v16M11 12v.5",
  play: "M7 4l13 8-13 8z",
  pause: "M7 4h3v16H7zM14 4h3v16h-3z",
  stop: "M6 6h12v12H6z",
  record: "M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12z",
  add: "M12 4v16M4 12h16",
  edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  delete: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6",
  view: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 6 6v2",
  redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0-6 6v2",
  settings: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h3M11 12h9",
  progress: "M4 4v16h16M7 16l4-5 3 3 5-7",
  print: "M7 9V3h10v6M7 18H4V9h16v9h-3M7 14h10v7H7z",
  offline: "M12 3v11M8 10l4 4 4-4M4 17v4h16v-4",
  cloud: "M7 19a4 4 0 0 1-.5-8A6 6 0 0 1 18 10a4.5 4.5 0 0 1 0 9z",
  yes: "M4 13l5 5L20 6",
  no: "M5 5l14 14M19 5L5 19",
  camera: "M4 8h4l2-3h4l2 3h4v12H4zM12 10.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  photo: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9v.1",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  larger: "M4 4h7M4 4v7M4 4l7 7M20 20h-7M20 20v-7M20 20l-7-7",
  smaller: "M10 10H4M10 10V4M10 10L4 4M14 14h6M14 14v6M14 14l6 6",
  flag: "M6 21V3M6 4h12l-3 4 3 4H6",
  finish: "M6 21V3M6 4h12l-3 4 3 4H6",
  home: "M3 12l9-8 9 8M6 10v10h12V10M10 20v-6h4v6",
  volume: "M4 9v6h4l5 4V5L8 9zM17 10v4M20 8v8",
  signout: "M10 4H5v16h5M14 8l4 4-4 4M9 12h9",
  book: "M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zM12 6v14",
  heart: "M12 20C5 15 3 11 3 8a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-2 7-9 12z",
  save: "M5 3h12l3 3v15H5zM8 3v6h8V3M8 21v-7h9v7",
  import: "M12 3v11M8 10l4 4 4-4M4 17v4h16v-4",
  export: "M12 14V3M8 7l4-4 4 4M4 17v4h16v-4",
  straight: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 11v2",
  left: "M19 12H5M11 6l-6 6 6 6",
  right: "M5 12h14M13 6l6 6-6 6",
};

/** @param {string} tag @param {Record<string, string | number>} properties */
function shape(tag, properties) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, String(value));
  return element;
}

/** @param {string} name */
export function icon(name) {
  const path = PATHS[name];
  if (!path) throw new Error(`no symbol "${name}"`);
  const svg = shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" });
  svg.append(shape("path", { d: path }));
  return svg;
}

/** A face from 1, very worried, to 5, calm. @param {number} feeling */
export function face(feeling) {
  const svg = shape("svg", { viewBox: "0 0 48 48", "aria-hidden": "true", class: "face" });
  const bend = (feeling - 3) * 5;
  // Only worried faces have slanted brows: on a smiling face they look mischievous.
  const brow = Math.max(0, 3 - feeling) * 1.4;
  const arch = feeling > 3 ? 3 : 0;
  svg.append(
    shape("circle", { cx: 24, cy: 24, r: 21, class: `skin feeling-${feeling}` }),
    shape("circle", { cx: 16.5, cy: 20, r: 2.6, class: "eye" }),
    shape("circle", { cx: 31.5, cy: 20, r: 2.6, class: "eye" }),
    shape("path", { d: `M15 ${33 - bend / 3} Q24 ${33 + bend} 33 ${33 - bend / 3}`, class: "mouth" }),
    shape("path", {
      d: `M12.5 ${14 + brow / 2} Q16 ${14 - arch} 20 ${14 - brow} M28 ${14 - brow} Q32 ${14 - arch} 35.5 ${
        14 + brow / 2
      }`,
      class: "mouth",
    }),
  );
  return svg;
}
