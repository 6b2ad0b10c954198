// Decides when the narrator reads a question (D2): two to three seconds after its picture, and
// again after 30 seconds without an answer, a few times.

import { showMessage } from "./band.js";
import { narrate } from "./narrator.js";
import { text } from "./page.js";

const first = 2500;
const again = 30_000;
const most = 4;

const hear = document.getElementById("hear");
let timer;
let question = null;
let readings = 0;
let isDisturbing = () => false;

/** Whether reading would disturb now. */
export function readUnless(condition) {
    isDisturbing = condition;
}

/** Reads a new question. */
export function readSoon(shown) {
    question = shown;
    readings = 0;
    readAfter(first);
}

/** Reads the same question again if nothing happens. */
export function readLater() {
    readAfter(again);
}

/** The question is answered. */
export function stopReading() {
    clearTimeout(timer);
}

function readAfter(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(read, milliseconds);
}

async function read() {
    if (isDisturbing() || document.hidden) {
        readAfter(again);
        return;
    }
    readings += 1;
    if (readings < most) readAfter(again);
    const result = await narrate(question.prompt, { clip: question.promptClip });
    if (result === "blocked") callForTouch();
}

/** Browsers block sound before the first touch of a page. */
function callForTouch() {
    hear.classList.add("calls");
    showMessage(text("game.tap_to_hear"), { duration: 6000 });
}
