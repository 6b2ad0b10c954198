// Code that every screen runs.

import { waiting, flush } from "./outbox.js";
import { watchForIdleness } from "./idle.js";
import { narrate } from "./narrator.js";
import { leaveWithTheAccount } from "./other-tabs.js";
import { page, text } from "./page.js";
import { answerPresses, moveByArrows } from "./press.js";
import { prepareEffects } from "./sound.js";

answerPresses();
moveByArrows();
prepareEffects();

const hear = document.querySelector("[data-hear]");
const spoken = document.querySelector("[data-spoken]")?.dataset.spoken;
if (hear && spoken) {
    hear.addEventListener("click", () => narrate(text(spoken), { caption: true, asked: true }));
}

if (page.player) {
    watchForIdleness();
    leaveWithTheAccount();
    // Sends stored answers of a game that lost its connection; a running game sends its own.
    if (!document.querySelector("main.play") && !page.mustAgree) {
        waiting().then((count) => (count > 0 ? flush() : null)).catch(() => {});
    }
}

// A page restored from the browser's memory may show a user who has logged out.
addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
});

if ("serviceWorker" in navigator) {
    navigator.serviceWorker.register("/service-worker.js").catch(() => {});
}
