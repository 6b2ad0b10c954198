// Messages between tabs of one browser: when the account is deleted, every tab leaves its page.

import { go } from "./api.js";
import { forgetDrafts } from "./draft.js";
import { forget } from "./outbox.js";
import { page } from "./page.js";

const name = "pet-account";
const channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : null;

/** Deletes the browser's data of the deleted account and makes the other tabs leave their pages. */
export async function sayDeleted() {
    await forget();
    await forgetDrafts();
    channel?.postMessage({ deleted: page.account });
}

/** Leaves this page when another tab deletes its account. */
export function leaveWithTheAccount() {
    channel?.addEventListener("message", async (event) => {
        if (event.data?.deleted !== page.account) return;
        await forget();
        go("/login?from=deleted");
    });
}
