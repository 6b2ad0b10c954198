// Plays sounds and narration through one audio graph, because its volume works on every device.
// `<body data-sound>` and `<body data-playing>` name the current sound.

import { page, wait } from "./page.js";

let context;
let gain;
let resting;
const clips = new Map();

function audio() {
    if (!context) {
        context = new AudioContext();
        gain = context.createGain();
        gain.connect(context.destination);
        setVolume(page.volume);
    }
    return context;
}

/** 25 to 100 percent. */
export function setVolume(percent) {
    page.volume = percent;
    if (gain) gain.gain.value = percent / 100;
}

/** Loads and decodes a clip in advance; rejects if it is unavailable. */
export function load(address) {
    if (!clips.has(address)) {
        const clip = fetch(address, { signal: AbortSignal.timeout(8000) })
            .then((response) => {
                if (!response.ok) throw new Error(`${address}: ${response.status}`);
                return response.arrayBuffer();
            })
            // An offline context, because a running one requires a touch first.
            .then((bytes) => new OfflineAudioContext(1, 1, 44100).decodeAudioData(bytes));
        clip.catch(() => clips.delete(address));
        clips.set(address, clip);
    }
    return clips.get(address);
}

/** Whether the browser allows sound now; it requires a touch or a key on the page first. */
async function isAllowed() {
    const audible = audio();
    clearTimeout(resting);
    if (audible.state !== "running") {
        await Promise.race([audible.resume().catch(() => {}), wait(300)]);
    }
    return audible.state === "running";
}

/** Saves power: the graph sleeps twenty seconds after the last sound. */
function restLater() {
    clearTimeout(resting);
    resting = setTimeout(() => context.suspend().catch(() => {}), 20_000);
}

/**
 * Plays a clip. Returns `{ended, stop}`, where `ended` resolves at its end; null if the browser
 * blocks sound. `place` is the attribute of the body that names the clip meanwhile.
 */
export async function play(address, place) {
    const [buffer, allowed] = await Promise.all([load(address), isAllowed()]);
    if (!allowed) return null;
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(gain);
    document.body.dataset[place] = address;
    const over = new Promise((resolve) => { source.onended = resolve; });
    // Clips on a disconnected device never end.
    const ended = Promise.race([over, wait(buffer.duration * 1000 + 1500)]).then(() => {
        if (document.body.dataset[place] === address) delete document.body.dataset[place];
        restLater();
    });
    source.start();
    return { ended, stop: () => source.stop() };
}

const effects = ["press", "right", "wrong"];

/** Whether a sound is on: those of buttons and those of answers have separate settings. */
function isWanted(name) {
    return page.sounds && (name === "press" ? page.pressSounds : page.feedbackSounds);
}

/** Plays press, right or wrong; nothing if it is off or unavailable. */
export function effect(name) {
    if (!isWanted(name)) return;
    play(`/content/sounds/${name}.mp3`, "sound").catch(() => {});
}

/** Loads the effects in advance. */
export function prepareEffects() {
    for (const name of effects.filter(isWanted)) load(`/content/sounds/${name}.mp3`).catch(() => {});
}
