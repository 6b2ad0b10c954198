// Loads the pictures and clips of the next questions in advance.

import { page } from "./page.js";
import { load } from "./sound.js";

const pictures = new Map();

function picture(address) {
    if (!pictures.has(address)) {
        const image = new Image();
        image.src = address;
        // A failed picture is reported when it is needed.
        pictures.set(address, image.decode().then(() => true, () => {
            pictures.delete(address);
            return false;
        }));
    }
    return pictures.get(address);
}

function addressesOf(question) {
    return [
        question.picture,
        ...question.answers.flatMap((answer) => [answer.symbol, answer.picture]),
    ].filter(Boolean);
}

/** Resolves when a question's pictures are ready to be painted, or after this many milliseconds. */
export function picturesReady(question, patience = 4000) {
    const all = Promise.all(addressesOf(question).map(picture));
    return Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** Fetches the pictures and clips of questions. */
export function preload(questions) {
    for (const question of questions) {
        for (const address of addressesOf(question)) picture(address);
        if (!page.narration) continue;
        for (const clip of [question.promptClip, question.tipClip]) {
            if (clip) load(clip).catch(() => {});
        }
    }
}
