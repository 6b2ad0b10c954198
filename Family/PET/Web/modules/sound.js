// Sounds and narration through one audio graph, so that the volume holds on every device.
//
// `<body data-sound>` and `<body data-playing>` name what is heard at the moment.

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

/** 25 to 100, in per cent. */
export function setVolume(percent) {
    page.volume = percent;
    if (gain) gain.gain.value = percent / 100;
}

/** Loads and decodes a clip ahead of its time; rejects where it cannot be had. */
export function load(address) {
    if (!clips.has(address)) {
        const clip = fetch(address, { signal: AbortSignal.timeout(8000) })
            .then((response) => {
                if (!response.ok) throw new Error(`${address}: ${response.status}`);
                return response.arrayBuffer();
            })
            // Offline, because a running context needs a person's touch first.
            .then((bytes) => new OfflineAudioContext(1, 1, 44100).decodeAudioData(bytes));
        clip.catch(() => clips.delete(address));
        clips.set(address, clip);
    }
    return clips.get(address);
}

/** Whether the browser lets sounds out now; it wants a touch or a key on the page first. */
async function isAllowed() {
    const audible = audio();
    clearTimeout(resting);
    if (audible.state !== "running") {
        await Promise.race([audible.resume().catch(() => {}), wait(300)]);
    }
    return audible.state === "running";
}

/** Silence costs no power: the graph sleeps twenty seconds after the last sound. */
function restLater() {
    clearTimeout(resting);
    resting = setTimeout(() => context.suspend().catch(() => {}), 20_000);
}

/**
 * Plays a clip: `{ended, stop}`, where `ended` settles when it is over; null where the browser
 * does not let it out. `place` is the attribute of the body that names it meanwhile.
 */
export async function play(address, place) {
    const [buffer, allowed] = await Promise.all([load(address), isAllowed()]);
    if (!allowed) return null;
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(gain);
    document.body.dataset[place] = address;
    const over = new Promise((resolve) => { source.onended = resolve; });
    // A device that goes away never ends a clip.
    const ended = Promise.race([over, wait(buffer.duration * 1000 + 1500)]).then(() => {
        if (document.body.dataset[place] === address) delete document.body.dataset[place];
        restLater();
    });
    source.start();
    return { ended, stop: () => source.stop() };
}

const effects = ["press", "right", "wrong"];

/** Whether a sound is wanted: those of buttons and those of answers are set apart. */
function isWanted(name) {
    return page.sounds && (name === "press" ? page.pressSounds : page.feedbackSounds);
}

/** One of press, right, wrong; nothing where it is off or cannot be had. */
export function effect(name) {
    if (!isWanted(name)) return;
    play(`/content/sounds/${name}.mp3`, "sound").catch(() => {});
}

/** Has the effects ready. */
export function prepareEffects() {
    for (const name of effects.filter(isWanted)) load(`/content/sounds/${name}.mp3`).catch(() => {});
}
