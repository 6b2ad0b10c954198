// Repeats failed requests before an error is shown.

import { goOffline, NoConnection, Refusal } from "./api.js";
import { clearMessage, showMessage } from "./band.js";
import { text, wait } from "./page.js";

// Milliseconds before "One moment" is shown.
const momentAfter = 300;
// Milliseconds before the second and third try; after that the connection counts as lost.
const triesAfter = [400, 1200];

/**
 * Runs a request up to three times; without a connection, opens the login screen (A5).
 * `work` receives the number of failed tries.
 */
export async function withRetries(work) {
    const moment = setTimeout(() => showMessage(text("game.one_moment"), { duration: 0 }),
        momentAfter);
    try {
        for (let tries = 0; ; tries += 1) {
            try {
                return await work(tries);
            } catch (error) {
                const isTemporary = error instanceof NoConnection
                    || (error instanceof Refusal && error.isTemporary);
                if (!isTemporary) throw error;
                if (tries >= triesAfter.length) {
                    if (error instanceof Refusal) throw error;
                    goOffline(error);
                    // The page is closing: the promise never settles.
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
