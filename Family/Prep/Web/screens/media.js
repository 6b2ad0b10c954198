/**
 * Media input: upload with progress, recording of sound and video.
 * @module
 */
import { api, mediaUrl } from "../modules/api.js";
import { ask, button, chooseFiles, h } from "../modules/dom.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").Media} Media */

const ACCEPT = { sound: "audio/*", video: "video/*" };
/** Maximum seconds of a recording. */
const LONGEST = 120;

/** Shows a dialog for as long as the work takes. @template T @param {App} app @param {string} title @param {(progress: (text: string, share: number) => void, signal: AbortSignal) => Promise<T>} work @returns {Promise<T | null>} null when it was canceled or failed */
export async function withProgress(app, title, work) {
  const { t } = app;
  const cancel = new AbortController();
  const bar = h("progress", { max: "1", value: "0", "aria-label": title });
  const text = h("p", { role: "status" }, title);
  const error = h("p", { class: "error", role: "alert" });
  const stop = button("no", t("cancel"), () => cancel.abort());
  const dialog = h(
    "dialog",
    { "aria-label": title, oncancel: (/** @type {Event} */ event) => (event.preventDefault(), cancel.abort()) },
    h("h2", { tabindex: "-1" }, title),
    text,
    bar,
    error,
    h("div", { class: "row" }, stop),
  );
  document.body.append(dialog);
  dialog.showModal();
  try {
    return await work((message, share) => {
      text.textContent = message;
      bar.value = share;
    }, cancel.signal);
  } catch (problem) {
    if (!cancel.signal.aborted) {
      if (!(problem instanceof Error && "code" in problem)) console.error(problem);
      error.textContent = app.explain(problem);
      bar.hidden = text.hidden = true;
      await new Promise((resolve) => stop.addEventListener("click", resolve));
    }
    return null;
  } finally {
    dialog.close();
    dialog.remove();
  }
}

/** Uploads a file and waits until the server prepared it. @param {App} app @param {"sound" | "video"} kind @param {Blob} file @returns {Promise<Media | null>} */
function upload(app, kind, file) {
  const { t } = app;
  return withProgress(app, t("upload.sending"), async (progress, signal) => {
    const job = await api.upload(kind, file, (share) => progress(t("upload.sending"), share / 2), signal);
    return api.finished(job, (share) => progress(t("upload.working"), 0.5 + share / 2), signal);
  });
}

/** @param {App} app @param {"sound" | "video"} kind @returns {Promise<Media | null>} */
async function fromFiles(app, kind) {
  const [file] = await chooseFiles(ACCEPT[kind]);
  return file ? await upload(app, kind, file) : null;
}

/** A sound or video from the device's files or recorded on the spot (F25). @param {App} app @param {"sound" | "video"} kind @returns {Promise<Media | null>} */
export async function soundOrVideo(app, kind) {
  const { t } = app;
  const answer = await ask(t(`record.title.${kind}`), [
    { value: "record", label: t(`record.${kind}`), symbol: "record", kind: "main" },
    { value: "files", label: t("record.choose"), symbol: "file" },
    { value: "cancel", label: t("cancel"), symbol: "no" },
  ]);
  if (answer === "files") return fromFiles(app, kind);
  if (answer !== "record") return null;
  const recording = await record(app, kind);
  return recording ? await upload(app, kind, recording) : null;
}

/** Records until the user stops, then shows a preview. @param {App} app @param {"sound" | "video"} kind @returns {Promise<Blob | null>} */
export async function record(app, kind) {
  const { t } = app;
  const back = [{ value: "back", label: t("back"), symbol: "back" }];
  if (!("MediaRecorder" in globalThis) || !navigator.mediaDevices) {
    await ask(t("record.none"), back);
    return null;
  }
  /** @type {MediaStream} */
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia(
      kind === "sound"
        ? { audio: true }
        : { audio: true, video: { facingMode: "environment", height: { ideal: 720 } } },
    );
  } catch (error) {
    await ask(t("record.refused", { reason: error instanceof Error ? error.name : "" }), back);
    return null;
  }
  const result = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => {
    new RecordDialog(app, kind, stream, resolve);
  });
  for (const track of stream.getTracks()) track.stop();
  return result;
}

class RecordDialog {
  /** @param {App} app @param {"sound" | "video"} kind @param {MediaStream} stream @param {(blob: Blob | null) => void} finished */
  constructor(app, kind, stream, finished) {
    this.t = app.t;
    this.kind = kind;
    this.stream = stream;
    this.finished = finished;
    /** @type {MediaRecorder | null} */
    this.recorder = null;
    this.clock = 0;
    this.url = "";
    this.content = h("div", { class: "stack" });
    this.dialog = h(
      "dialog",
      {
        "aria-label": this.t(`record.${kind}`),
        oncancel: (/** @type {Event} */ event) => (event.preventDefault(), this.#close(null)),
      },
      h("h2", {}, this.t(`record.${kind}`)),
      this.content,
    );
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.#wait();
  }

  #wait() {
    const { t } = this;
    this.content.replaceChildren(
      this.kind === "video" ? this.#picture() : h("span"),
      h(
        "div",
        { class: "row" },
        button("record", t("record.start"), () => this.#record(), { class: "main" }),
        button("no", t("cancel"), () => this.#close(null)),
      ),
    );
  }

  #picture() {
    const video = h("video", { class: "recording", playsinline: true });
    video.muted = true;
    video.srcObject = this.stream;
    video.play().catch(() => undefined);
    return video;
  }

  #record() {
    const { t } = this;
    /** @type {Blob[]} */
    const parts = [];
    const recorder = this.recorder = new MediaRecorder(this.stream);
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("stop", () => {
      clearInterval(this.clock);
      this.#check(new Blob(parts, { type: recorder.mimeType.split(";")[0] }));
    });
    recorder.start();
    const start = Date.now();
    const time = h("p", { class: "strong" }, t("record.running", { seconds: 0 }));
    this.clock = setInterval(() => {
      const seconds = Math.floor((Date.now() - start) / 1000);
      time.textContent = t("record.running", { seconds });
      if (seconds >= LONGEST && recorder.state === "recording") recorder.stop();
    }, 250);
    this.content.replaceChildren(
      this.kind === "video" ? this.#picture() : h("span"),
      time,
      h("div", { class: "row" }, button("stop", t("record.stop"), () => recorder.stop(), { class: "main" })),
    );
    this.content.querySelector("button")?.focus();
  }

  /** @param {Blob} blob */
  #check(blob) {
    if (!this.dialog.open) return;
    const { t } = this;
    URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(blob);
    this.content.replaceChildren(
      h("p", {}, t("record.listen")),
      h(this.kind === "sound" ? "audio" : "video", {
        class: "recording",
        src: this.url,
        controls: true,
        playsinline: true,
      }),
      h(
        "div",
        { class: "row" },
        button("yes", t("record.use"), () => this.#close(blob), { class: "main" }),
        button("redo", t("record.again"), () => this.#wait()),
        button("no", t("cancel"), () => this.#close(null)),
      ),
    );
  }

  /** @param {Blob | null} blob */
  #close(blob) {
    clearInterval(this.clock);
    this.dialog.close();
    this.dialog.remove();
    if (this.recorder?.state === "recording") this.recorder.stop();
    URL.revokeObjectURL(this.url);
    this.finished(blob);
  }
}

/** Plays a sound or video in a dialog (F27). @param {App} app @param {import("../modules/experience.js").Trigger} trigger */
export async function previewMedia(app, trigger) {
  const { t } = app;
  const player = h(trigger.kind === "sound" ? "audio" : "video", {
    class: "recording",
    src: mediaUrl(trigger.media ?? ""),
    controls: true,
    playsinline: true,
  });
  const answer = ask(trigger.name, [{ value: "back", label: t("back"), symbol: "back" }], [player]);
  player.play().catch(() => undefined);
  await answer;
  player.pause();
}
