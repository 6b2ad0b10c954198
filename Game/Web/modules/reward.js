// The two seconds that the child chose: a star, a fish, a train, or nothing.

import { page } from "./page.js";

const place = document.getElementById("reward");

/** Shows the reward until `hideReward`. */
export function showReward() {
    hideReward();
    const drawing = document.getElementById(`reward-${page.reward}`);
    if (drawing) place.append(drawing.content.cloneNode(true));
}

export function hideReward() {
    place.replaceChildren();
}
