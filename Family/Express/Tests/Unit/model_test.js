import { assert, assertEquals, thrown } from "./assert.js";
import {
  ABOUT,
  ALLERGENS,
  chooseAbout,
  cleaned,
  cleanedContact,
  emergencyInfo,
  FIXED,
  initialState,
  LIMITS,
  mediaOf,
  missingEntries,
  moved,
  nothingEntered,
  repaired,
  telephone,
} from "../../Web/modules/model.js";
import { aboutText, healthText, introduction, spoken, spokenHealth, wordsOf } from "../../Web/modules/sentences.js";
import { chosenLanguage, Texts } from "../../Web/modules/texts.js";
import { cardOf, fitted, vcard } from "../../Web/modules/vcard.js";
import { capacity } from "../../Web/modules/qr.js";
import { readiness } from "../../Web/modules/readiness.js";
import { checkedServer, mapOrigins, parsedRoute, routeAddress } from "../../Web/modules/route.js";
import { mailAddress, reportText } from "../../Web/modules/report.js";

const english = new Texts(JSON.parse(Deno.readTextFileSync(new URL("../../Web/languages/en.json", import.meta.url))));
const state = () => initialState("en", "us");
const contact = { name: "Mary", number: "+1 555 010 99", relation: "Mother" };

Deno.test("phrases: every sentence of the requirements, word by word", () => {
  const all = {
    snack: "I would like a snack, please.",
    drink: "I would like to have a drink, please.",
    meal: "I would like to have a meal, please.",
    allergies: "I have the following allergies:",
    help: "I need help.",
    lost: "I am lost, can you help me?",
    home: "I need to go home.",
    bathroom: "Where is the bathroom?",
    bus: "When is the bus coming?",
    stop: "Please stop.",
    wait: "Please wait.",
    more: "I would like more, please.",
    thanks: "Thank you.",
    sick: "I feel sick.",
    hurt: "I am hurt.",
    hot: "I am feeling too hot.",
    cold: "I am feeling too cold.",
    tired: "I am feeling tired.",
    sleepy: "I am feeling sleepy.",
    happy: "I feel happy.",
    sad: "I feel sad.",
    scared: "I am scared.",
    angry: "I feel angry.",
    autistic: "I am autistic. Please speak slowly.",
    "down-syndrome": "I have Down syndrome. Please be patient.",
    slowly: "Please speak slowly.",
    touch: "Please do not touch me.",
    mother: "Please call my mother.",
    father: "Please call my father.",
    time: "Please give me more time.",
    understand: "I understand you. Speaking is hard.",
    loud: "It is too loud for me.",
    stay: "Please stay with me.",
    quiet: "Please take me to a quiet place.",
  };
  const phrases = state().pages.flatMap((page) => page.phrases);
  assertEquals(Object.fromEntries(phrases.map((phrase) => [phrase.fixed, wordsOf(phrase, english).text])), all);
  for (const keys of Object.values(FIXED)) assert(keys.length >= 4);
});

Deno.test("allergies: the list is shown and spoken in full; missing entries are reported", () => {
  const own = state();
  const [food] = own.pages;
  const phrase = food.phrases[3];
  assertEquals(spoken(phrase, own, english).parts, [{ clip: "allergies-unknown" }]);
  own.user.noAllergies = true;
  assertEquals(spoken(phrase, own, english).text, "I have no known allergies.");
  assertEquals(missingEntries(own).includes("missing.allergies"), false);
  assertEquals(repaired(structuredClone(own), state()).user.noAllergies, true);
  own.user.allergies = [{ key: "peanuts", text: "", sound: null }, { key: null, text: "Kale", sound: "s1" }, {
    key: null,
    text: "Nickel",
    sound: null,
  }];
  assertEquals(spoken(phrase, own, english), {
    text: "I have the following allergies: Peanuts, Kale, Nickel.",
    parts: [{ clip: "allergies" }, { clip: "allergen.peanuts" }, { media: "s1" }, { text: "Nickel" }],
  });
  for (const key of ALLERGENS) assert(`allergen.${key}` in english.say, key);
});

Deno.test("spoken: a changed sentence is never spoken by the recording of the old one", () => {
  const own = state();
  const phrase = { ...own.pages[0].phrases[0], text: "Apple, please." };
  assertEquals(spoken(phrase, own, english), { text: "Apple, please.", parts: [{ text: "Apple, please." }] });
  assertEquals(spoken({ ...phrase, sound: "s" }, own, english).parts, [{ media: "s" }]);
});

Deno.test("privacy: contacts read as private, addresses are left out", () => {
  const own = state();
  own.user.contacts = [contact];
  assertEquals(emergencyInfo(own).contacts, [contact]);
  assertEquals(emergencyInfo(own).places, ["home", "school"]);
  Object.assign(own.preferences, { contactPrivacy: true, addressPrivacy: true });
  assertEquals(emergencyInfo(own).contacts, [null]);
  assertEquals(emergencyInfo(own).places, []);
  assertEquals(cardOf(own), { name: "", allergies: [], noAllergies: false, contact: null, address: "" });
});

Deno.test("cleaned: removes controls and direction overrides, keeps emoji and right-to-left text, refuses 10,000 characters", async () => {
  assertEquals(cleaned("  a\u0000b\u202Ec  ", 100), "a b c");
  assertEquals(cleaned("👩‍👧 שלום مرحبا", 100), "👩‍👧 שלום مرحبا");
  assertEquals(cleaned("line 1\nline 2", 100), "line 1\nline 2");
  assertEquals(cleaned("<script>alert(1)</script>", 100), "<script>alert(1)</script>");
  const error = await thrown(() => cleaned("x".repeat(10_000), LIMITS.name));
  assertEquals([error.reason, error.values], ["entry.too-long", { limit: LIMITS.name, length: 10_000 }]);
});

Deno.test("contacts: common notations of numbers are accepted, anything else is refused", async () => {
  assertEquals(telephone("+1 (555) 010-99"), "+155501099");
  assertEquals(telephone("112"), "112");
  for (const number of ["", "Mum", "javascript:alert(1)", "+", "12", "1".repeat(21)]) {
    assertEquals(telephone(number), null);
  }
  assertEquals((await thrown(() => cleanedContact({ ...contact, number: "Mum" }))).reason, "entry.number");
  assertEquals(
    (await thrown(() => cleanedContact({ name: "", number: "", relation: "x" }))).reason,
    "entry.contact-empty",
  );
});

Deno.test("repaired: any stored value yields a complete state and valid entries survive", () => {
  for (
    const stored of [null, 5, "x", {}, { version: 2 }, { version: 1 }, {
      version: 1,
      user: 7,
      pages: [null, { id: 3 }],
      preferences: { voice: "x", textSize: "big" },
    }]
  ) {
    const result = repaired(stored, state());
    assertEquals(result.preferences.voice, "female");
    assertEquals(result.pages.map((page) => page.id), ["food", "actions", "feelings", "helpers"]);
  }
  const good = state();
  good.user.contacts = [contact];
  good.pages[0].phrases[0].hidden = true;
  assertEquals(repaired(structuredClone(good), state()).user, good.user);
  assertEquals(repaired(structuredClone(good), state()).pages[0].phrases[0].hidden, true);
});

Deno.test("repaired: entries of an earlier version get the new phrases and keep order, changes and steps", () => {
  const old = structuredClone(state());
  const [, actions, feelings] = old.pages;
  actions.phrases = actions.phrases.slice(0, 5).reverse();
  feelings.phrases = [
    { ...feelings.phrases[0], id: "own", fixed: null, label: "Proud" },
    ...feelings.phrases.slice(0, 6),
  ];
  old.user.home =
    /** @type {any} */ ({ address: "1 Road", position: null, steps: [{ text: "Go left.", photo: null }] });
  const read = repaired(structuredClone(old), state());
  const keys = (/** @type {number} */ page) => read.pages[page].phrases.map((phrase) => phrase.id).join();
  assertEquals(keys(1), "bus,bathroom,home,lost,help,stop,wait,more,thanks");
  assertEquals(keys(2), "own,sick,hurt,hot,cold,tired,sleepy,happy,sad,scared,angry");
  assertEquals(read.user.home, {
    address: "1 Road",
    position: null,
    start: "",
    steps: [{ text: "Go left.", photo: null }],
  });
});

Deno.test("repaired: a record of the version before helpers and health keeps every entry", () => {
  const stored = Deno.readTextFileSync(new URL("record-without-helpers.json", import.meta.url));
  const old = JSON.parse(stored);
  const read = repaired(JSON.parse(stored), state());
  const { conditions, medicines, ...user } = read.user;
  assertEquals(user, old.user);
  assertEquals([conditions, medicines], [{ entries: [], none: false }, { entries: [], none: false }]);
  for (const part of /** @type {const} */ (["preferences", "security", "map", "locationExplained", "setupDone"])) {
    assertEquals(read[part], old[part], part);
  }
  assertEquals(read.pages.slice(0, -1).map(({ id, hidden }) => [id, hidden]), [
    ["feelings", false],
    ["own", false],
    ["food", true],
    ["actions", false],
  ]);
  old.pages.forEach((/** @type {any} */ page, /** @type {number} */ index) =>
    assertEquals(
      read.pages[index].phrases.map(({ ext: _, ...phrase }) => phrase),
      page.phrases.map((/** @type {any} */ { ext: _, ...phrase }) => phrase),
      page.id,
    )
  );
  assertEquals([...mediaOf(read)].sort(), ["photo-1", "photo-2", "sound-1", "sound-2", "sound-3", "sound-4"]);
  // The sentence about the person was "I am autistic.", so helpers may hear it.
  const helpers = read.pages.at(-1);
  assertEquals(helpers?.id, "helpers");
  assertEquals(helpers?.phrases.filter((phrase) => phrase.hidden).map((phrase) => phrase.id), ["down-syndrome"]);
  const again = repaired(structuredClone(read), state());
  assertEquals(again.pages.map((page) => page.phrases.length), read.pages.map((page) => page.phrases.length));
  assertEquals(again.user, read.user);
});

Deno.test("sentences for helpers: a diagnosis stays hidden until it is chosen; no sentence is long", () => {
  const own = state();
  const hidden = () => own.pages[3].phrases.filter((phrase) => phrase.hidden).map((phrase) => phrase.fixed);
  assertEquals(hidden(), ["autistic", "down-syndrome"]);
  chooseAbout(own, { key: "autistic", text: "" });
  assertEquals(hidden(), ["down-syndrome"]);
  own.pages[3].phrases[0].hidden = true;
  chooseAbout(own, { key: "autistic", text: "" });
  assertEquals(hidden(), ["autistic", "down-syndrome"], "the same choice again leaves the page as it is");
  chooseAbout(own, { key: "down-syndrome", text: "" });
  assertEquals(hidden(), ["autistic"]);
  chooseAbout(own, { key: null, text: "I sign." });
  assertEquals(hidden(), ["autistic", "down-syndrome"]);
  for (const language of ["en", "es"]) {
    const { say } = JSON.parse(Deno.readTextFileSync(new URL(`../../Web/languages/${language}.json`, import.meta.url)));
    for (const key of FIXED.helpers) assert(say[key].split(" ").length <= 8, say[key]);
  }
});

Deno.test("health: entries are listed and spoken in full; nothing, none and entries differ", () => {
  const own = state();
  assertEquals(nothingEntered(own.user), true);
  assertEquals(healthText("conditions", own, english), "");
  own.user.medicines.none = true;
  assertEquals(nothingEntered(own.user), false);
  assertEquals(healthText("medicines", own, english), "No medicines");
  assertEquals(spokenHealth("medicines", own, english), {
    text: "I take no medicines.",
    parts: [{ clip: "medicines-none" }],
  });
  own.user.conditions.entries = [{ text: "Epilepsy", sound: "s1" }, { text: "Asthma", sound: null }];
  assertEquals(spokenHealth("conditions", own, english), {
    text: "I have the following medical conditions: Epilepsy, Asthma.",
    parts: [{ clip: "conditions" }, { media: "s1" }, { text: "Asthma" }],
  });
  assert(mediaOf(own).has("s1"));
  assertEquals(repaired(structuredClone(own), state()).user, own.user);
  const damaged = { entries: [{ text: 5 }, null, { text: "Asthma", sound: 3 }], none: true };
  assertEquals(repaired({ ...own, user: { conditions: damaged, medicines: "x" } }, state()).user.conditions, {
    entries: [{ text: "Asthma", sound: null }],
    none: false,
  });
});

Deno.test("setup: skipped entries are listed as missing", () => {
  const own = state();
  assertEquals(missingEntries(own).length, 7);
  own.user.name = "Anna";
  own.user.contacts = [contact];
  assertEquals(missingEntries(own), [
    "missing.home",
    "missing.school",
    "missing.allergies",
    "missing.health",
    "missing.password",
  ]);
  own.user.medicines.none = true;
  assert(missingEntries(own).includes("missing.health"), "conditions are still unknown");
  own.user.conditions.entries = [{ text: "Epilepsy", sound: null }];
  assertEquals(missingEntries(own).includes("missing.health"), false);
});

Deno.test("sentence about the person: a neutral one until the guardian chooses; unknown choices are dropped", () => {
  const own = state();
  assertEquals(aboutText(own.user.about, english), "");
  assertEquals(introduction(own.user.about, english), "I speak little. Please help me.");
  assertEquals(introduction({ key: "hidden", text: "" }, english), "");
  assertEquals(repaired({ ...own, user: { ...own.user, about: { key: "hidden" } } }, state()).user.about.key, "hidden");
  for (const key of ABOUT) assert(aboutText({ key, text: "" }, english).endsWith("."), key);
  assertEquals(aboutText({ key: null, text: "I sign." }, english), "I sign.");
  own.user.about = { key: "autistic", text: "" };
  assertEquals(repaired(structuredClone(own), state()).user.about, own.user.about);
  assertEquals(nothingEntered(own.user), false);
  const { about: _, ...earlier } = own.user;
  for (const user of [earlier, { ...earlier, about: "x" }, { ...earlier, about: { key: "constructor", text: 7 } }]) {
    assertEquals(repaired({ ...own, user }, state()).user.about, { key: null, text: "" });
  }
});

Deno.test("moved: swaps neighbors; mediaOf: lists used photos and sounds", () => {
  assertEquals(moved([1, 2, 3], 0, 1), [2, 1, 3]);
  assertEquals(moved([1, 2, 3], 0, -1), [1, 2, 3]);
  const own = state();
  own.user.home.steps = [{ text: "", photo: "p" }];
  own.pages[0].phrases[0].sound = "s";
  assertEquals([...mediaOf(own)].sort(), ["p", "s"]);
});

Deno.test("vCard: escapes, honours privacy, and always fits a code that phones can scan", () => {
  const own = state();
  own.user.name = "Anna; Berger, \\ 👩‍👧";
  own.user.contacts = [contact];
  own.user.home.address = "Street 1\nTown";
  const words = { about: "I am autistic.", allergies: "Peanuts", title: "Emergency Card" };
  const card = vcard(own, words);
  assert(card.includes("FN:Anna\\; Berger\\, \\\\ 👩‍👧"), card);
  assert(card.includes("TEL:+155501099") && card.includes("ADR:;;Street 1\\, Town;;;;"));
  own.preferences.addressPrivacy = true;
  own.preferences.contactPrivacy = true;
  assert(card.includes("NOTE:I am autistic. Peanuts. Mary\\, Mother"), card);
  const hidden = vcard(own, words);
  assert(!/TEL|ADR|Mary|Street/.test(hidden), hidden);
  Object.assign(own.preferences, { addressPrivacy: false, contactPrivacy: false });
  own.user.name = "👩‍👧".repeat(60);
  own.user.home.address = ",".repeat(1000);
  const long = { ...words, allergies: Array(30).fill("מ".repeat(100)).join(", ") };
  assert(new TextEncoder().encode(vcard(own, long)).length <= capacity(25));
  const health = ["Conditions: ", "Medicines: "].map((title) => title + ";".repeat(3000));
  assert(new TextEncoder().encode(vcard(own, { ...long, health })).length <= capacity(25));
  const short = vcard(own, { ...words, health: ["Conditions: Epilepsy", "No medicines"] });
  assert(short.includes("Peanuts. Conditions: Epilepsy. No medicines"), short);
  own.user.name = "";
  assert(vcard(own, { ...words, about: "" }).includes("FN:Emergency Card"));
  assertEquals(fitted("👩‍👧👩‍👧", 15), "👩‍👧…");
});

Deno.test("readiness: ready only with complete evidence", () => {
  const proven = {
    supported: true,
    failure: null,
    controlled: true,
    servedByWorker: true,
    check: { files: 300, missing: [], damaged: [] },
    dataReadable: true,
  };
  assertEquals(readiness(proven), { state: "ready", files: [] });
  for (
    const [change, expected] of /** @type {[any, string][]} */ ([
      [{ supported: false }, "unsupported"],
      [{ failure: "x" }, "failed"],
      [{ check: null }, "preparing"],
      [{ controlled: false }, "restart"],
      [{ servedByWorker: false }, "restart"],
      [{ check: { files: 300, missing: ["a.mp3"], damaged: [] } }, "damaged"],
      [{ check: { files: 300, missing: [], damaged: ["a.mp3"] } }, "damaged"],
      [{ check: { files: 0, missing: [], damaged: [] } }, "damaged"],
      [{ dataReadable: false }, "damaged"],
    ])
  ) assertEquals(readiness({ ...proven, ...change }).state, expected, JSON.stringify(change));
});

Deno.test("map servers: https with placeholders only; the route is OSRM's", async () => {
  const tiles = "https://t.example.org/{z}/{x}/{y}.png";
  assertEquals(checkedServer(` ${tiles} `, "tiles"), tiles);
  assertEquals(checkedServer("", "tiles"), "");
  assertEquals(checkedServer("http://localhost:1/{z}/{x}/{y}", "tiles"), "http://localhost:1/{z}/{x}/{y}");
  for (
    const [address, kind, reason] of /** @type {[string, "tiles" | "routing", string][]} */ ([
      ["http://t.example.org/{z}/{x}/{y}", "tiles", "map.not-https"],
      ["javascript:alert(1)//{z}{x}{y}", "tiles", "map.not-https"],
      ["https://t.example.org/", "tiles", "map.no-placeholders"],
      ["nonsense", "routing", "map.bad-address"],
    ])
  ) assertEquals((await thrown(() => checkedServer(address, kind))).reason, reason, address);
  assertEquals(mapOrigins({ tiles, routing: "" }), { tiles: "https://t.example.org", routing: "" });
  assertEquals(
    routeAddress("https://r.example.org/", { lat: 1, lon: 2 }, { lat: 3.5, lon: 4 }),
    "https://r.example.org/route/v1/foot/2.000000,1.000000;4.000000,3.500000?overview=full&geometries=geojson",
  );
  const answer = { code: "Ok", routes: [{ distance: 5, geometry: { coordinates: [[2, 1], [4, 3]] } }] };
  assertEquals(parsedRoute(answer), { line: [[1, 2], [3, 4]], meters: 5 });
  for (
    const bad of [null, {}, { code: "NoRoute" }, {
      code: "Ok",
      routes: [{ distance: 5, geometry: { coordinates: [["x", 1], [4, 3]] } }],
    }]
  ) {
    assertEquals((await thrown(() => parsedRoute(bad))).reason, "map.no-route");
  }
});

Deno.test("error report: shows its full text and opens in a mail program", () => {
  const facts = { version: "v1", browser: "B", screen: "S", language: "en", readiness: "ready", installed: true };
  const text = reportText("It broke & burned", facts, [{ time: "T", message: "m" }]);
  assert(text.startsWith("It broke & burned\n") && text.includes("Express² v1") && text.includes("- T m"));
  assert(reportText(" ", facts, []).startsWith("Express² v1"), "no blank lines without a description");
  assertEquals(decodeURIComponent(new URL(mailAddress(text)).search).includes("It broke & burned"), true);
  assert(mailAddress("x".repeat(50_000)).length < 6000);
});

Deno.test("languages: each catalogue has the same texts, placeholders and sentences as English", () => {
  const folder = new URL("../../Web/languages/", import.meta.url);
  const files = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) =>
    /^[a-z]{2}\.json$/.test(name)
  );
  assert(files.length >= 2);
  const holes = (/** @type {string} */ text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const file of files) {
    const { texts, say, voices, language, locale } = JSON.parse(Deno.readTextFileSync(new URL(file, folder)));
    assertEquals(`${language}.json`, file);
    assertEquals(new Intl.Locale(locale).language, language);
    assertEquals(Object.keys(texts).sort(), Object.keys(english.catalogue.texts).sort(), file);
    assertEquals(Object.keys(say).sort(), Object.keys(english.say).sort(), file);
    assertEquals(Object.keys(voices), ["female", "male"]);
    for (const key of Object.keys(texts)) {
      assertEquals(holes(texts[key]), holes(english.catalogue.texts[key]), `${file} ${key}`);
    }
    for (const key of Object.keys(say)) {
      for (const voice of ["female", "male"]) {
        const clip = new URL(`../voices/${language}/${voice}/${key}.mp3`, folder);
        assert(Deno.statSync(clip).size > 1000, clip.pathname);
      }
    }
  }
});

Deno.test("texts: every key in the code exists and every text is used", () => {
  let code = "";
  for (const folder of ["modules", "screens"]) {
    const place = new URL(`../../Web/${folder}/`, import.meta.url);
    for (const entry of Deno.readDirSync(place)) code += Deno.readTextFileSync(new URL(entry.name, place));
  }
  const keys = new Set(Object.keys(english.catalogue.texts));
  const families = new Set([...keys].map((key) => key.split(".")[0]));
  for (const [, key] of code.matchAll(/\bt\(\s*"([^"]+)"/g)) assert(keys.has(key), `no text for ${key}`);
  for (
    const [, key] of code.matchAll(
      /"((?:help|missing|zip|board|transfer|storage|entry|map|speech)\.[a-z-]+(?:\.[a-z-]+)*)"/g,
    )
  ) {
    if (!/\.(svg|obf|json)$/.test(key)) assert(keys.has(key), `no text for ${key}`);
  }
  const built = [...code.matchAll(/`((?:[a-z-]+\.)+)\$\{/g)].map(([, prefix]) => prefix);
  const derived = [...built, "theme.", "units.", "help.", "page.", "label.", "install."];
  const unused = [...keys].filter((key) =>
    !code.includes(`"${key}"`) && !derived.some((prefix) => key.startsWith(prefix))
  );
  assertEquals(unused, []);
  assert(families.size > 20);
});

Deno.test("texts: the language follows the browser's preference; placeholders are filled", () => {
  assertEquals(chosenLanguage(["fr", "es-MX", "en"], [{ code: "en" }, { code: "es" }]), "es");
  assertEquals(chosenLanguage(["fr"], [{ code: "en" }]), "en");
  assertEquals(english.t("way.step", { number: 1, count: 4 }), "Step 1 of 4");
  assertEquals(english.t("lock.wait", {}), "Too many tries. Wait {seconds} seconds.");
});
