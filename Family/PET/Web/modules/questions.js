// The Question Manager's list (G1, G3, G4).

import { go, NoConnection, request } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { draftedQuestions, forgetOldDrafts } from "./draft.js";
import { text } from "./page.js";
import { askForPin } from "./parent.js";

const list = document.getElementById("list");
const dialog = document.getElementById("delete-dialog");
const yes = document.getElementById("delete-yes");
const mix = document.getElementById("mix");
let doomed = null;

document.getElementById("edit").addEventListener("click", () => {
    const links = list.querySelectorAll(".own-edit");
    if (links.length === 0) {
        showMessage(text("questions.none_to_edit"), { duration: 0 });
        return;
    }
    if (links.length === 1) {
        go(links[0].href);
        return;
    }
    list.classList.add("choosing");
    showMessage(text("questions.choose"), { duration: 0 });
    links[0].focus();
});

list.addEventListener("click", (event) => {
    const button = event.target.closest(".own-delete");
    if (!button) return;
    doomed = button.closest(".own");
    document.getElementById("delete-prompt").textContent =
        doomed.querySelector(".own-prompt").textContent;
    document.getElementById("delete-picture").src = doomed.querySelector("img").src;
    dialog.showModal();
    document.getElementById("delete-no").focus();
});

document.getElementById("delete-no").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => doomed?.querySelector(".own-delete")?.focus());

yes.addEventListener("click", async () => {
    if (yes.disabled || !doomed) return;
    yes.disabled = true;
    const gone = doomed;
    try {
        await request("DELETE", `/api/questions/${encodeURIComponent(gone.dataset.id)}`);
        // A closing dialog returns the focus to the element that had it, which no longer exists.
        dialog.close();
        takeOut(gone);
        showMessage(text("questions.deleted"), { duration: 3000 });
    } catch (error) {
        if (error.code === "unknown_question") {
            // Another tab deleted it first.
            dialog.close();
            takeOut(gone);
            showMessage(text("questions.gone"), { duration: 3000 });
        } else {
            showMessage(error instanceof NoConnection ? text("game.offline") : error.message,
                { duration: 0 });
        }
    } finally {
        yes.disabled = false;
        dialog.close();
    }
});

/** Removes a row and moves the focus to its neighbor. */
function takeOut(row) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    doomed = null;
    row.remove();
    showUsage();
    if (next) {
        next.querySelector(".own-delete").focus();
        return;
    }
    document.getElementById("empty").hidden = false;
    document.getElementById("foot").hidden = true;
    document.getElementById("create").focus();
}

/** Shows how much of the family's quota is used. */
async function showUsage() {
    try {
        const { usage } = await request("GET", "/api/questions");
        document.getElementById("usage").textContent = text("questions.usage", {
            count: usage.questions, megabytes: Math.ceil(usage.bytes / 1_000_000),
        });
    } catch {
        // Updated when the page is reloaded.
    }
}

mix.addEventListener("change", async () => {
    const wanted = mix.checked;
    mix.disabled = true;
    try {
        // A parent decides which questions a child is asked.
        if (!(await askForPin())) {
            mix.checked = !wanted;
            return;
        }
        await request("PUT", "/api/question-bank", { mix: wanted });
        showMessage(text(wanted ? "questions.mixed" : "questions.unmixed"), { duration: 4000 });
    } catch (error) {
        mix.checked = !wanted;
        showMessage(error instanceof NoConnection ? text("game.offline") : error.message,
            { duration: 0 });
    } finally {
        mix.disabled = false;
        mix.focus();
    }
});

if (new URLSearchParams(location.search).get("from") === "saved") {
    showMessage(text("questions.saved"), { kind: "right", duration: 3000 });
    history.replaceState(null, "", "/questions");
} else {
    sayWhatWaits();
}

/** Points to questions that were not saved before an involuntary logout. */
async function sayWhatWaits() {
    await forgetOldDrafts();
    const waiting = await draftedQuestions();
    if (waiting.length === 0) return;
    showMessage(text(waiting.includes("new") ? "questions.begun" : "questions.half_changed"),
        { duration: 8000 });
}
