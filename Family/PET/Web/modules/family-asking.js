// Confirmation of deletions on the family's page: lists the amounts, and requires the PIN.

import { go, NoConnection, Refusal, request } from "./api.js";
import { showMessage } from "./band.js";
import { text } from "./page.js";
import { askForPin, enterPin, hashTimeout } from "./parent.js";

const dialog = document.getElementById("ask");
const kinds = ["children", "rounds", "answers", "faces", "sittings", "notes", "goals", "questions"];

/** Shows an error in the band. */
export function say(error) {
    showMessage(error instanceof NoConnection ? text("game.offline")
        : error instanceof Refusal && error.code !== "unknown" ? error.message
            : text("game.trouble"), { duration: 0 });
}

/** The result of `work`; null after a failure, which is reported. */
export async function trying(work) {
    try {
        return await work();
    } catch (error) {
        say(error);
        return null;
    }
}

/** Sends a parent's request; requests the PIN if the ten minutes are over, without losing input. */
export async function asParent(method, path, body) {
    try {
        return await request(method, path, body);
    } catch (error) {
        if (error.code !== "parent_needed" || !(await askForPin())) throw error;
        return request(method, path, body);
    }
}

/** Reloads the page, which then shows a message. */
export function reloadWith(sentence, address) {
    sessionStorage.setItem("pet-family", sentence);
    if (address) go(address);
    else location.reload();
}

/** Shows a yes-or-no question; resolves with true for yes. */
export function confirm({ question, sentence, action }) {
    document.getElementById("ask-title").textContent = question;
    document.getElementById("ask-sentence").textContent = sentence;
    const yes = document.getElementById("ask-yes");
    const no = document.getElementById("ask-no");
    yes.textContent = action;
    dialog.showModal();
    no.focus();
    return new Promise((resolve) => {
        const answer = (isYes) => {
            dialog.close();
            resolve(isYes);
        };
        yes.onclick = () => answer(true);
        no.onclick = () => answer(false);
        dialog.oncancel = () => resolve(false);
    });
}

function counted(counts) {
    return kinds.filter((kind) => counts[kind] > 0)
        .map((kind) => text(`family.count_${kind}`, { count: counts[kind] })).join(", ");
}

/** Requests confirmation of a permanent deletion; resolves with the response, or null. */
export async function askFor({ question, action, kept, deletion }) {
    return trying(async () => {
        const what = counted(await asParent("GET", kept));
        const sentence = what ? text("family.goes", { what }) : text("family.goes_nothing");
        if (!(await confirm({ question, sentence, action }))) return null;
        if (!(await askForPin())) return null;
        return enterPin({
            sentence: text("family.pin_again"),
            work: (pin) => request("POST", deletion, { pin }, { timeout: hashTimeout }),
        });
    });
}
