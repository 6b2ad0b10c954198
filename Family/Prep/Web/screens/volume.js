/**
 * The volume page: an adult sets the device to "quiet conversation" once (REQ2).
 * @module
 */
import { button, h, linkButton } from "../modules/dom.js";
import { icon } from "../modules/icons.js";

/** Root mean square of the sound: about −30 LUFS, like all sounds of Prep. */
const LEVEL = 0.032;

/** A soft, steady noise like a voice in the next room, which fades in and out within a second. @param {AudioContext} context */
function murmur(context) {
  const seconds = 4;
  const buffer = context.createBuffer(1, seconds * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let low = 0;
  let sum = 0;
  for (let index = 0; index < samples.length; index++) {
    low += 0.06 * (Math.random() * 2 - 1 - low);
    samples[index] = low;
    sum += low * low;
  }
  const scale = LEVEL / Math.sqrt(sum / samples.length);
  for (let index = 0; index < samples.length; index++) samples[index] *= scale;
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.loop = true;
  return source;
}

/** @param {import("../modules/app.js").App} app @returns {Promise<import("../modules/app.js").Screen>} */
export function volume(app) {
  const { t } = app;
  /** @type {{context: AudioContext, gain: GainNode} | null} */
  let sounding = null;
  const stop = () => {
    sounding?.context.close();
    sounding = null;
    show();
  };
  const toggle = button("play", t("play"), () => {
    if (sounding) return stop();
    const context = new AudioContext();
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, context.currentTime);
    gain.gain.linearRampToValueAtTime(1, context.currentTime + 1);
    const source = murmur(context);
    source.connect(gain).connect(context.destination);
    source.start();
    sounding = { context, gain };
    show();
  }, { class: "main", "aria-pressed": "false" });
  const show = () => {
    toggle.setAttribute("aria-pressed", String(sounding !== null));
    toggle.replaceChildren(
      icon(sounding ? "stop" : "play"),
      h("span", { class: "label" }, t(sounding ? "record.stop" : "play")),
    );
  };
  const element = h(
    "main",
    { class: "page narrow" },
    h("div", { class: "bar" }, h("h1", {}, t("volume.title")), linkButton("back", t("back"), "/prep/settings")),
    h("section", { class: "box" }, h("p", {}, t("volume.hint")), h("div", { class: "row" }, toggle)),
  );
  return Promise.resolve({ element, title: t("volume.title"), release: stop });
}
