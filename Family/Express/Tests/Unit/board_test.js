import { assert, assertEquals, thrown } from "./assert.js";
import { exportBoard, exportBoards, importBoards } from "../../Web/modules/board.js";
import { crc32, LIMITS, unzip, zip } from "../../Web/modules/zip.js";
import { fixedPages } from "../../Web/modules/model.js";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
let next = 0;
const newId = () => `id-${++next}`;
const bytes = (/** @type {unknown} */ value) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const texts = {
  locale: "en",
  label: (/** @type {any} */ page) => page.label || page.id,
  words: (/** @type {any} */ phrase) => ({ label: phrase.label || phrase.fixed, text: phrase.text || phrase.fixed }),
};

/** A board like those of real programs: integer ids, nulls, ext_ members, missing images, gaps. */
const REAL = {
  format: "open-board-0.1",
  id: 1,
  locale: "en",
  name: "Core",
  url: null,
  description_html: null,
  license: { type: "private" },
  ext_coughdrop_image_url: null,
  ext_vendor_settings: { home: true },
  buttons: [
    {
      id: 10,
      label: "want",
      vocalization: null,
      image_id: 77,
      background_color: "rgb(255, 0, 0)",
      border_color: null,
      ext_vendor_level: 3,
      load_board: null,
    },
    { id: "11", label: "more", vocalization: "I want more.", image_id: "missing", sound_id: null },
    { id: 12, label: null, load_board: { id: 2, path: "boards/two.obf", name: "Two" } },
    { id: 13, label: "lost link", load_board: { id: 99 } },
    null,
  ],
  grid: { rows: 2, columns: 3, order: [[10, null, "11"], [null, 12]] },
  images: [
    { id: 77, width: 1, height: 1, content_type: "image/png", data: `data:image/png;base64,${PNG}`, url: null },
    { id: "missing", url: "https://example.org/x.png", content_type: "image/png" },
    null,
  ],
  sounds: null,
};
const TWO = {
  format: "open-board-0.1",
  id: 2,
  name: "Two",
  buttons: [{ id: 1, label: "back", load_board: { id: 1 } }],
  grid: null,
};

Deno.test("obf: integer ids, nulls, ext_ members and missing images of real boards", async () => {
  const { pages, media, notes } = await importBoards(bytes(REAL), newId);
  assertEquals(pages.length, 1);
  const [page] = pages;
  assertEquals(page.label, "Core");
  assertEquals(page.phrases.map((phrase) => phrase.label), ["want", "more", "", "lost link"]);
  assertEquals(page.phrases[0].text, "want");
  assertEquals(page.phrases[1].text, "I want more.");
  assertEquals(page.phrases[0].ext, { ext_vendor_level: 3, background_color: "rgb(255, 0, 0)", border_color: null });
  assertEquals(page.ext, {
    locale: "en",
    url: null,
    description_html: null,
    license: { type: "private" },
    ext_coughdrop_image_url: null,
    ext_vendor_settings: { home: true },
  });
  assertEquals(media.size, 1);
  assertEquals(page.phrases[0].photo, [...media.keys()][0]);
  assertEquals(page.phrases[1].photo, null);
  assertEquals(page.grid?.order.map((row) => row.map((cell) => cell === null)), [[false, true, false], [
    true,
    false,
    true,
  ]]);
  assertEquals(notes.map((note) => note.key), ["board.missing-image", "board.missing-link", "board.missing-link"]);
});

Deno.test("obz: a second round trip changes nothing", async () => {
  const archive = zip(
    new Map([
      [
        "manifest.json",
        bytes({
          format: "open-board-0.1",
          root: "boards/one.obf",
          paths: { boards: { 1: "boards/one.obf", 2: "boards/two.obf" }, images: null },
        }),
      ],
      ["boards/two.obf", bytes(TWO)],
      ["boards/one.obf", bytes(REAL)],
    ]),
  );
  const first = await importBoards(archive, newId);
  const second = await importBoards(exportBoards(first.pages, first.media, texts), newId);
  const third = await importBoards(exportBoards(second.pages, second.media, texts), newId);
  const shape = (/** @type {import("../../Web/modules/board.js").Imported} */ { pages, media }) =>
    pages.map((page) => ({
      label: page.label,
      ext: page.ext,
      grid: page.grid?.order.map((row) => row.map((cell) => page.phrases.findIndex((phrase) => phrase.id === cell))),
      phrases: page.phrases.map((phrase) => ({
        label: phrase.label,
        text: phrase.text,
        ext: phrase.ext,
        hidden: phrase.hidden,
        link: pages.findIndex((other) => other.id === phrase.link),
        photo: phrase.photo && [...(media.get(phrase.photo)?.bytes ?? [])],
      })),
    }));
  assertEquals(first.pages.map((page) => page.label), ["Core", "Two"], "the root board is first");
  assertEquals(shape(first)[0].phrases[2].link, 1);
  assertEquals(shape(first)[1].phrases[0].link, 0, "boards that link to each other are kept");
  // A button that is missing from the grid is placed when the board is exported.
  assertEquals(shape(second)[0].phrases.slice(0, 3), shape(first)[0].phrases.slice(0, 3));
  assertEquals(shape(third), shape(second));
  const missing = (/** @type {import("../../Web/modules/board.js").Imported} */ { notes }) =>
    notes.map((note) => note.key).sort();
  assertEquals(missing(second), missing(first), "what is not in the file stays named");
});

Deno.test("obf: our own pages keep their sentences and symbols", async () => {
  const [food] = fixedPages();
  const written = JSON.parse(new TextDecoder().decode(exportBoard(food, new Map(), texts)));
  assertEquals(written.format, "open-board-0.1");
  assertEquals(written.grid, { rows: 2, columns: 2, order: [["snack", "drink"], ["meal", "allergies"]] });
  const { pages } = await importBoards(bytes(written), newId);
  assertEquals(pages[0].phrases.map((phrase) => [phrase.label, phrase.symbol, phrase.fixed]), [
    ["snack", "snack", "snack"],
    ["drink", "drink", "drink"],
    ["meal", "meal", "meal"],
    ["allergies", "allergies", "allergies"],
  ]);
});

Deno.test("obf: invalid and oversized boards are refused with a reason", async () => {
  const reason = async (/** @type {Uint8Array<ArrayBuffer>} */ content) =>
    (await thrown(() => importBoards(content, newId))).reason;
  assertEquals(await reason(bytes("not json")), "board.not-json");
  assertEquals(await reason(bytes([])), "board.not-json");
  assertEquals(await reason(new Uint8Array([0xFF, 0xFE, 0x00])), "board.not-json");
  const many = { ...TWO, buttons: Array.from({ length: 10_000 }, (_, id) => ({ id, label: "x" })) };
  assertEquals(await reason(bytes(many)), "board.too-many-buttons");
  assertEquals(await reason(zip(new Map([["readme.txt", bytes("x")]]))), "board.none");
  const boards = new Map(Array.from({ length: 201 }, (_, i) => [`${i}.obf`, bytes(TWO)]));
  assertEquals(await reason(zip(boards)), "board.too-many-boards");
});

Deno.test("obf: script stays text, long text is shortened, unknown media types are skipped", async () => {
  const { pages, media, notes } = await importBoards(
    bytes({
      id: "x",
      name: "<script>alert(1)</script>",
      buttons: [{ id: 1, label: "a".repeat(10_000), vocalization: "b".repeat(10_000), image_id: 1 }],
      images: [{ id: 1, data: "data:text/html;base64,PGI+", content_type: "text/html" }],
    }),
    newId,
  );
  assertEquals(pages[0].label, "<script>alert(1)</script>");
  assertEquals([pages[0].phrases[0].label.length, pages[0].phrases[0].text.length], [60, 500]);
  assertEquals([media.size, notes[0].key], [0, "board.unusable-media"]);
});

/** A zip whose only entry is deflated. @param {string} name @param {Uint8Array<ArrayBuffer>} content @param {number} [size] */
async function deflated(name, content, size = content.length) {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const archive = zip(new Map([[name, packed]]));
  const view = new DataView(archive.buffer);
  const directory = view.getUint32(archive.length - 6, true);
  for (const [at, offset] of [[8, 0], [10, directory]].map(([field, start]) => [field, start])) {
    view.setUint16(offset + at, 8, true);
    view.setUint32(offset + at + 6, crc32(content), true);
    view.setUint32(offset + at + 14, size, true);
  }
  return archive;
}

Deno.test("zip: reads stored and deflated files", async () => {
  const content = bytes("abc".repeat(1000));
  assertEquals((await unzip(await deflated("a/b.txt", content))).get("a/b.txt"), content);
  assertEquals((await unzip(zip(new Map([["ä.txt", content]])))).get("ä.txt"), content);
});

Deno.test("zip: a bomb is refused, whether its size is declared or not", async () => {
  const zeros = new Uint8Array(8 * 2 ** 20);
  assertEquals((await thrown(async () => unzip(await deflated("bomb", zeros)))).reason, "zip.bomb");
  assertEquals((await thrown(async () => unzip(await deflated("liar", zeros, 1000)))).reason, "zip.bomb");
  const small = { ...LIMITS, total: 1500 };
  const two = zip(new Map([["a", new Uint8Array(1000)], ["b", new Uint8Array(1000)]]));
  assertEquals((await thrown(() => unzip(two, small))).reason, "zip.bomb");
});

Deno.test("zip: paths outside the folder are refused", async () => {
  for (const name of ["../x.obf", "a/../../x.obf", "/etc/x.obf", "a\\..\\x.obf", "C:x.obf", "a\0.obf"]) {
    assertEquals((await thrown(() => unzip(zip(new Map([[name, bytes("x")]]))))).reason, "zip.unsafe-path", name);
  }
});

Deno.test("zip: damaged archives are refused without a crash", async () => {
  const good = await deflated("a.obf", bytes(TWO));
  for (let at = 0; at < good.length; at++) {
    const changed = good.slice();
    changed[at] ^= 0xFF;
    try {
      await unzip(changed);
    } catch (error) {
      assert(String(/** @type {any} */ (error).reason).startsWith("zip."), `byte ${at}: ${error}`);
    }
    const cut = good.slice(0, at);
    const error = await thrown(() => unzip(cut));
    assert(String(error.reason).startsWith("zip."), `length ${at}: ${error}`);
  }
});
