// Logging out by a person's own hand: what the browser kept of this family's goes, too.

import { go, goOffline, NoConnection, request } from "./api.js";
import { showMessage } from "./band.js";
import { forgetDrafts } from "./draft.js";
import { text, wait } from "./page.js";
import { highlightMilliseconds } from "./press.js";

/** Logs out and leads to the login screen; the button that was pressed is seen to be pressed. */
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
