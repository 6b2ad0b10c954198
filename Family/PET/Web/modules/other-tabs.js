// What one tab tells the others of the same browser: the account is gone, so nothing of it stays open.

import { go } from "./api.js";
import { forgetDrafts } from "./draft.js";
import { forget } from "./outbox.js";
import { page } from "./page.js";

const name = "pet-account";
const channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : null;

/** The account is deleted: what the browser kept of it goes, and the other tabs are left. */
export async function sayDeleted() {
    await forget();
    await forgetDrafts();
    channel?.postMessage({ deleted: page.account });
}

/** Leaves this page where another tab deleted its account. */
export function leaveWithTheAccount() {
    channel?.addEventListener("message", async (event) => {
        if (event.data?.deleted !== page.account) return;
        await forget();
        go("/login?from=deleted");
    });
}
