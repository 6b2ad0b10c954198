/**
 * New panoramas: upload, "Keep this panorama?" (F20), and faces of the own family, which may stay sharp (N3).
 * @module
 */
import { api, ApiError } from "../modules/api.js";
import { ask, chooseFiles, h } from "../modules/dom.js";
import { Look } from "../modules/look.js";
import { createRenderer, loadPanorama } from "../modules/panorama.js";
import { withProgress } from "./media.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").Media} Media */
/** @typedef {import("../modules/api.js").Faces} Faces */
/** @typedef {import("../modules/api.js").Region} Region */
/** @typedef {{media: Media, blurred: Region[], kept: boolean}} Made */
/** Makes the panorama, given what is known about its faces. @typedef {(faces: Faces, progress: (text: string, share: number) => void, signal: AbortSignal) => Promise<Media | null>} Work */

const ACCEPT = "image/*,.heic,.heif";
/** Part of the picture around a blurred face, as a multiple of its size and at least this many degrees. */
const AROUND = 3;
const AROUND_LEAST = 24;
/** Side of a face's picture in pixels. */
const SIDE = 144;

/** A panorama of a file that the person chooses; null when canceled or failed. @param {App} app @returns {Promise<Made | null>} */
export async function panoramaFromFile(app) {
  const { t } = app;
  const [file] = await chooseFiles(ACCEPT);
  if (!file) return null;
  return await makePanorama(app, t("upload.sending"), async (faces, progress, signal) => {
    const job = await api.upload("panorama", file, (share) => progress(t("upload.sending"), share / 2), signal, faces);
    return api.finished(job, (share) => progress(t("upload.working"), 0.5 + share / 2), signal);
  });
}

/**
 * Makes a panorama and asks whether to keep it. It is made again if the person confirms faces of the own family: the
 * server keeps no sharp copy.
 * @param {App} app @param {string} title @param {Work} work @returns {Promise<Made | null>} null when canceled or failed
 */
export async function makePanorama(app, title, work) {
  /** @type {Region[]} */
  let own = [];
  let media = await make(app, title, {}, work);
  while (media) {
    const blurred = await api.blurred(media.id).catch(() => []);
    const answer = await keep(app, media, blurred);
    if (answer !== "faces") return { media, blurred, kept: answer === "keep" };
    const chosen = await chooseFaces(app, media, blurred);
    if (chosen.length === 0) continue;
    const again = await make(app, title, { own: [...own, ...chosen] }, work);
    // Without the new picture the person still decides about the one that is there.
    if (!again) continue;
    own = [...own, ...chosen];
    media = again;
  }
  return null;
}

/** Asks for an adult's word where the server cannot look for faces. @param {App} app @param {string} title @param {Faces} faces @param {Work} work @returns {Promise<Media | null>} */
async function make(app, title, faces, work) {
  let unchecked = false;
  const media = await withProgress(app, title, async (progress, signal) => {
    try {
      return await work(faces, progress, signal);
    } catch (error) {
      unchecked = error instanceof ApiError && error.code === "faces_unavailable" && !faces.none;
      if (unchecked) return null;
      throw error;
    }
  });
  if (!unchecked) return media;
  return await confirmNoPeople(app) ? await make(app, title, { none: true }, work) : null;
}

/** Asks an adult to confirm that pictures show no people. @param {App} app */
export async function confirmNoPeople(app) {
  return await ask(app.t("faces.unchecked"), [
    { value: "none", label: app.t("faces.none"), symbol: "yes", kind: "main" },
    { value: "cancel", label: app.t("cancel"), symbol: "no" },
  ], [h("p", {}, app.t("faces.unchecked_hint"))]) === "none";
}

/** "Keep this panorama?", with the panorama to look around in. @param {App} app @param {Media} media @param {Region[]} blurred @returns {Promise<string>} "keep", "faces" or "discard" */
async function keep(app, media, blurred) {
  const { t } = app;
  const load = async () => {
    const bitmap = await loadPanorama(media.id, renderer.widest);
    renderer.setImage(bitmap);
    bitmap.close();
    stage.dataset.shown = media.id;
    look.refresh();
  };
  const renderer = createRenderer(() => load().catch(() => undefined));
  const stage = h(
    "div",
    { class: "stage", tabindex: "0", role: "application", "aria-label": t("view.stage") },
    renderer.canvas,
  );
  const look = new Look(stage, (camera) => renderer.draw(camera));
  load().catch(() => undefined);
  const answer = await ask(t("edit.keep_question"), [
    { value: "keep", label: t("edit.keep_yes"), symbol: "yes", kind: "main" },
    ...(blurred.length ? [{ value: "faces", label: t("faces.show"), symbol: "heart" }] : []),
    { value: "discard", label: t("edit.keep_no"), symbol: "no" },
  ], [
    h("div", { class: "kept" }, stage),
    blurred.length > 0 && h("p", { class: "quiet" }, t("faces.blurred", { count: blurred.length })),
  ]);
  look.release();
  renderer.release();
  return answer;
}

/** Lets the person confirm faces of the own family. @param {App} app @param {Media} media @param {Region[]} blurred @returns {Promise<Region[]>} */
async function chooseFaces(app, media, blurred) {
  const { t } = app;
  const bitmap = await loadPanorama(media.id, 4096).catch(() => null);
  const choices = blurred.map((region, index) => ({
    region,
    box: h("input", { type: "checkbox", "aria-label": t("faces.face", { number: index + 1 }) }),
    picture: bitmap ? cutOut(bitmap, region) : null,
  }));
  bitmap?.close();
  const answer = await ask(t("faces.question"), [
    { value: "show", label: t("faces.show_chosen"), symbol: "view", kind: "main" },
    { value: "back", label: t("faces.leave"), symbol: "back" },
  ], [
    h("p", {}, t("faces.hint")),
    h(
      "div",
      { class: "people" },
      choices.map(({ box, picture }, index) =>
        h(
          "label",
          { class: "person" },
          picture,
          h("span", { class: "check" }, box, t("faces.face", { number: index + 1 })),
        )
      ),
    ),
  ]);
  return answer === "show" ? choices.filter(({ box }) => box.checked).map(({ region }) => region) : [];
}

/** The surroundings of a face, by which the family recognizes it. @param {ImageBitmap} bitmap @param {Region} region @returns {HTMLCanvasElement} */
function cutOut(bitmap, { yaw, pitch, width, height }) {
  const span = Math.min(120, Math.max(AROUND_LEAST, AROUND * Math.max(width, height)));
  const pixels = bitmap.width / 360;
  const left = (yaw + 180 - span / 2) * pixels;
  const top = (90 - pitch - span / 2) * pixels;
  const canvas = h("canvas", { width: SIDE, height: SIDE, "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  const scale = SIDE / (span * pixels);
  // The picture continues beyond its edges; the copies overlap by a pixel, which leaves no line between them.
  for (const turn of [bitmap.width, 0, -bitmap.width]) {
    const x = Math.floor((turn - left) * scale);
    context?.drawImage(bitmap, x, -top * scale, Math.ceil(bitmap.width * scale) + 1, bitmap.height * scale);
  }
  return canvas;
}
