/**
 * The full-screen player of F12: Back at the top left, the timeline at the top, play and pause at the bottom.
 * @module
 */
import { mediaUrl } from "../modules/api.js";
import { button, h } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { strengthAt } from "../modules/intensity.js";
import { setVolume } from "../modules/media.js";

/** Milliseconds until the controls hide. */
export const CONTROLS_HIDE = 4000;

/**
 * @param {import("../modules/app.js").App} app @param {HTMLElement} parent
 * @param {import("../modules/experience.js").Trigger} trigger @param {number} step
 * @param {(ended: boolean) => void} closed
 */
export function playVideo(app, parent, trigger, step, closed) {
  const { t } = app;
  const video = h("video", { src: mediaUrl(trigger.media ?? ""), playsinline: true, preload: "auto" });
  const strength = () => strengthAt(trigger.intensity, step, video.duration);
  let ended = false;
  let hiding = 0;
  let open = true;

  const timeline = h("input", {
    type: "range",
    class: "timeline",
    min: "0",
    max: "1000",
    step: "1",
    value: "0",
    "aria-label": t("child.timeline"),
    oninput: () => {
      if (video.duration) video.currentTime = timeline.value / 1000 * length();
      show();
    },
  });
  const length = () => strength().seconds ?? video.duration;
  const toggle = button("pause", t("child.pause"), () => {
    if (video.paused) video.play().catch(() => undefined);
    else video.pause();
    show();
  }, { class: "plain toggle" });
  const back = button("back", t("child.back"), () => close(), { class: "plain" });
  const message = h("p", { class: "loading", role: "status" });
  const element = h(
    "div",
    {
      class: "player",
      role: "dialog",
      "aria-modal": "true",
      "aria-label": trigger.name || t("view.video"),
      tabindex: "-1",
      "data-arrows": true,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        show();
        if (event.key === "Escape") close();
      },
      onfocusin: () => show(),
    },
    video,
    message,
    h("div", { class: "controls top" }, back, timeline),
    h("div", { class: "controls bottom" }, toggle),
  );
  // While the controls are hidden, a press only shows them. Showing them on focus would be too early for the click.
  let hiddenAtPress = false;
  element.addEventListener("pointerdown", () => hiddenAtPress = element.dataset.controls === "hidden", true);
  element.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (hiddenAtPress && event.detail > 0) {
      event.stopPropagation();
      event.preventDefault();
    }
    hiddenAtPress = false;
    show();
  }, true);

  function show() {
    element.dataset.controls = "shown";
    clearTimeout(hiding);
    hiding = setTimeout(() => {
      if (open && !video.paused) element.dataset.controls = "hidden";
    }, CONTROLS_HIDE);
  }

  function update() {
    const symbol = video.paused ? "play" : "pause";
    toggle.replaceChildren(icon(symbol), h("span", { class: "label" }, t(`child.${symbol}`)));
  }

  function end() {
    video.pause();
    ended = true;
    clearTimeout(hiding);
    element.dataset.controls = "shown";
    back.focus();
  }

  function close() {
    if (!open) return;
    open = false;
    clearTimeout(hiding);
    video.pause();
    video.removeAttribute("src");
    video.load();
    element.remove();
    closed(ended);
  }

  video.addEventListener("loadedmetadata", () => setVolume(video, strength().volume));
  video.addEventListener("timeupdate", () => {
    if (video.duration) timeline.value = String(Math.round(video.currentTime / length() * 1000));
    const { seconds } = strength();
    if (seconds !== null && !video.paused && video.currentTime >= seconds) end();
  });
  video.addEventListener("play", update);
  video.addEventListener("pause", update);
  video.addEventListener("ended", end);
  video.addEventListener("error", () => {
    if (open) message.textContent = t("child.no_video");
  });
  parent.append(element);
  element.focus();
  video.play().catch(() => update());
  show();
  return { close };
}
