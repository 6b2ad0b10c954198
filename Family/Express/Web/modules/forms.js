/**
 * Fields of the guardian's forms: labeled inputs, choices, photos and voice recordings.
 * @module
 */
import { chooseFile, h } from "./dom.js";
import { leveled, wav } from "./loudness.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./board.js").Media} Media */

let count = 0;
const RATE = 24_000;
const LONGEST_RECORDING = 15_000;

/** A labeled input. @param {string} label @param {HTMLElement} input @param {string} [hint] */
export function field(label, input, hint) {
  input.id ||= `field-${++count}`;
  if (hint) input.setAttribute("aria-describedby", `${input.id}-hint`);
  return h(
    "div",
    { class: "field" },
    h("label", { for: input.id }, label),
    input,
    hint && h("p", { class: "hint", id: `${input.id}-hint` }, hint),
  );
}

/** @param {string} value @param {Record<string, any>} [properties] */
export function line(value, properties = {}) {
  return h("input", { type: "text", autocomplete: "off", dir: "auto", ...properties, value });
}

/** @param {string} value @param {Record<string, any>} [properties] */
export function lines(value, properties = {}) {
  return h("textarea", { rows: "3", autocomplete: "off", dir: "auto", ...properties, value });
}

/** Empties an error message when one of the fields changes. @param {HTMLElement} error @param {...HTMLElement} inputs */
export function clearedByInput(error, ...inputs) {
  for (const input of inputs) input.addEventListener("input", () => error.textContent = "");
}

/**
 * Watches the fields for changes to text, choices, and buttons other than Save.
 * @param {HTMLElement[]} content @returns {() => boolean}
 */
export function watched(content) {
  let changed = false;
  for (const part of content) {
    part.addEventListener("input", () => changed = true);
    part.addEventListener("click", ({ target }) => {
      const pressed = /** @type {Element} */ (target).closest("button");
      if (pressed && pressed.id !== "save") changed = true;
    });
  }
  return () => changed;
}

/** Radio buttons as large choices. @param {string} legend @param {{value: string, label: string}[]} choices
 * @param {string} value @param {(value: string) => void} changed */
export function choice(legend, choices, value, changed) {
  const name = `choice-${++count}`;
  return h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, legend),
    choices.map((item) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name,
          value: item.value,
          checked: item.value === value,
          onchange: () => changed(item.value),
        }),
        h("span", {}, item.label),
      )
    ),
  );
}

/** A switch. @param {string} label @param {boolean} value @param {(value: boolean) => void} changed @param {string} [hint] */
export function toggle(label, value, changed, hint) {
  const input = h("input", {
    type: "checkbox",
    role: "switch",
    checked: value,
    onchange: () => changed(input.checked),
  });
  return h(
    "div",
    { class: "toggle" },
    h("label", {}, input, h("span", {}, label)),
    hint && h("p", { class: "hint" }, hint),
  );
}

/** @param {string | import("./dom.js").Child[]} label @param {(event: Event) => unknown} pressed @param {string} [kind]
 * @param {Record<string, any>} [more] */
export function button(label, pressed, kind = "plain", more = {}) {
  return h("button", { type: "button", class: kind, onclick: pressed, ...more }, label);
}

/**
 * Lets the guardian take or choose a photo, and shrinks it for storage.
 * @param {App} app @param {string | null} id @param {(id: string | null, media: Media | null) => void} changed
 */
export function photo(app, id, changed) {
  const image = h("img", { class: "photo", alt: app.t("photo.chosen"), hidden: true });
  const note = h("p", { class: "hint", role: "status" });
  const remove = button(app.t("photo.remove"), () => {
    image.hidden = true;
    remove.hidden = true;
    changed(null, null);
  });
  remove.hidden = true;
  const show = (/** @type {Media} */ media) => {
    image.src = URL.createObjectURL(new Blob([media.bytes], { type: media.type }));
    image.hidden = false;
    remove.hidden = false;
  };
  if (id) app.media(id).then((media) => media ? show(media) : note.textContent = app.t("photo.lost"));
  const choose = button(app.t("photo.choose"), async () => {
    const file = await chooseFile("image/*");
    if (!file) return;
    try {
      const media = await small(file);
      note.textContent = "";
      show(media);
      changed(app.newId(), media);
    } catch {
      note.textContent = app.t("photo.unreadable", { name: file.name.slice(0, 60) });
    }
  });
  return h("div", { class: "field" }, image, h("div", { class: "row" }, choose, remove), note);
}

/** @param {Blob} file @returns {Promise<Media>} */
async function small(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, 720 / Math.max(bitmap.width, bitmap.height));
  const canvas = h("canvas", {
    width: Math.max(1, Math.round(bitmap.width * scale)),
    height: Math.max(1, Math.round(bitmap.height * scale)),
  });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.82));
  if (!blob) throw new Error("no picture");
  return { type: "image/jpeg", bytes: new Uint8Array(await blob.arrayBuffer()) };
}

/**
 * Records a voice, normalizes its loudness, and plays it back.
 * @param {App} app @param {string | null} id @param {(id: string | null, media: Media | null) => void} changed
 */
export function recording(app, id, changed) {
  const note = h("p", { class: "hint", role: "status" }, id ? app.t("record.there") : app.t("record.none"));
  /** @type {MediaRecorder | null} */
  let recorder = null;
  /** @type {string | null} */
  let url = null;
  const listen = button(app.t("record.listen"), async () => {
    if (url === null && id) {
      const media = await app.media(id);
      if (media) url = URL.createObjectURL(new Blob([media.bytes], { type: media.type }));
    }
    if (url === null) return note.textContent = app.t("record.lost");
    app.speech.stop();
    app.speech.audio.src = url;
    await app.speech.audio.play();
  });
  const remove = button(app.t("record.remove"), () => {
    listen.hidden = true;
    remove.hidden = true;
    note.textContent = app.t("record.none");
    changed(null, null);
  });
  listen.hidden = id === null;
  remove.hidden = id === null;
  const record = button(app.t("record.start"), async () => {
    if (recorder) return recorder.stop();
    /** @type {MediaStream} */
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch (error) {
      const refused = error instanceof DOMException && error.name === "NotAllowedError";
      note.textContent = app.t(refused ? "record.refused" : "record.no-microphone");
      return;
    }
    /** @type {Blob[]} */
    const parts = [];
    const own = recorder = new MediaRecorder(stream);
    const limit = setTimeout(() => own.state === "recording" && own.stop(), LONGEST_RECORDING);
    own.ondataavailable = ({ data }) => parts.push(data);
    own.onstop = async () => {
      clearTimeout(limit);
      stream.getTracks().forEach((track) => track.stop());
      recorder = null;
      record.textContent = app.t("record.again");
      try {
        const encoded = await new Blob(parts, { type: own.mimeType }).arrayBuffer();
        const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(encoded);
        const samples = leveled(decoded.getChannelData(0), RATE);
        if (!samples) return note.textContent = app.t("record.silent");
        const media = { type: "audio/wav", bytes: wav(samples, RATE) };
        if (url) URL.revokeObjectURL(url);
        url = URL.createObjectURL(new Blob([media.bytes], { type: media.type }));
        note.textContent = app.t("record.done");
        listen.hidden = false;
        remove.hidden = false;
        changed(app.newId(), media);
      } catch {
        note.textContent = app.t("record.failed");
      }
    };
    own.start();
    record.textContent = app.t("record.stop");
    note.textContent = app.t("record.running");
  });
  return h("div", { class: "field" }, h("div", { class: "row" }, record, listen, remove), note);
}
