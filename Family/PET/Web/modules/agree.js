// Changed terms (A15): the child calls a grown-up, who reads the terms and agrees with the PIN.

import { go, goOffline, NoConnection, request } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { logOut } from "./log-out.js";
import { text } from "./page.js";
import { askForPin } from "./parent.js";

const form = document.getElementById("agree");
const button = document.getElementById("agree-button");
const box = form.elements.terms;
const sentence = document.getElementById("sentence-terms");

function mark(words) {
    box.closest(".field").classList.toggle("wrong", Boolean(words));
    box.setAttribute("aria-invalid", String(Boolean(words)));
    sentence.textContent = words;
}

box.addEventListener("change", () => { if (box.checked) mark(""); });

form.addEventListener("submit", async (event) => {
    if (form.elements.pin?.value) return;
    event.preventDefault();
    if (button.disabled) return;
    if (!box.checked) {
        mark(text("field.terms.wanted"));
        box.focus();
        return;
    }
    button.disabled = true;
    try {
        if (await askForPin()) {
            showMessage(text("game.one_moment"), { duration: 0 });
            const { version } = form.dataset;
            go((await request("POST", "/api/agreement", { version })).next);
            return;
        }
    } catch (error) {
        if (error instanceof NoConnection) goOffline(error);
        // The terms changed again after the page was opened: show the latest version.
        else if (error.fields?.version) location.reload();
        else showMessage(error.message || text("game.trouble"), { duration: 0 });
    }
    button.disabled = false;
});

document.getElementById("logout").addEventListener("click", logOut);
