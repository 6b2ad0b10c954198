/**
 * Plays one sound or story at a time, with a soft start, at the volume and length of the visit.
 * @module
 */
import { mediaUrl } from "./api.js";
import { strengthAt } from "./intensity.js";

/** @typedef {import("./experience.js").Trigger} Trigger */

/** @type {AudioContext | null} */
let context = null;

/** Sets the loudness of an element, also on iPads, where its own volume cannot be set. @param {HTMLMediaElement} element @param {number} volume */
export function setVolume(element, volume) {
  element.volume = volume;
  if (Math.abs(element.volume - volume) < 0.01) return;
  context ??= new AudioContext();
  context.resume();
  const gain = context.createGain();
  gain.gain.value = volume;
  context.createMediaElementSource(element).connect(gain).connect(context.destination);
}

/** A sound that is played, paused and resumed by the same button (F11). */
export class Sound {
  /** @param {Trigger} trigger @param {number} step @param {(sound: Sound) => void} changed @param {(sound: Sound) => void} ended */
  constructor(trigger, step, changed, ended) {
    this.trigger = trigger;
    this.step = step;
    this.changed = changed;
    this.ended = ended;
    this.prepared = false;
    this.failed = false;
    this.element = new Audio();
    this.element.preload = "auto";
    this.element.src = mediaUrl(trigger.media ?? "");
    this.element.addEventListener("ended", () => this.#end());
    this.element.addEventListener("timeupdate", () => {
      const { seconds } = this.strength;
      if (seconds !== null && !this.element.paused && this.element.currentTime >= seconds) this.#end();
    });
    this.element.addEventListener("error", () => {
      this.failed = true;
      this.changed(this);
    });
  }

  get playing() {
    return !this.element.paused && !this.element.ended;
  }

  get strength() {
    return strengthAt(this.trigger.intensity, this.step, this.element.duration);
  }

  async play() {
    if (!this.prepared) setVolume(this.element, this.strength.volume);
    this.prepared = true;
    try {
      const started = this.element.play();
      this.changed(this);
      await started;
    } catch (error) {
      // A pause before the start is not an error.
      this.failed = !(error instanceof DOMException && error.name === "AbortError");
    }
    this.changed(this);
  }

  pause() {
    this.element.pause();
    this.changed(this);
  }

  release() {
    this.element.pause();
    this.element.removeAttribute("src");
    this.element.load();
  }

  #end() {
    this.element.pause();
    this.element.currentTime = 0;
    this.changed(this);
    this.ended(this);
  }
}

/** Reads stories aloud, with the recording if there is one, or else with a voice of the device. */
export class Reader {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {HTMLAudioElement | null} */
    this.recording = null;
    this.reading = false;
  }

  /** Whether this story can be read aloud here. @param {{narration?: string}} panorama */
  canRead(panorama) {
    return Boolean(panorama.narration) || "speechSynthesis" in globalThis;
  }

  /** @param {{story: string, narration?: string}} panorama @param {string} language */
  read(panorama, language) {
    this.stop();
    this.reading = true;
    const finished = () => {
      this.reading = false;
      this.changed();
    };
    if (panorama.narration) {
      this.recording = new Audio(mediaUrl(panorama.narration));
      this.recording.onended = this.recording.onerror = finished;
      this.recording.play().catch(finished);
    } else {
      const utterance = new SpeechSynthesisUtterance(panorama.story);
      utterance.lang = language;
      utterance.rate = 0.9;
      // Network voices would send the text to a server.
      const local = speechSynthesis.getVoices().filter((voice) => voice.localService);
      const voice = local.find((voice) => voice.lang.startsWith(language));
      if (!voice) return finished();
      utterance.voice = voice;
      utterance.onend = utterance.onerror = finished;
      speechSynthesis.speak(utterance);
    }
    this.changed();
  }

  stop() {
    if (this.recording) {
      this.recording.onended = this.recording.onerror = null;
      this.recording.pause();
    }
    this.recording = null;
    globalThis.speechSynthesis?.cancel();
    this.reading = false;
    this.changed();
  }
}
