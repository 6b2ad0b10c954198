// Patience with the server: a request is tried again before anybody hears of it.

import { goOffline, NoConnection, Refusal } from "./api.js";
import { clearMessage, showMessage } from "./band.js";
import { text, wait } from "./page.js";

const momentAfter = 300;
// Between tries; after the last one there is no connection.
const triesAfter = [400, 1200];

/** A request that is tried again; without a connection it leads to the login screen (A5). */
export async function insist(work) {
    const moment = setTimeout(() => showMessage(text("game.one_moment"), { duration: 0 }),
        momentAfter);
    try {
        for (let tries = 0; ; tries += 1) {
            try {
                return await work(tries);
            } catch (error) {
                const passes = error instanceof NoConnection
                    || (error instanceof Refusal && error.passes);
                if (!passes) throw error;
                if (tries >= triesAfter.length) {
                    if (error instanceof Refusal) throw error;
                    goOffline(error);
                    // The page is being left: nothing comes after this.
                    return await new Promise(() => {});
                }
                await wait(triesAfter[tries]);
            }
        }
    } finally {
        clearTimeout(moment);
        clearMessage();
    }
}
