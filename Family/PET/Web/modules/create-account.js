// Create Account (A6, A7, A15).

import { go, NoConnection, request } from "./api.js";
import { clearMessage, showMessage } from "./band.js";
import "./common.js";
import { suggestEmail } from "./email-correction.js";
import { text } from "./page.js";
import { firstFault, markFields, watch } from "./validate.js";

const form = document.getElementById("account");
const button = document.getElementById("create-button");

watch(form);
const doubt = suggestEmail(form);

function account() {
    const values = {};
    for (const control of form.elements) {
        if (!control.name || ["terms", "statistics", "practice"].includes(control.name)) continue;
        if (control.type === "radio" && !control.checked) continue;
        if (control.type === "number") {
            values[control.name] = control.value === "" ? null : Number(control.value);
        } else {
            values[control.name] =
                control.type === "password" ? control.value : control.value.trim();
        }
    }
    values.terms = form.elements.terms.checked ? form.dataset.terms : "";
    values.statistics = form.elements.statistics.checked;
    values.practice = form.elements.practice !== undefined;
    return values;
}

form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    const wrong = firstFault(form);
    if (wrong) {
        showMessage(text("create.mend"), { duration: 0 });
        wrong.focus();
        return;
    }
    const accept = doubt();
    if (accept) {
        accept.focus();
        return;
    }
    button.disabled = true;
    showMessage(text("create.working"), { duration: 0 });
    try {
        const answer = await request("POST", "/api/accounts", account(), { timeout: 30_000 });
        go(answer.next);
    } catch (error) {
        button.disabled = false;
        if (error instanceof NoConnection) {
            // Entries stay in the form, so no one has to enter them twice.
            showMessage(text("game.offline"), { duration: 0 });
            return;
        }
        const first = markFields(form, error.fields);
        showMessage(first ? text("create.mend") : error.message, { duration: 0 });
        first?.focus();
    }
});

form.addEventListener("input", clearMessage);
