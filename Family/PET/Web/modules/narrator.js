// The voice that reads: a recorded clip if there is one, otherwise the device's own voice. Captions
// are always shown.

import { request } from "./api.js";
import { clearCaption, showCaption } from "./band.js";
import { page, wait } from "./page.js";
import { load, play } from "./sound.js";

let current = null;
let index;

/** Maps texts to clip addresses; fetched on first use. */
function narrationIndex() {
    index ??= page.narrationIndex
        ? fetch(page.narrationIndex, { signal: AbortSignal.timeout(8000) })
            .then((response) => (response.ok ? response.json() : {}))
            .catch(() => ({}))
        : Promise.resolve({});
    return index;
}

async function clipOf(sentence, clip) {
    return clip || (await narrationIndex())[sentence] || null;
}

/** Loads the clip of a sentence in advance. */
export async function prepare(sentence, clip) {
    const address = await clipOf(sentence, clip);
    if (address) await load(address).catch(() => {});
}

/** Stops the current reading. */
export function silence() {
    current?.stop();
    current = null;
    clearCaption();
}

/**
 * Reads a sentence aloud and resolves at its end with "spoken", "silent" (no voice here),
 * "blocked" (the browser requires a touch first) or "stopped". Stops the previous reading.
 */
export async function narrate(sentence, { clip = null, caption = false, asked = false } = {}) {
    silence();
    const turn = { stopped: false, stop() { this.stopped = true; this.end?.(); } };
    current = turn;
    const shown = performance.now();
    if (caption && page.captions) showCaption(sentence);
    let result = "silent";
    if (page.narration || asked) result = await speak(sentence, clip, turn);
    if (turn.stopped) return "stopped";
    // Captions stay as long as reading them takes, even without sound.
    if (caption) await wait(shown + 1500 + sentence.length * 50 - performance.now());
    if (caption && current === turn) clearCaption();
    if (current === turn) current = null;
    return result;
}

async function speak(sentence, clip, turn) {
    const address = await clipOf(sentence, clip);
    if (turn.stopped) return "stopped";
    if (!address) return speakWithoutClip(sentence, turn);
    try {
        return await playClip(address, turn);
    } catch {
        return speakWithoutClip(sentence, turn);
    }
}

async function playClip(address, turn) {
    const playing = await play(address, "playing");
    if (!playing) return "blocked";
    if (turn.stopped) {
        playing.stop();
        return "stopped";
    }
    turn.end = playing.stop;
    await playing.ended;
    return "spoken";
}

/** Uses the device's own voice, or else the server's, for texts without a recording. */
async function speakWithoutClip(sentence, turn) {
    const result = await speakByDevice(sentence, turn);
    if (result !== "silent" || !page.serverVoice || !page.player || turn.stopped) return result;
    try {
        const { clip } = await request("POST", "/api/speech", { text: sentence });
        if (turn.stopped) return "stopped";
        return await playClip(clip, turn);
    } catch {
        // Its text is on the screen.
        return "silent";
    }
}

function deviceVoice() {
    return window.speechSynthesis?.getVoices()
        .find((one) => one.localService && one.lang.startsWith(page.language));
}

/** Whether the server or this device can read a text without a recording. */
export async function hasVoice() {
    // Browsers list their voices shortly after the page is loaded.
    for (let tries = 0; tries < 10 && !page.serverVoice && !deviceVoice(); tries += 1) await wait(100);
    return page.serverVoice || Boolean(deviceVoice());
}

/** The device's own voice, if it has one that works without a network. */
function speakByDevice(sentence, turn) {
    const speech = window.speechSynthesis;
    const voice = deviceVoice();
    if (!voice || turn.stopped) return "silent";
    return new Promise((resolve) => {
        const words = new SpeechSynthesisUtterance(sentence);
        words.voice = voice;
        words.lang = voice.lang;
        words.rate = 0.9;
        words.volume = page.volume / 100;
        const finish = (result) => {
            clearTimeout(patience);
            delete document.body.dataset.playing;
            resolve(result);
        };
        // Some browsers accept a text but neither speak it nor report an error.
        let patience = setTimeout(() => { speech.cancel(); finish("silent"); }, 1500);
        words.onstart = () => {
            clearTimeout(patience);
            document.body.dataset.playing = "speech";
            patience = setTimeout(() => { speech.cancel(); finish("spoken"); },
                4000 + sentence.length * 150);
        };
        words.onend = () => finish("spoken");
        words.onerror = () => finish("silent");
        turn.end = () => { speech.cancel(); finish("stopped"); };
        speech.speak(words);
    });
}
