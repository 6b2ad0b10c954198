/**
 * The icons, as 24 × 24 drawings with strokes in the text color.
 * @module
 */

/** @type {Record<string, string>} */
const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21.500h4M12 5V3",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.500-6 8-6s8 2 8 6",
  people:
    "M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2 20c0-3.500 3-5 7-5s7 1.500 7 5M16 5.500a3.200 3.200 0 0 1 0 6M18.500 15.500c2 .700 3.500 2 3.500 4.500",
  home: "M3 12l9-8 9 8M6 10v10h12V10M10 20v-6h4v6",
  activity: "M4 6h16v15H4zM4 10.500h16M8 3v5M16 3v5M9 15.500l2.200 2.200L15.500 13.500",
  calendar: "M4 6h16v15H4zM4 10.500h16M8 3v5M16 3v5",
  week: "M4 4h16v16H4zM4 9h16M9.300 9v11M14.600 9v11",
  thing: "M4 8l8-4 8 4v8.500l-8 4-8-4zM4 8l8 4 8-4M12 12v8.500",
  playlist: "M4 6h11M4 11h11M4 16h6M15 18.500a2.200 2.200 0 1 0 0 .010M17.200 18.500V8l3.800 1.500",
  song: "M9 17.500a2.500 2.500 0 1 0 0 .010M9 17.500V5l10-2v12.500M19 15.500a2.500 2.500 0 1 0 0 .010",
  video: "M3 6h12v12H3zM15 10.500l6-3.500v10l-6-3.500z",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9v.1",
  back: "M19 12H5M11 6l-6 6 6 6",
  next: "M5 12h14M13 6l6 6-6 6",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  add: "M12 4v16M4 12h16",
  edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  delete: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6",
  yes: "M4 13l5 5L20 6",
  no: "M5 5l14 14M19 5L5 19",
  poll: "M5 21V11M12 21V4M19 21v-7M3 21h18",
  vote: "M4 12v8h16v-8M8 12l4 4 7-9M4 12h2",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5.500l3.500 2",
  place:
    "M12 21c-4-5-6.500-8-6.500-11.500a6.500 6.500 0 0 1 13 0C18.500 13 16 16 12 21zM12 7.500a2.300 2.300 0 1 0 0 4.600 2.300 2.300 0 0 0 0-4.600z",
  task: "M4 6l1.500 1.500L8 5M4 12l1.500 1.500L8 11M4 18l1.500 1.500L8 17M11 6h9M11 12h9M11 18h9",
  type: "M4 4h8l8 8-8 8-8-8zM8.500 8.500v.1",
  send: "M3 11L21 3l-7 18-3-7.500zM11 13.500L21 3",
  repeat: "M5 11a7 7 0 0 1 12-4l2 2M19 4v5h-5M19 13a7 7 0 0 1-12 4l-2-2M5 20v-5h5",
  print: "M7 9V3h10v6M7 18H4V9h16v9h-3M7 14h10v7H7z",
  book: "M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zM12 6v14",
  fair: "M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z",
  ask:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.700.300-1 .800-1 1.700M12 16.800v.1",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.500v.1",
  warning: "M12 4L2.500 20h19zM12 10v5M12 17.500v.1",
  link:
    "M10 14a4 4 0 0 0 6 .500l3-3a4 4 0 0 0-5.700-5.700l-1.300 1.300M14 10a4 4 0 0 0-6-.500l-3 3a4 4 0 0 0 5.700 5.700l1.300-1.300",
  upload: "M12 15V4M8 8l4-4 4 4M4 16v4h16v-4",
  download: "M12 3v12M8 11l4 4 4-4M4 17v4h16v-4",
  mail: "M3 6h18v13H3zM3 7l9 7 9-7",
  share:
    "M17 3.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM7 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM17 15.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM9.200 10.800l5.600-3.400M9.200 13.200l5.600 3.400",
  lock: "M6 11h12v10H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  play: "M7 4l13 8-13 8z",
  pause: "M7 4h3v16H7zM14 4h3v16h-3z",
  stop: "M6 6h12v12H6z",
  before: "M18 5l-9 7 9 7zM6 5v14",
  after: "M6 5l9 7-9 7zM18 5v14",
  shuffle:
    "M3 7h4l9 10h5M3 17h4l3-3.400M13 10.400L16 7h5M18.500 4.500L21 7l-2.500 2.500M18.500 14.500L21 17l-2.500 2.500",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  settings: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h3M11 12h9",
  signout: "M10 4H5v16h5M14 8l4 4-4 4M9 12h9",
  copy: "M8 8h12v12H8zM4 16V4h12",
  eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  connection: "M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v4",
  cloud: "M7 19a4 4 0 0 1-.5-8A6 6 0 0 1 18 10a4.500 4.500 0 0 1 0 9z",
  heart: "M12 20C5 15 3 11 3 8a4.500 4.500 0 0 1 9-1 4.500 4.500 0 0 1 9 1c0 3-2 7-9 12z",
};

export const SYMBOLS = Object.keys(PATHS);

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

/** A member's disc with the first letter, in one of six colors. @param {string} name @param {number} number */
export function disc(name, number) {
  const span = document.createElement("span");
  span.className = `disc disc-${number % 6}`;
  span.setAttribute("aria-hidden", "true");
  const [letter] = new Intl.Segmenter().segment(name.trim() || "?");
  span.textContent = letter.segment.toLocaleUpperCase();
  return span;
}
