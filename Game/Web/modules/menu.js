// The main menu.

import { go, goOffline, NoConnection, request } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { waiting } from "./outbox.js";
import { text, wait } from "./page.js";
import { highlightMilliseconds } from "./press.js";

document.getElementById("logout").addEventListener("click", async () => {
    const seen = wait(highlightMilliseconds);
    try {
        const answer = await request("POST", "/api/logout", {});
        await seen;
        go(answer.next);
    } catch (error) {
        if (error instanceof NoConnection) goOffline();
        else showMessage(text("game.trouble"));
    }
});

setTimeout(async () => {
    if ((await waiting()) > 0) showMessage(text("menu.waiting"), { duration: 0 });
}, 3000);
