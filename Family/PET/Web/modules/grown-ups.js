// The settings of grown-ups: duration, level, feelings. Each change is saved at once.

import { goOffline, NoConnection, request } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { text } from "./page.js";
import { askForPin } from "./parent.js";

const form = document.getElementById("grown-ups");
const feelings = [...form.querySelectorAll('input[name="emotion"]')];
let saving = Promise.resolve();

/** Sends a change; requests the PIN if the ten minutes are over. */
async function put(change) {
    try {
        await request("PUT", "/api/settings/grown-ups", change);
    } catch (error) {
        if (error.code !== "parent_needed" || !(await askForPin())) throw error;
        await request("PUT", "/api/settings/grown-ups", change);
    }
}

/** Sends one change after the other; rejected ones are reverted. */
function save(change, undo) {
    saving = saving.then(async () => {
        try {
            await put(change);
            showMessage(text("settings.saved"), { duration: 1200 });
        } catch (error) {
            if (error instanceof NoConnection) {
                goOffline(error);
                return;
            }
            undo?.();
            showMessage(error.message, { duration: 4000 });
        }
    });
}

form.addEventListener("submit", (event) => event.preventDefault());

form.addEventListener("change", ({ target }) => {
    if (target.name === "sittingMinutes") save({ sittingMinutes: Number(target.value) });
    if (target.name === "difficulty") save({ difficulty: target.value });
    if (target.name === "emotion") {
        const excluded = feelings.filter((box) => !box.checked).map((box) => box.value);
        save({ excluded }, () => { target.checked = true; });
    }
});
