/**
 * The guardian's entries: types, limits and changes. No DOM, no storage.
 * @module
 */

/** @typedef {{lat: number, lon: number}} Position */
/** @typedef {{text: string, photo: string | null}} Step photo is the id of a stored picture */
/** @typedef {{address: string, position: Position | null, start: string, steps: Step[]}} Place start is where the steps begin */
/** @typedef {{name: string, number: string, relation: string}} Contact */
/** @typedef {{key: string | null, text: string, sound: string | null}} Allergy key of a recorded word, or typed text */
/** @typedef {{text: string, sound: string | null}} HealthEntry a condition or a medicine: typed text, and the guardian's recording of it */
/** @typedef {{entries: HealthEntry[], none: boolean}} HealthList none is true if the guardian confirmed that there are none */
/** @typedef {{key: string | null, text: string}} About the sentence for helpers: key of a text, "hidden", typed text, or neither */
/** @typedef {{name: string, nameSound: string | null, about: About, home: Place, school: Place, contacts: Contact[], allergies: Allergy[], noAllergies: boolean, conditions: HealthList, medicines: HealthList}} User
 * noAllergies is true if the person has no known allergies */
/**
 * @typedef {object} Preferences
 * @property {string} language
 * @property {"female" | "male"} voice
 * @property {"blue" | "green" | "purple"} theme
 * @property {boolean} graphics
 * @property {boolean} contactPrivacy
 * @property {boolean} addressPrivacy
 * @property {"metric" | "us"} units
 * @property {number} textSize percent
 * @property {number} holdTime milliseconds
 * @property {number} ignoreRepeat milliseconds
 * @property {number} dwellTime milliseconds, 0 for off
 * @property {"off" | "one" | "two"} scanning
 * @property {"linear" | "rows"} scanPattern button by button, or a row first and then a button of it
 * @property {number} scanInterval milliseconds
 */
/**
 * A button of a page. `fixed` is the key of its recorded sentence, if it has one.
 * @typedef {object} Phrase
 * @property {string} id
 * @property {string | null} fixed
 * @property {string} label
 * @property {string} text
 * @property {string | null} symbol
 * @property {string | null} photo
 * @property {string | null} sound
 * @property {string | null} link page that it opens
 * @property {boolean} hidden
 * @property {Record<string, unknown>} [ext] members of an imported board that are kept for the export
 */
/**
 * @typedef {object} Page
 * @property {string} id
 * @property {string} label empty for a fixed page, whose label is in the catalog
 * @property {string | null} symbol
 * @property {string | null} photo
 * @property {boolean} hidden
 * @property {Phrase[]} phrases
 * @property {{rows: number, columns: number, order: (string | null)[][]} | null} [grid]
 * @property {Record<string, unknown>} [ext]
 */
/** @typedef {import("./secrets.js").SecretHash} SecretHash */
/**
 * @typedef {object} State
 * @property {number} version
 * @property {boolean} setupDone
 * @property {boolean} entriesLost whether the browser deleted earlier entries
 * @property {User} user
 * @property {Preferences} preferences
 * @property {Page[]} pages
 * @property {{password: SecretHash | null, recovery: SecretHash | null, attempts: import("./attempts.js").Attempts}} security
 * @property {{tiles: string, attribution: string, routing: string}} map
 * @property {boolean} locationExplained
 */

export const LIMITS = Object.freeze({
  name: 200,
  about: 120,
  address: 1000,
  contacts: 10,
  allergies: 30,
  allergy: 100,
  health: 30,
  healthEntry: 100,
  label: 60,
  sentence: 500,
  pages: 200,
  phrases: 1000,
  steps: 30,
  number: 40,
});

/** The fixed pages: sentence keys and their symbols. Helpers hear the sentences of the last page. */
export const FIXED = Object.freeze({
  food: ["snack", "drink", "meal", "allergies"],
  actions: ["help", "lost", "home", "bathroom", "bus", "stop", "wait", "more", "thanks"],
  feelings: ["sick", "hurt", "hot", "cold", "tired", "sleepy", "happy", "sad", "scared", "angry"],
  helpers: [
    "autistic",
    "down-syndrome",
    "slowly",
    "touch",
    "mother",
    "father",
    "time",
    "understand",
    "loud",
    "stay",
    "quiet",
  ],
});

/** Sentences that name a diagnosis: hidden until the guardian shows them or chooses the same sentence about the person. */
const DIAGNOSES = ["autistic", "down-syndrome"];

/** The lists of the person's health in addition to the allergies. */
export const HEALTH = Object.freeze(/** @type {const} */ (["conditions", "medicines"]));

/** Allergens whose word is recorded in both voices. */
export const ALLERGENS = Object.freeze([
  "peanuts",
  "nuts",
  "milk",
  "eggs",
  "wheat",
  "gluten",
  "soy",
  "fish",
  "shellfish",
  "sesame",
  "mustard",
  "celery",
  "strawberries",
  "kiwi",
  "penicillin",
  "ibuprofen",
  "aspirin",
  "latex",
  "bees",
  "wasps",
  "pollen",
  "dust",
  "cats",
  "dogs",
]);

/** Sentences about the person that the guardian can choose; others are typed. */
export const ABOUT = Object.freeze(["autistic", "down-syndrome", "learning", "speech"]);

/** Raised for an entry that cannot be stored. `reason` is a text key with the values `values`. */
export class EntryError extends Error {
  /** @param {string} reason @param {Record<string, string | number>} [values] */
  constructor(reason, values = {}) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}

/** @returns {Page[]} */
export function fixedPages() {
  return Object.entries(FIXED).map(([id, keys]) => ({
    id,
    label: "",
    symbol: id,
    photo: null,
    hidden: false,
    phrases: keys.map((key) => fixedPhrase(key)),
  }));
}

/** @param {string} key @returns {Phrase} */
function fixedPhrase(key) {
  return {
    id: key,
    fixed: key,
    label: "",
    text: "",
    symbol: key,
    photo: null,
    sound: null,
    link: null,
    hidden: DIAGNOSES.includes(key),
  };
}

/**
 * Stores the sentence about the person. A newly chosen diagnosis appears among the sentences for helpers, and the former
 * one is hidden.
 * @param {State} state @param {About} about
 */
export function chooseAbout(state, about) {
  const before = state.user.about.key;
  state.user.about = about;
  if (about.key === before) return;
  for (const phrase of state.pages.find((page) => page.id === "helpers")?.phrases ?? []) {
    if (phrase.fixed && phrase.fixed === before) phrase.hidden = true;
    if (phrase.fixed && phrase.fixed === about.key) phrase.hidden = false;
  }
}

/** @returns {Place} */
const noPlace = () => ({ address: "", position: null, start: "", steps: [] });

/** The state before any entry. @param {string} language @param {"metric" | "us"} units @returns {State} */
export function initialState(language, units) {
  return {
    version: 1,
    setupDone: false,
    entriesLost: false,
    user: {
      name: "",
      nameSound: null,
      about: { key: null, text: "" },
      home: noPlace(),
      school: noPlace(),
      contacts: [],
      allergies: [],
      noAllergies: false,
      conditions: { entries: [], none: false },
      medicines: { entries: [], none: false },
    },
    preferences: {
      language,
      voice: "female",
      theme: "blue",
      graphics: true,
      contactPrivacy: false,
      addressPrivacy: false,
      units,
      textSize: 100,
      holdTime: 0,
      ignoreRepeat: 300,
      dwellTime: 0,
      scanning: "off",
      scanPattern: "linear",
      scanInterval: 1500,
    },
    pages: fixedPages(),
    security: { password: null, recovery: null, attempts: { failures: 0, lastFailure: 0 } },
    map: { tiles: "", attribution: "", routing: "" },
    locationExplained: false,
  };
}

/**
 * Cleans text for storage: trims it, removes control and direction-override characters, and enforces the limit.
 * @param {unknown} text @param {number} limit characters
 */
export function cleaned(text, limit) {
  const plain = String(text ?? "")
    // deno-lint-ignore no-control-regex -- these characters are removed
    .replace(/[\u0000-\u0009\u000B-\u001F\u007F\u202A-\u202E\u2066-\u2069]/g, " ")
    .replace(/[^\S\n]+/g, " ")
    .trim();
  const characters = [...plain];
  if (characters.length > limit) throw new EntryError("entry.too-long", { limit, length: characters.length });
  return plain;
}

/** @param {Contact} contact @returns {Contact} */
export function cleanedContact(contact) {
  const result = {
    name: cleaned(contact.name, LIMITS.name),
    number: cleaned(contact.number, LIMITS.number),
    relation: cleaned(contact.relation, LIMITS.name),
  };
  if (!result.name && !result.number) throw new EntryError("entry.contact-empty");
  if (result.number && telephone(result.number) === null) {
    throw new EntryError("entry.number", { number: result.number });
  }
  return result;
}

/** The number for a `tel:` link, or null. @param {string} number */
export function telephone(number) {
  const digits = number.normalize("NFKC").replace(/[\s().\/\-–]/g, "");
  return /^\+?[0-9*#]{3,20}$/.test(digits) ? digits : null;
}

/** Information that strangers may see under the privacy settings. @param {State} state */
export function emergencyInfo({ user, preferences }) {
  return {
    name: user.name,
    allergies: user.allergies,
    contacts: preferences.contactPrivacy ? user.contacts.map(() => null) : user.contacts,
    places: preferences.addressPrivacy ? [] : /** @type {("home" | "school")[]} */ (["home", "school"]),
  };
}

/** Whether a place has any entry. @param {Place} place */
export function isEntered({ address, position, steps }) {
  return address !== "" || position !== null || steps.length > 0;
}

/** Entries that are still missing, as text keys. @param {State} state */
export function missingEntries({ user, security }) {
  /** @type {string[]} */
  const missing = [];
  if (!user.name) missing.push("missing.name");
  if (!user.home.address) missing.push("missing.home");
  if (!user.school.address) missing.push("missing.school");
  if (user.contacts.length === 0) missing.push("missing.contacts");
  if (user.allergies.length === 0 && !user.noAllergies) missing.push("missing.allergies");
  if (HEALTH.some((name) => user[name].entries.length === 0 && !user[name].none)) missing.push("missing.health");
  if (!security.password) missing.push("missing.password");
  return missing;
}

/** Whether there is no entry about the user. @param {State["user"]} user */
export function nothingEntered({ name, about, home, school, contacts, allergies, noAllergies, conditions, medicines }) {
  return !name && !about.key && !about.text && !home.address && !school.address && contacts.length === 0 &&
    allergies.length === 0 && !noAllergies &&
    [conditions, medicines].every(({ entries, none }) => entries.length === 0 && !none);
}

/** Moves an element of a list by one place. @template T @param {T[]} list @param {number} index @param {number} by */
export function moved(list, index, by) {
  const to = index + by;
  if (to < 0 || to >= list.length) return list;
  const result = [...list];
  [result[index], result[to]] = [result[to], result[index]];
  return result;
}

/** Ids of pictures and sounds that a state uses. @param {State} state @returns {Set<string>} */
export function mediaOf(state) {
  const { user, pages } = state;
  const ids = [
    user.nameSound,
    ...user.allergies.map((allergy) => allergy.sound),
    ...HEALTH.flatMap((name) => user[name].entries.map((entry) => entry.sound)),
    ...[user.home, user.school].flatMap((place) => place.steps.map((step) => step.photo)),
    ...pages.flatMap((page) => [page.photo, ...page.phrases.flatMap((phrase) => [phrase.photo, phrase.sound])]),
  ];
  return new Set(ids.filter((id) => id !== null));
}

/**
 * Repairs a stored or imported state: missing and mistyped values are reset to their initial values. Entries, pages and
 * phrases that earlier versions did not have are added, so version 1 reads the records of all of them.
 * @param {any} stored @param {State} initial @returns {State}
 */
export function repaired(stored, initial) {
  if (typeof stored !== "object" || stored === null || stored.version !== 1) return initial;
  const place = (/** @type {any} */ value) => ({
    address: string(value?.address),
    position: position(value?.position),
    start: string(value?.start),
    steps: list(value?.steps).map((step) => ({ text: string(step?.text), photo: id(step?.photo) })),
  });
  const health = (/** @type {any} */ value) => {
    const entries = list(value?.entries).map((entry) => ({ text: string(entry?.text), sound: id(entry?.sound) }))
      .filter((entry) => entry.text || entry.sound);
    return { entries, none: value?.none === true && entries.length === 0 };
  };
  const about = {
    key: [...ABOUT, "hidden"].includes(stored.user?.about?.key) ? stored.user.about.key : null,
    text: string(stored.user?.about?.text),
  };
  const preferences = { ...initial.preferences };
  for (const key of /** @type {(keyof Preferences)[]} */ (Object.keys(preferences))) {
    const value = stored.preferences?.[key];
    if (typeof value === typeof preferences[key]) /** @type {any} */ (preferences)[key] = value;
  }
  /** @type {[keyof Preferences, string[]][]} */
  const choices = [
    ["voice", ["female", "male"]],
    ["theme", ["blue", "green", "purple"]],
    ["units", ["metric", "us"]],
    ["scanning", ["off", "one", "two"]],
    ["scanPattern", ["linear", "rows"]],
  ];
  for (const [key, values] of choices) {
    if (!values.includes(String(preferences[key]))) {
      /** @type {any} */ (preferences)[key] = initial.preferences[key];
    }
  }
  const pages = list(stored.pages).filter((page) => typeof page?.id === "string").map(repairedPage);
  for (const fixed of fixedPages()) {
    for (const phrase of fixed.phrases) if (phrase.fixed === about.key) phrase.hidden = false;
    const page = pages.find((page) => page.id === fixed.id);
    if (!page) pages.push(fixed);
    else {
      const known = new Set(page.phrases.map((phrase) => phrase.id));
      page.phrases.push(...fixed.phrases.filter((phrase) => !known.has(phrase.id)));
    }
  }
  return {
    version: 1,
    setupDone: stored.setupDone === true,
    entriesLost: stored.entriesLost === true,
    user: {
      name: string(stored.user?.name),
      nameSound: id(stored.user?.nameSound),
      about,
      home: place(stored.user?.home),
      school: place(stored.user?.school),
      contacts: list(stored.user?.contacts).map((contact) => ({
        name: string(contact?.name),
        number: string(contact?.number),
        relation: string(contact?.relation),
      })),
      allergies: list(stored.user?.allergies).map((allergy) => ({
        key: ALLERGENS.includes(allergy?.key) ? allergy.key : null,
        text: string(allergy?.text),
        sound: id(allergy?.sound),
      })),
      noAllergies: stored.user?.noAllergies === true,
      conditions: health(stored.user?.conditions),
      medicines: health(stored.user?.medicines),
    },
    preferences,
    pages,
    security: {
      password: secret(stored.security?.password),
      recovery: secret(stored.security?.recovery),
      attempts: {
        failures: Number(stored.security?.attempts?.failures) || 0,
        lastFailure: Number(stored.security?.attempts?.lastFailure) || 0,
      },
    },
    map: {
      tiles: string(stored.map?.tiles),
      attribution: string(stored.map?.attribution),
      routing: string(stored.map?.routing),
    },
    locationExplained: stored.locationExplained === true,
  };
}

/** @param {any} page @returns {Page} */
function repairedPage(page) {
  return {
    id: page.id,
    label: string(page.label),
    symbol: id(page.symbol),
    photo: id(page.photo),
    hidden: page.hidden === true,
    grid: page.grid ?? null,
    ext: page.ext ?? {},
    phrases: list(page.phrases).filter((phrase) => typeof phrase?.id === "string").map((phrase) => ({
      id: phrase.id,
      fixed: id(phrase.fixed),
      label: string(phrase.label),
      text: string(phrase.text),
      symbol: id(phrase.symbol),
      photo: id(phrase.photo),
      sound: id(phrase.sound),
      link: id(phrase.link),
      hidden: phrase.hidden === true,
      ext: renamed(phrase.ext ?? {}),
    })),
  };
}

/** Restores the format's names of colors, which earlier versions stored under other names. @param {any} ext */
function renamed({ ext_background_color, ext_border_color, ...ext }) {
  return {
    ...(ext_background_color ? { background_color: ext_background_color } : {}),
    ...(ext_border_color ? { border_color: ext_border_color } : {}),
    ...ext,
  };
}

const string = (/** @type {unknown} */ value) => typeof value === "string" ? value : "";
const id = (/** @type {unknown} */ value) => typeof value === "string" && value !== "" ? value : null;
const list = (/** @type {unknown} */ value) => /** @type {any[]} */ (Array.isArray(value) ? value : []);

/** @param {any} value @returns {Position | null} */
function position(value) {
  return Number.isFinite(value?.lat) && Number.isFinite(value?.lon) ? { lat: value.lat, lon: value.lon } : null;
}

/** @param {any} value @returns {SecretHash | null} */
function secret(value) {
  return typeof value?.salt === "string" && typeof value?.hash === "string" && Number.isInteger(value?.iterations)
    ? { salt: value.salt, hash: value.hash, iterations: value.iterations }
    : null;
}
