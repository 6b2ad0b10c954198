// The end of a round: the new plant, and Pip if the child chose its company. Short and calm; a
// touch ends it.

import { narrate } from "./narrator.js";
import { wait } from "./page.js";

const place = document.getElementById("celebration");
const level = document.getElementById("celebration-level");
const picture = document.getElementById("celebration-plant");
const words = document.getElementById("celebration-words");
const next = document.getElementById("celebration-next");

const least = 2500;
const most = 6000;

/** Shows the plant until its sentence was read, or the child presses Next. */
export async function celebrate(plant, levelSentence = null) {
    picture.src = plant.picture;
    picture.alt = plant.name;
    level.hidden = !levelSentence;
    level.textContent = levelSentence ?? "";
    words.textContent = plant.sentence;
    place.hidden = false;
    document.body.dataset.celebrates = "";
    next.focus();
    const pressed = new Promise((resolve) => {
        next.addEventListener("click", resolve, { once: true });
    });
    const read = async () => {
        if (levelSentence) await narrate(levelSentence);
        await narrate(plant.sentence);
    };
    await Promise.race([Promise.all([read(), wait(least)]), wait(most), pressed]);
}

export function hideCelebration() {
    place.hidden = true;
    delete document.body.dataset.celebrates;
}
