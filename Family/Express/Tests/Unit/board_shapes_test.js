import { assertEquals } from "./assert.js";
import { exportBoards, importBoards } from "../../Web/modules/board.js";
import { unzip, zip } from "../../Web/modules/zip.js";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const BINARY = Uint8Array.from(atob(PNG), (sign) => sign.charCodeAt(0));
const bytes = (/** @type {unknown} */ value) => new TextEncoder().encode(JSON.stringify(value));
const texts = {
  locale: "en",
  label: (/** @type {any} */ page) => page.label,
  words: (/** @type {any} */ phrase) => ({ label: phrase.label, text: phrase.text || phrase.label }),
};

/** Board sets in the formats of other programs, each as the files of an archive. */
const SETS = {
  "integer ids, nulls, members of a vendor, licenses, links to boards on the web": {
    "manifest.json": {
      format: "open-board-0.1",
      root: "boards/1_1.obf",
      paths: {
        boards: { "1_1": "boards/1_1.obf", "1_2": "boards/1_2.obf" },
        images: { 8: "images/8.png" },
        sounds: {},
      },
    },
    "boards/1_1.obf": {
      format: "open-board-0.1",
      id: 11,
      locale: "de",
      url: "https://boards.example.org/core",
      data_url: null,
      name: "Kern",
      description_html: "<p>Ein Brett</p>",
      license: { type: "CC By", author_name: "A. Author" },
      default_layout: "landscape",
      ext_vendor_image_url: "https://boards.example.org/core.png",
      buttons: [
        { id: 1, label: "ich", part_of_speech: "pronoun", image_id: 8, border_color: "rgb(1,2,3)", hidden: false },
        { id: 2, label: "mehr", vocalization: null, load_board: { id: 12, path: "boards/1_2.obf", name: "Mehr" } },
        { id: 3, label: "weit", load_board: { id: "99", url: "https://boards.example.org/far" } },
        { id: 4, label: null, image_id: 9, ext_vendor_level: { 1: true } },
      ],
      grid: { rows: 2, columns: 3, order: [[1, null, 2], [null, 4, 3]] },
      images: [
        { id: 8, path: "images/8.png", content_type: "image/png", width: 1, height: 1, license: { type: "private" } },
        { id: 9, url: "https://pictures.example.org/9.png", content_type: "image/png" },
      ],
      sounds: [],
    },
    "boards/1_2.obf": {
      format: "open-board-0.1",
      id: 12,
      name: "Mehr",
      buttons: [{ id: 1, label: "zurück", load_board: { id: 11 } }],
      grid: { rows: 1, columns: 1, order: [[1]] },
    },
    "images/8.png": BINARY,
  },
  "pictures as an object by id, Base64 without its type, actions, no grid": {
    "one.obf": {
      format: "open-board-0.1",
      id: "keyboard",
      name: "Keyboard",
      buttons: [
        { id: "a", label: "a", action: "+a", image_id: "p" },
        { id: "s", label: "", actions: [":space", ":speak"], background_color: null },
        { id: "h", label: "Hello", vocalization: "Hello, how are you?", sound_id: "s1", hidden: true },
      ],
      grid: null,
      images: { p: { content_type: "image/png", data: PNG } },
      sounds: [{ id: "s1", content_type: "audio/wav", data: `data:audio/wav;base64,${PNG}` }],
    },
    "__MACOSX/._one.obf": BINARY,
  },
  "an empty board with an empty grid": {
    "empty.obf": {
      format: "open-board-0.1",
      id: "e",
      name: "Empty",
      buttons: [],
      grid: { rows: 0, columns: 0, order: [[]] },
    },
  },
};

/** @param {Record<string, unknown>} files */
const packed = (files) =>
  zip(
    new Map(
      Object.entries(files).map(([path, content]) => [path, content instanceof Uint8Array ? content : bytes(content)]),
    ),
  );

/**
 * Content of a set of boards without its ids, which change. Absent, null and empty mean the same in the format.
 * @param {Map<string, Uint8Array<ArrayBuffer>>} files
 */
function structure(files) {
  /** @type {any[]} */
  const boards = [...files].filter(([path]) => path.endsWith(".obf") && !path.startsWith("__")).map((
    [path, content],
  ) => ({
    path,
    ...JSON.parse(new TextDecoder().decode(content)),
  }));
  const list = (/** @type {any} */ value) =>
    Array.isArray(value) ? value : Object.entries(value ?? {}).map(([id, item]) => ({ id, ...item }));
  const file = (/** @type {any} */ items, /** @type {unknown} */ id) => {
    if (id === undefined || id === null) return null;
    const item = list(items).find((item) => String(item.id) === String(id));
    const about = { license: item?.license, width: item?.width, height: item?.height };
    if (item?.path) {
      return { ...about, type: item.content_type, data: btoa(String.fromCharCode(...files.get(item.path) ?? [])) };
    }
    if (item?.data) return { ...about, type: item.content_type, data: item.data.replace(/^data:[^,]*,/, "") };
    return item ? { ...item, id: String(item.id) } : null;
  };
  const without = (/** @type {any} */ value, /** @type {string[]} */ keys) =>
    Object.fromEntries(
      Object.entries(value).filter(([key, item]) => !keys.includes(key) && item !== null && item !== false).sort(),
    );
  return boards.map((board) => {
    const ids = board.buttons.map((/** @type {any} */ button) => String(button.id));
    const cells = (board.grid?.order ?? []).map((/** @type {any[]} */ row) =>
      row.map((id) => id === null ? -1 : String(id))
    );
    const order = cells.flat().filter((/** @type {any} */ id) => id !== -1);
    const reading = [...order, ...ids.filter((/** @type {string} */ id) => !order.includes(id))];
    return {
      name: board.name,
      more: without(board, ["path", "format", "id", "name", "buttons", "grid", "images", "sounds", "locale"]),
      locale: board.locale ?? texts.locale,
      grid: order.length > 0 ? cells.map((/** @type {any[]} */ row) => row.map((id) => reading.indexOf(id))) : null,
      buttons: reading.map((id) => {
        const button = board.buttons.find((/** @type {any} */ item) => String(item.id) === id);
        const { load_board: link } = button;
        const target = link && boards.find((other) => other.path === link.path || String(other.id) === String(link.id));
        return {
          label: button.label ?? "",
          text: button.vocalization || button.label || "",
          image: file(board.images, button.image_id),
          sound: file(board.sounds, button.sound_id),
          link: target ? target.name : link ?? null,
          more: without(button, ["id", "label", "vocalization", "image_id", "sound_id", "load_board"]),
        };
      }),
    };
  });
}

for (const [name, files] of Object.entries(SETS)) {
  Deno.test(`obz: the round trip keeps the structure of ${name}`, async () => {
    let next = 0;
    const original = packed(files);
    const { pages, media } = await importBoards(original, () => `new-${++next}`);
    const exported = exportBoards(pages, media, texts);
    const before = structure(await unzip(original));
    const after = structure(await unzip(exported));
    // Added where it is missing.
    for (const board of [...before, ...after]) if (board.buttons.length < 4) board.grid = null;
    assertEquals(after, before);
  });
}
