// A recording of the user's own voice for a text: recorded for up to 15 seconds, played, deleted.

import { hasVoice } from "./narrator.js";
import { page, text } from "./page.js";
import { mark } from "./validate.js";

const limitSeconds = 15;
const shortestSeconds = 0.3;
const types = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];
const troubles = {
    NotAllowedError: "refused", SecurityError: "refused", NotFoundError: "none",
    DevicesNotFoundError: "none",
};

// The recorder that is running; only one at a time.
let running = null;

export class VoiceRecorder {
    #box;
    #most;
    #record;
    #hear;
    #erase;
    #state;
    /** The address of the stored recording; "" if there is none. */
    #stored;
    #blob = null;
    #erased = false;
    #sound = null;
    #stop = null;
    /** Whether a voice can read the text; null until this is known. */
    #hasVoice = null;
    #onChange;

    constructor(box, most, onChange) {
        this.#box = box;
        this.#most = most;
        this.#onChange = onChange;
        this.#stored = box.dataset.recording;
        this.#record = box.querySelector(".voice-record");
        this.#hear = box.querySelector(".voice-hear");
        this.#erase = box.querySelector(".voice-erase");
        this.#state = box.querySelector(".voice-state");
        this.#record.addEventListener("click", () => this.#toggle());
        this.#hear.addEventListener("click", () => this.#listen());
        this.#erase.addEventListener("click", () => this.#forget());
        addEventListener("pagehide", () => this.#stop?.());
        this.#show();
        hasVoice().then((has) => {
            this.#hasVoice = has;
            this.#show();
        });
    }

    /** The change for the server: undefined for none, "" for deletion, otherwise a `Blob`. */
    get change() {
        if (this.#blob) return this.#blob;
        return this.#erased && this.#stored ? "" : undefined;
    }

    /** Restores the `change` of a draft. */
    restore(change) {
        this.#blob = change instanceof Blob ? change : null;
        this.#erased = change === "";
        this.#show();
    }

    get isRecording() {
        return this.#stop !== null;
    }

    #show() {
        const has = Boolean(this.#blob) || (Boolean(this.#stored) && !this.#erased);
        this.#hear.hidden = !has || this.isRecording;
        this.#erase.hidden = !has || this.isRecording;
        this.#box.classList.toggle("recording", this.isRecording);
        this.#record.querySelector("span").textContent =
            text(this.isRecording ? "questions.stop" : "questions.record");
        if (!this.isRecording) {
            this.#state.textContent = has ? text("questions.recorded")
                : this.#hasVoice === null ? ""
                : text(this.#hasVoice ? "questions.not_recorded" : "questions.no_voice");
        }
    }

    async #toggle() {
        if (this.#stop) {
            this.#stop();
            return;
        }
        running?.();
        mark(this.#box, "");
        this.#record.disabled = true;
        try {
            if (!navigator.mediaDevices?.getUserMedia || !window.MediaRecorder) {
                throw new DOMException("", "NotFoundError");
            }
            const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
            await this.#take(stream);
        } catch (error) {
            mark(this.#box, text(`questions.microphone.${troubles[error.name] ?? "other"}`));
        } finally {
            this.#record.disabled = false;
            this.#show();
        }
    }

    /** Records until the user stops it, or the time is over. */
    async #take(stream) {
        const type = types.find((one) => MediaRecorder.isTypeSupported(one));
        const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 64_000 });
        const parts = [];
        recorder.addEventListener("dataavailable", (event) => parts.push(event.data));
        const over = new Promise((resolve) => recorder.addEventListener("stop", resolve));
        const start = performance.now();
        recorder.start();
        const stop = () => { if (recorder.state !== "inactive") recorder.stop(); };
        this.#stop = stop;
        running = stop;
        this.#record.disabled = false;
        this.#sound?.pause();
        const count = () => {
            const seconds = Math.min(limitSeconds, Math.floor((performance.now() - start) / 1000));
            this.#state.textContent = text("questions.recording", { seconds });
        };
        this.#show();
        count();
        const clock = setInterval(count, 250);
        const end = setTimeout(stop, limitSeconds * 1000);
        for (const track of stream.getTracks()) track.addEventListener("ended", stop);
        await over;
        clearInterval(clock);
        clearTimeout(end);
        for (const track of stream.getTracks()) track.stop();
        this.#stop = null;
        if (running === stop) running = null;
        this.#keep(new Blob(parts, { type: recorder.mimeType }),
            (performance.now() - start) / 1000);
    }

    #keep(blob, seconds) {
        if (blob.size === 0 || seconds < shortestSeconds) {
            mark(this.#box, text("questions.nothing_heard"));
            return;
        }
        if (blob.size > this.#most) {
            mark(this.#box, text("questions.fault.too_long"));
            return;
        }
        this.#blob = blob;
        this.#onChange();
    }

    #listen() {
        this.#sound?.pause();
        const address = this.#blob ? URL.createObjectURL(this.#blob) : this.#stored;
        const sound = new Audio(address);
        sound.volume = page.volume / 100;
        this.#sound = sound;
        const silent = () => {
            delete document.body.dataset.playing;
            if (this.#blob) URL.revokeObjectURL(address);
        };
        document.body.dataset.playing = "recording";
        sound.addEventListener("ended", silent);
        sound.addEventListener("pause", silent);
        sound.play().catch(silent);
    }

    #forget() {
        this.#sound?.pause();
        this.#blob = null;
        this.#erased = true;
        mark(this.#box, "");
        this.#show();
        this.#onChange();
        this.#record.focus();
    }
}
