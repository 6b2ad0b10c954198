// "Who is playing?": the child presses its picture and continues with its own progress.

import { go, goOffline, NoConnection, request } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { text, wait } from "./page.js";
import { highlightMilliseconds } from "./press.js";

for (const button of document.querySelectorAll("[data-player].child")) {
    button.addEventListener("click", async () => {
        const seen = wait(highlightMilliseconds);
        try {
            const answer = await request("POST", "/api/player", { player: button.dataset.player });
            await seen;
            go(answer.next);
        } catch (error) {
            if (error instanceof NoConnection) goOffline(error);
            else showMessage(text("game.trouble"));
        }
    });
}
