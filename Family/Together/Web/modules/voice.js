/**
 * Reads sentences with a voice of this device, or else the server's. No text leaves the family's machines.
 * @module
 */

/** @typedef {{speak: (text: string) => Promise<string>}} ServerVoice */

export class Voice {
  /** @param {string} language @param {ServerVoice} server returns the address of a recording */
  constructor(language, server) {
    this.language = language;
    this.server = server;
    this.turn = 0;
    /** @type {HTMLAudioElement | null} */
    this.audio = null;
  }

  /** Reads a text. Settles when it has been read or stopped, or if it cannot be read. @param {string} text @returns {Promise<"read" | "stopped" | "silent">} */
  async read(text) {
    this.stop();
    const turn = this.turn;
    const byDevice = await this.#byDevice(text);
    if (turn !== this.turn) return "stopped";
    if (byDevice) return "read";
    try {
      const address = await this.server.speak(text);
      if (turn !== this.turn) return "stopped";
      const audio = this.audio = new Audio(address);
      await audio.play();
      await new Promise((resolve) => audio.onended = audio.onerror = audio.onpause = resolve);
    } catch {
      return turn === this.turn ? "silent" : "stopped";
    }
    return turn === this.turn ? "read" : "stopped";
  }

  /** Reads with a local voice; other voices would send the text to a server. @param {string} text @returns {Promise<boolean>} */
  #byDevice(text) {
    const speech = globalThis.speechSynthesis;
    const voice = speech?.getVoices().find((one) => one.localService && one.lang.startsWith(this.language));
    if (!voice) return Promise.resolve(false);
    return new Promise((resolve) => {
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      utterance.rate = 0.9;
      // Some browsers accept the text and never speak it.
      const patience = setTimeout(() => {
        speech.cancel();
        resolve(false);
      }, 1500);
      utterance.onstart = () => clearTimeout(patience);
      utterance.onend = () => resolve(true);
      utterance.onerror = () => {
        clearTimeout(patience);
        resolve(false);
      };
      speech.speak(utterance);
    });
  }

  stop() {
    this.turn += 1;
    globalThis.speechSynthesis?.cancel();
    this.audio?.pause();
    this.audio = null;
  }
}
