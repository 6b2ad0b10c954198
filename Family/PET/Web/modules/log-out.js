// Logging out on request: also deletes the data that the browser stored for this family.

import { go, goOffline, NoConnection, request } from "./api.js";
import { showMessage } from "./band.js";
import { forgetDrafts } from "./draft.js";
import { text, wait } from "./page.js";
import { highlightMilliseconds } from "./press.js";

/** Logs out and opens the login page; the pressed button is highlighted first. */
export async function logOut() {
    const seen = wait(highlightMilliseconds);
    try {
        const answer = await request("POST", "/api/logout", {});
        await forgetDrafts();
        await seen;
        go(answer.next);
    } catch (error) {
        if (error instanceof NoConnection) goOffline(error);
        else showMessage(text("game.trouble"));
    }
}
