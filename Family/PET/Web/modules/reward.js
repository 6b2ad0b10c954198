// The reward of two seconds that the child chose: a star, a fish, a train, or nothing.

import { page } from "./page.js";

const place = document.getElementById("reward");

/** Shows the reward until `hideReward`. */
export function showReward() {
    hideReward();
    const drawing = document.getElementById(`reward-${page.reward}`);
    if (drawing) place.append(drawing.content.cloneNode(true));
}

/** New stickers are shown in the place of the reward; the sticker book keeps them. */
export function showStickers(stickers) {
    hideReward();
    const row = document.createElement("div");
    row.className = "new-stickers";
    for (const sticker of stickers.slice(0, 5)) {
        const image = new Image();
        image.src = sticker.picture;
        image.alt = sticker.description;
        row.append(image);
    }
    place.append(row);
}

export function hideReward() {
    place.replaceChildren();
}
