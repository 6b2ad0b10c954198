/**
 * Plays recorded clips from memory through one audio element, which the first touch unlocks; iOS requires both.
 * @module
 */
import { wav, withoutSilentStart } from "./loudness.js";

/** @typedef {import("./sentences.js").Part} Part */
/** @typedef {import("./board.js").Media} Media */

/** Sample rate of the recorded clips. */
const RATE = 24_000;

/**
 * An MP3 clip as uncompressed sound that begins at once. If this browser cannot decode it here, the element plays the
 * file itself.
 * @param {ArrayBuffer} mp3
 */
async function playable(mp3) {
  try {
    const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(mp3.slice(0));
    return new Blob([wav(withoutSilentStart(decoded.getChannelData(0), RATE), RATE)], { type: "audio/wav" });
  } catch {
    return new Blob([mp3], { type: "audio/mpeg" });
  }
}

/** The address of a sound that begins sooner than a blob's, which browsers read in several steps. @param {Blob} sound
 * @returns {Promise<string>} */
function dataUrl(sound) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(/** @type {string} */ (reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(sound);
  });
}

export class Speech {
  /** @param {{media: (id: string) => Promise<Media | undefined>, notice: (key: string) => void}} options */
  constructor({ media, notice }) {
    this.media = media;
    this.notice = notice;
    this.audio = document.createElement("audio");
    this.audio.id = "voice";
    this.audio.preload = "auto";
    document.body.append(this.audio);
    /** @type {Map<string, string>} clip paths and sound ids to URLs in memory */
    this.urls = new Map();
    this.turn = 0;
    /** Ends the wait for the current clip. */
    this.cancel = () => {};
    this.voice = "female";
    this.language = "en";
    /** @type {string[]} */
    this.keys = [];
    globalThis.speechSynthesis?.getVoices(); // The first call makes browsers load their voices.
    const session = /** @type {any} */ (navigator).audioSession;
    if (session) session.type = "playback"; // Also plays with the ringer switched off.
    const unlock = () => {
      for (const type of ["pointerup", "keyup", "click"]) document.removeEventListener(type, unlock, true);
      if (this.audio.src) return;
      this.audio.src = URL.createObjectURL(new Blob([wav(new Float32Array(RATE / 100), RATE)], { type: "audio/wav" }));
      this.audio.play().catch(() => undefined); // If this is not allowed yet, the next touch plays a clip directly.
    };
    for (const type of ["pointerup", "keyup", "click"]) document.addEventListener(type, unlock, true);
  }

  /** Sets the voice and the sentences to keep in memory. @param {string} language @param {string} voice
   * @param {string[]} keys */
  use(language, voice, keys) {
    this.language = language;
    this.voice = voice;
    this.keys = keys;
  }

  /** Loads the sentences of the chosen voice into memory. */
  async load() {
    await Promise.all(this.keys.map((key) => this.#clip(key).catch(() => undefined))); // Reported when the clip is played.
  }

  /** @param {string} key @param {string} [voice] */
  async #clip(key, voice = this.voice) {
    const path = `voices/${this.language}/${voice}/${key}.mp3`;
    const known = this.urls.get(path);
    if (known) return known;
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const url = await dataUrl(await playable(await response.arrayBuffer()));
    this.urls.set(path, url);
    return url;
  }

  /** @param {string} id */
  async #sound(id) {
    const known = this.urls.get(id);
    if (known) return known;
    const item = await this.media(id);
    if (!item) throw new Error("a recorded sound is missing");
    const url = URL.createObjectURL(new Blob([item.bytes], { type: item.type }));
    this.urls.set(id, url);
    return url;
  }

  /** The URL of a part, or a promise of it if the clip is not in memory yet. @param {Part} part @param {string} [voice] */
  #url(part, voice) {
    if ("clip" in part) {
      return this.urls.get(`voices/${this.language}/${voice ?? this.voice}/${part.clip}.mp3`) ??
        this.#clip(part.clip, voice);
    }
    return "media" in part ? this.urls.get(part.media) ?? this.#sound(part.media) : "";
  }

  /**
   * Stops the current speech and speaks the parts one after the other.
   * @param {Part[]} parts @param {Record<string, string>} say texts of the clips, for a device voice if a clip is missing
   */
  async speak(parts, say) {
    this.cancel();
    const turn = ++this.turn;
    globalThis.speechSynthesis?.cancel();
    let silent = false;
    for (const part of parts) {
      if (turn !== this.turn) return;
      if ("text" in part) {
        silent = !(await this.#device(part.text)) || silent;
        continue;
      }
      const played = await this.#play(part) ||
        ("clip" in part && await this.#play(part, this.voice === "male" ? "female" : "male"));
      if (!played && turn === this.turn) {
        this.notice("speech.missing");
        if ("clip" in part) await this.#device(say[part.clip], false);
        else silent = true;
      }
    }
    // A listener must not take a list for complete while a part of it was not spoken.
    if (silent && turn === this.turn) await this.#play({ clip: "read" });
  }

  stop() {
    this.cancel();
    this.turn += 1;
    this.audio.pause();
    globalThis.speechSynthesis?.cancel();
  }

  /** @param {Part} part @param {string} [voice] @returns {Promise<boolean>} false when it cannot be played */
  async #play(part, voice) {
    const turn = this.turn;
    let url = this.#url(part, voice);
    if (typeof url !== "string") {
      try {
        url = await url;
      } catch {
        return false;
      }
      if (turn !== this.turn) return true;
    }
    this.audio.src = url;
    /** @type {Promise<boolean>} */
    const ended = new Promise((resolve) => {
      const finish = (/** @type {boolean} */ played) => {
        this.audio.onended = null;
        this.audio.onerror = null;
        resolve(played);
      };
      this.audio.onended = () => finish(true);
      this.audio.onerror = () => finish(false);
      this.cancel = () => finish(true);
    });
    try {
      await this.audio.play();
    } catch (error) {
      if (turn !== this.turn) return true;
      if (error instanceof DOMException && error.name === "NotAllowedError") this.notice("speech.blocked");
      return error instanceof DOMException && error.name !== "NotSupportedError";
    }
    return await ended;
  }

  /**
   * A voice installed on this device. Network voices are never used: they would send the words to a server.
   * @returns {SpeechSynthesisVoice | undefined}
   */
  deviceVoice() {
    const voices = globalThis.speechSynthesis?.getVoices() ?? [];
    return voices.find((voice) => voice.localService && voice.lang.toLowerCase().startsWith(this.language));
  }

  /** Speaks typed text with a voice of this device, and returns whether there is one. @param {string} text */
  async #device(text, say = true) {
    const synthesis = globalThis.speechSynthesis;
    const voice = this.deviceVoice();
    if (!voice) {
      if (say) this.notice("speech.no-voice");
      return false;
    }
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    await new Promise((resolve) => {
      utterance.onend = resolve;
      utterance.onerror = resolve;
      synthesis.speak(utterance);
    });
    return true;
  }

  /** Releases the URL of a sound that was re-recorded. @param {string} id */
  forget(id) {
    const url = this.urls.get(id);
    if (url) URL.revokeObjectURL(url);
    this.urls.delete(id);
  }
}
