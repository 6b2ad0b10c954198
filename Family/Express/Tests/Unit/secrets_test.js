import { assert, assertEquals, thrown } from "./assert.js";
import {
  characterCount,
  decrypted,
  encrypted,
  fromBase64,
  hashed,
  matches,
  newRecoveryCode,
  normalizedCode,
  toBase64,
} from "../../Web/modules/secrets.js";
import { exported, imported } from "../../Web/modules/transfer.js";
import { initialState } from "../../Web/modules/model.js";

Deno.test("password: only the right one matches; equal passwords have different hashes", async () => {
  const [a, b] = [await hashed("aB3!", 1000), await hashed("aB3!", 1000)];
  assert(a.hash !== b.hash);
  assert(await matches("aB3!", a));
  for (const wrong of ["aB3", "ab3!", "", "Exp2", "aB3! "]) assertEquals(await matches(wrong, a), false, wrong);
});

Deno.test("password: the default cost is at least 300,000 iterations", async () => {
  assert((await hashed("aB3!")).iterations >= 300_000);
});

Deno.test("characterCount: counts characters as people do", () => {
  assertEquals(characterCount("aB3!"), 4);
  assertEquals(characterCount("👩‍👧🇩🇪äx"), 4);
  assertEquals(characterCount(""), 0);
});

Deno.test("recovery code: 80 random bits; case, spaces and dashes do not matter", () => {
  const codes = new Set(Array.from({ length: 200 }, newRecoveryCode));
  assertEquals(codes.size, 200);
  for (const code of codes) {
    assert(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/.test(code), code);
    assertEquals(normalizedCode(code.toLowerCase().replace(/-/g, " ")), code);
  }
  assertEquals(normalizedCode("iloo-0000-1111-abcd"), "1100-0000-1111-ABCD");
});

Deno.test("encryption: opens only with its code and detects every changed byte", async () => {
  const plain = new TextEncoder().encode("12 Garden Street");
  const file = await encrypted(plain, "AAAA-BBBB", 1000);
  assertEquals(await decrypted(file, "AAAA-BBBB"), plain);
  assert(!new TextDecoder().decode(file).includes("Garden"));
  assertEquals((await thrown(() => decrypted(file, "AAAA-BBBC"))).reason, "transfer.wrong-code");
  for (const at of [14, 30, 45, file.length - 1]) {
    const changed = file.slice();
    changed[at] ^= 1;
    assertEquals((await thrown(() => decrypted(changed, "AAAA-BBBB"))).reason, "transfer.wrong-code", `byte ${at}`);
  }
  assertEquals((await thrown(() => decrypted(plain, "AAAA-BBBB"))).reason, "transfer.not-ours");
  const endless = file.slice();
  endless.set([255, 255, 255, 255], 8);
  assertEquals((await thrown(() => decrypted(endless, "AAAA-BBBB"))).reason, "transfer.damaged");
});

Deno.test("copy: restores every entry, photo and sound, without unused media", async () => {
  const state = initialState("en", "us");
  state.user.name = "Ånna 👩‍👧";
  state.user.nameSound = "s1";
  state.user.conditions.none = true;
  state.user.medicines.entries = [{ text: "Insulin", sound: "s2" }];
  const media = new Map([["s1", { type: "audio/wav", bytes: new Uint8Array([1, 2, 3, 255]) }], [
    "s2",
    { type: "audio/wav", bytes: new Uint8Array([4]) },
  ], [
    "unused",
    { type: "image/png", bytes: new Uint8Array(9) },
  ]]);
  const file = await exported(state, media, "CODE");
  const back = await imported(file, "CODE", initialState("es", "metric"));
  assertEquals(back.state.user, state.user);
  assertEquals(back.state.preferences.language, "en");
  assertEquals([...back.media.keys()], ["s1", "s2"]);
  assertEquals(back.media.get("s1"), media.get("s1"));
});

Deno.test("copy: one of the version before helpers and health is restored, and replaces what is there", async () => {
  const stored = Deno.readTextFileSync(new URL("record-without-helpers.json", import.meta.url));
  const old = JSON.parse(stored);
  const now = initialState("es", "metric");
  now.user.medicines.entries = [{ text: "Insulin", sound: null }];
  now.pages[0].phrases.push({ ...now.pages[0].phrases[0], id: "later", fixed: null, label: "Later" });
  const file = await encrypted(new TextEncoder().encode(JSON.stringify({ state: old, media: [] })), "CODE", 1000);
  const { state } = await imported(file, "CODE", now);
  assertEquals(state.user.name, old.user.name);
  assertEquals(state.user.allergies, old.user.allergies);
  assertEquals(state.user.medicines, { entries: [], none: false });
  assertEquals(state.pages.map((page) => page.id), ["feelings", "own", "food", "actions", "helpers"]);
  assertEquals(state.pages.flatMap((page) => page.phrases).some((phrase) => phrase.id === "later"), false);
});

Deno.test("base64: round trip of large data", () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);
  assertEquals(fromBase64(toBase64(bytes)).length, bytes.length);
  assert(fromBase64(toBase64(bytes)).every((byte, i) => byte === bytes[i]));
});
