/**
 * Reads and writes the Open Board Format (.obf, .obz), including the variants of other programs.
 *
 * It loads nothing: pictures and sounds that are only given by a web address are reported as missing.
 * @module
 */
import { FIXED } from "./model.js";
import { fromBase64, toBase64 } from "./secrets.js";
import { isSafePath, unzip, zip, ZipError } from "./zip.js";

/** @typedef {import("./model.js").Page} Page */
/** @typedef {import("./model.js").Phrase} Phrase */
/** @typedef {{type: string, bytes: Uint8Array<ArrayBuffer>, about?: Record<string, unknown>}} Media
 * about holds further members of the imported entry, such as its license */
/** @typedef {{pages: Page[], media: Map<string, Media>, notes: {key: string, values: Record<string, string | number>}[]}} Imported */

const FORMAT = "open-board-0.1";
export const LIMITS = Object.freeze({ boards: 200, buttons: 1000, label: 60, sentence: 500, media: 10 * 2 ** 20 });
const TYPES = {
  images: /^image\/(png|jpeg|gif|webp|svg\+xml)$/,
  sounds: /^audio\/(mpeg|mp3|mp4|x-m4a|aac|wav|x-wav|wave|ogg|webm)$/,
};
const EXTENSIONS = /** @type {Record<string, string>} */ ({
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  wav: "audio/wav",
  ogg: "audio/ogg",
});

/** Keys of the app's own sentences, which its exports contain. @type {Set<unknown>} */
const SENTENCES = new Set(Object.values(FIXED).flat());

/** Raised for a file that is not a board. `reason` is a text key. */
export class BoardError extends Error {
  /** @param {string} reason @param {Record<string, string | number>} [values] */
  constructor(reason, values = {}) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}

/**
 * Reads an .obf or .obz file.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {() => string} newId @returns {Promise<Imported>}
 */
export async function importBoards(bytes, newId) {
  const isZip = bytes.length > 4 && bytes[0] === 0x50 && bytes[1] === 0x4B;
  const files = isZip ? await opened(bytes) : new Map([["board.obf", bytes]]);
  const paths = isZip ? boardPaths(files) : ["board.obf"];
  if (paths.length > LIMITS.boards) {
    throw new BoardError("board.too-many-boards", { count: paths.length, limit: LIMITS.boards });
  }
  /** @type {Imported} */
  const result = { pages: [], media: new Map(), notes: [] };
  /** @type {Map<string, string>} board ids and paths to page ids */
  const pageIds = new Map();
  const boards = paths.map((path) => ({ path, board: parsed(files.get(path), path) }));
  for (const { path, board } of boards) {
    const id = newId();
    pageIds.set(`path:${path}`, id);
    const own = identifier(board.id);
    if (own && !pageIds.has(`id:${own}`)) pageIds.set(`id:${own}`, id);
  }
  boards.forEach(({ path, board }) => {
    const id = /** @type {string} */ (pageIds.get(`path:${path}`));
    result.pages.push(page(board, id, { path, files, pageIds, newId, result }));
  });
  return result;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function opened(bytes) {
  try {
    return await unzip(bytes);
  } catch (error) {
    if (error instanceof ZipError) throw new BoardError(error.reason, { name: error.detail });
    throw error;
  }
}

/** Board files of an archive, the root board first. @param {Map<string, Uint8Array>} files */
function boardPaths(files) {
  const manifest = files.has("manifest.json") ? parsed(files.get("manifest.json"), "manifest.json") : {};
  const named = manifest.paths?.boards;
  const listed = typeof named === "object" && named !== null ? Object.values(named).map(String) : [];
  const all = [...new Set([String(manifest.root ?? ""), ...listed, ...files.keys()])];
  // Archives made on macOS contain a second, unreadable file for each file.
  const own = (/** @type {string} */ path) => !/(^|\/)(__MACOSX\/|\._)/.test(path);
  const paths = all.filter((path) => path.endsWith(".obf") && own(path) && files.has(path));
  if (paths.length === 0) throw new BoardError("board.none");
  return paths;
}

/** @param {Uint8Array | undefined} bytes @param {string} name @returns {any} */
function parsed(bytes, name) {
  let value;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new BoardError("board.not-json", { name });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BoardError("board.not-json", { name });
  }
  return value;
}

/** Ids are strings or numbers in real files. @param {unknown} value @returns {string | null} */
function identifier(value) {
  return (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : null;
}

/** Objects of a list that may be missing, null or contain nulls. Older files use an object keyed by id instead.
 * @param {unknown} value @returns {any[]} */
function objects(value) {
  const isObject = (/** @type {unknown} */ item) => typeof item === "object" && item !== null;
  if (Array.isArray(value)) return value.filter(isObject);
  if (!isObject(value)) return [];
  const entries = Object.entries(/** @type {Record<string, any>} */ (value));
  return entries.filter(([, item]) => isObject(item)).map(([id, item]) => ({ id, ...item }));
}

/** @param {unknown} value @param {number} limit */
function short(value, limit) {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return [...text].slice(0, limit).join("");
}

/** Members that this app interprets. */
const READ = {
  board: ["format", "id", "name", "buttons", "grid", "images", "sounds"],
  media: ["id", "data", "data_url", "path", "content_type"],
  button: ["id", "label", "vocalization", "image_id", "sound_id", "load_board", "hidden"],
};

/** All other members, such as colors, actions, licenses and `ext_` members, preserved for the export.
 * @param {Record<string, unknown>} source @param {"board" | "button"} kind */
function kept(source, kind) {
  return Object.fromEntries(
    Object.entries(source).filter(([key]) => !READ[kind].includes(key) && !key.startsWith("ext_express_")),
  );
}

/** Member that keeps the entry of a picture or sound that was not in the file.
 * @param {"images" | "sounds"} kind */
const absent = (kind) => `ext_express_absent_${kind}`;
/** Member that keeps a link to a board that was not in the file. */
const ABSENT_LINK = "ext_express_absent_link";

/** @typedef {{path: string, files: Map<string, Uint8Array<ArrayBuffer>>, pageIds: Map<string, string>, newId: () => string, result: Imported}} Context */

/** @param {any} board @param {string} id @param {Context} context @returns {Page} */
function page(board, id, context) {
  const name = short(board.name ?? board.id, LIMITS.label) || context.path;
  const buttons = objects(board.buttons);
  if (buttons.length > LIMITS.buttons) {
    throw new BoardError("board.too-many-buttons", { name, count: buttons.length, limit: LIMITS.buttons });
  }
  const ordered = readingOrder(board.grid, buttons);
  /** @type {Map<string, string>} */
  const ids = new Map();
  const phrases = ordered.buttons.map((button) => {
    const phraseId = context.newId();
    const own = identifier(button.id);
    if (own) ids.set(own, phraseId);
    return phrase(button, phraseId, board, name, context);
  });
  const order = ordered.order?.map((row) => row.map((cell) => cell === null ? null : ids.get(cell) ?? null));
  const fixed = typeof board.ext_express_page === "string" ? board.ext_express_page : null;
  return {
    id,
    label: name,
    symbol: fixed,
    photo: null,
    hidden: board.ext_express_hidden === true,
    phrases,
    grid: order ? { rows: order.length, columns: order[0].length, order } : null,
    ext: kept(board, "board"),
  };
}

/** Buttons in grid order, followed by those that are not in the grid. @param {any} grid @param {any[]} buttons */
function readingOrder(grid, buttons) {
  const byId = new Map(buttons.map((button) => [identifier(button.id), button]));
  const rows = Array.isArray(grid?.order) ? grid.order.filter(Array.isArray) : [];
  const columns = Math.max(0, ...rows.map((/** @type {unknown[]} */ row) => row.length));
  if (columns === 0 || rows.length * columns > 10_000) return { buttons, order: null };
  const seen = new Set();
  /** @type {any[]} */
  const result = [];
  /** @type {(string | null)[][]} */
  const order = rows.map((/** @type {unknown[]} */ row) =>
    Array.from({ length: columns }, (_, i) => {
      const id = identifier(row[i]);
      const button = id === null ? undefined : byId.get(id);
      if (!button || seen.has(id)) return null;
      seen.add(id);
      result.push(button);
      return id;
    })
  );
  result.push(...buttons.filter((button) => !seen.has(identifier(button.id))));
  return { buttons: result, order };
}

/** @param {any} button @param {string} id @param {any} board @param {string} boardName @param {Context} context
 * @returns {Phrase} */
function phrase(button, id, board, boardName, context) {
  const label = short(button.label, LIMITS.label);
  const text = short(button.vocalization, LIMITS.sentence) || short(button.label, LIMITS.sentence);
  const fixed = SENTENCES.has(button.ext_express_fixed) ? String(button.ext_express_fixed) : null;
  /** @type {Record<string, unknown>} */
  const ext = kept(button, "button");
  return {
    id,
    fixed,
    label,
    text,
    symbol: typeof button.ext_express_symbol === "string" ? button.ext_express_symbol : fixed,
    photo: media("images", button.image_id, board, label || boardName, ext, context),
    sound: media("sounds", button.sound_id, board, label || boardName, ext, context),
    link: linked(button.load_board, label || boardName, ext, context),
    hidden: button.hidden === true,
    ext,
  };
}

/** @param {any} link @param {string} name @param {Record<string, unknown>} ext @param {Context} context */
function linked(link, name, ext, { pageIds, result }) {
  if (typeof link !== "object" || link === null) return null;
  const id = pageIds.get(`path:${link.path}`) ?? pageIds.get(`id:${identifier(link.id)}`);
  if (id) return id;
  ext[ABSENT_LINK] = link;
  result.notes.push({ key: "board.missing-link", values: { name } });
  return null;
}

/** @param {"images" | "sounds"} kind @param {unknown} reference @param {any} board @param {string} name
 * @param {Record<string, unknown>} ext takes the entry of what is not in the file @param {Context} context
 * @returns {string | null} */
function media(kind, reference, board, name, ext, { path, files, newId, result }) {
  const id = identifier(reference);
  if (id === null) return null;
  const item = objects(board[kind]).find((item) => identifier(item.id) === id);
  const found = item && content(item, path, files);
  if (!found) {
    const { data: _, data_url: __, ...entry } = item ?? {};
    ext[absent(kind)] = { ...entry, id };
    result.notes.push({ key: kind === "images" ? "board.missing-image" : "board.missing-sound", values: { name } });
    return null;
  }
  if (!TYPES[kind].test(found.type) || found.bytes.length > LIMITS.media) {
    result.notes.push({ key: "board.unusable-media", values: { name } });
    return null;
  }
  for (const [known, other] of result.media) {
    if (other.type === found.type && sameBytes(other.bytes, found.bytes)) return known;
  }
  const about = Object.fromEntries(Object.entries(item).filter(([key]) => !READ.media.includes(key)));
  const mediaId = newId();
  result.media.set(mediaId, { ...found, about });
  return mediaId;
}

/** @param {any} item @param {string} boardPath @param {Map<string, Uint8Array<ArrayBuffer>>} files @returns {Media | null} */
function content(item, boardPath, files) {
  const source = typeof item.data === "string" ? item.data : typeof item.data_url === "string" ? item.data_url : "";
  const data = /^data:([^;,]+)(?:;[^,]*)?,(.*)$/s.exec(source);
  if (data) {
    try {
      return { type: data[1].toLowerCase(), bytes: fromBase64(data[2]) };
    } catch {
      return null;
    }
  }
  if (source && typeof item.content_type === "string") { // Some programs write plain base64.
    try {
      return { type: item.content_type.toLowerCase(), bytes: fromBase64(source) };
    } catch {
      return null;
    }
  }
  if (typeof item.path !== "string" || !isSafePath(item.path)) return null;
  const folder = boardPath.slice(0, boardPath.lastIndexOf("/") + 1);
  const bytes = files.get(item.path) ?? files.get(folder + item.path);
  const type = typeof item.content_type === "string"
    ? item.content_type.toLowerCase()
    : EXTENSIONS[item.path.split(".").pop()?.toLowerCase() ?? ""];
  return bytes && type ? { type, bytes } : null;
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function sameBytes(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/**
 * Writes pages as an .obz archive.
 * @param {Page[]} pages @param {Map<string, Media>} media
 * @param {{locale: string, label: (page: Page) => string, words: (phrase: Phrase) => {label: string, text: string}}} texts
 */
export function exportBoards(pages, media, texts) {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  const paths = { boards: /** @type {Record<string, string>} */ ({}), images: {}, sounds: {} };
  for (const page of pages) paths.boards[page.id] = `boards/${page.id}.obf`;
  const manifest = { format: FORMAT, root: paths.boards[pages[0]?.id], paths };
  files.set("manifest.json", json(manifest));
  for (const page of pages) files.set(paths.boards[page.id], json(board(page, media, texts, paths, files)));
  files.set("manifest.json", json(manifest));
  return zip(files);
}

/** Writes one page as an .obf file with everything inside. @param {Page} page @param {Map<string, Media>} media
 * @param {{locale: string, label: (page: Page) => string, words: (phrase: Phrase) => {label: string, text: string}}} texts */
export function exportBoard(page, media, texts) {
  return json(board(page, media, texts, null, null));
}

/** @param {unknown} value */
function json(value) {
  return new TextEncoder().encode(JSON.stringify(value, null, 1));
}

/** @param {Page} page @param {Map<string, Media>} media
 * @param {{locale: string, label: (page: Page) => string, words: (phrase: Phrase) => {label: string, text: string}}} texts
 * @param {{boards: Record<string, string>, images: Record<string, string>, sounds: Record<string, string>} | null} paths
 * @param {Map<string, Uint8Array> | null} files */
function board(page, media, texts, paths, files) {
  /** @type {Record<"images" | "sounds", Map<string, Record<string, unknown>>>} */
  const kinds = { images: new Map(), sounds: new Map() };
  const reference = (/** @type {"images" | "sounds"} */ kind, /** @type {string | null} */ id) => {
    const item = id === null ? undefined : media.get(id);
    if (!item || id === null) return {};
    const type = item.type.split(";")[0];
    if (paths && files) {
      const extension = Object.keys(EXTENSIONS).find((name) => EXTENSIONS[name] === type) ?? "bin";
      const path = `${kind}/${id}.${extension}`;
      files.set(path, item.bytes);
      paths[kind][id] = path;
      kinds[kind].set(id, { ...item.about, id, path, content_type: type });
    } else {
      kinds[kind].set(id, {
        ...item.about,
        id,
        data: `data:${type};base64,${toBase64(item.bytes)}`,
        content_type: type,
      });
    }
    return kind === "images" ? { image_id: id } : { sound_id: id };
  };
  const unread = (/** @type {"images" | "sounds"} */ kind, /** @type {Phrase} */ phrase) => {
    const entry = /** @type {any} */ (phrase.ext?.[absent(kind)]);
    if (!entry || typeof entry !== "object") return {};
    kinds[kind].set(entry.id, entry);
    return kind === "images" ? { image_id: entry.id } : { sound_id: entry.id };
  };
  const buttons = page.phrases.map((phrase) => {
    const { [absent("images")]: _, [absent("sounds")]: __, [ABSENT_LINK]: farther, ...ext } = phrase.ext ?? {};
    const { label, text } = texts.words(phrase);
    return {
      id: phrase.id,
      label,
      vocalization: text,
      ...(phrase.hidden ? { hidden: true } : {}),
      ...(phrase.fixed ? { ext_express_fixed: phrase.fixed } : {}),
      ...(phrase.symbol ? { ext_express_symbol: phrase.symbol } : {}),
      ...ext,
      ...(phrase.photo ? reference("images", phrase.photo) : unread("images", phrase)),
      ...(phrase.sound ? reference("sounds", phrase.sound) : unread("sounds", phrase)),
      ...(phrase.link && (!paths || paths.boards[phrase.link])
        ? { load_board: { id: phrase.link, ...(paths ? { path: paths.boards[phrase.link] } : {}) } }
        : farther && !phrase.link
        ? { load_board: farther }
        : {}),
    };
  });
  return {
    format: FORMAT,
    id: page.id,
    locale: texts.locale,
    name: texts.label(page),
    ...(page.symbol ? { ext_express_page: page.symbol } : {}),
    ...(page.hidden ? { ext_express_hidden: true } : {}),
    ...page.ext,
    buttons,
    grid: gridOf(page),
    images: [...kinds.images.values()],
    sounds: [...kinds.sounds.values()],
  };
}

/** The imported grid if the buttons still fit, otherwise two columns. @param {Page} page */
function gridOf(page) {
  const ids = page.phrases.map((phrase) => phrase.id);
  const kept = page.grid?.order?.flat().filter((cell) => cell !== null);
  if (page.grid && kept && kept.length === ids.length && kept.every((id, i) => id === ids[i])) return page.grid;
  const columns = 2;
  const rows = Math.max(1, Math.ceil(ids.length / columns));
  const order = Array.from(
    { length: rows },
    (_, row) => Array.from({ length: columns }, (_, column) => ids[row * columns + column] ?? null),
  );
  return { rows, columns, order };
}
