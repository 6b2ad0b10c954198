// The family's page, protected by the parent PIN: print, notes, children, stored data and its
// deletion.

import { go, NoConnection } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { changeChild, addChild } from "./family-children.js";
import { askFor, reloadWith, say, trying } from "./family-asking.js";
import { watchNotes } from "./family-notes.js";
import { sayDeleted } from "./other-tabs.js";
import { text } from "./page.js";
import { askForPin, closeParent } from "./parent.js";

const main = document.getElementById("main");
const { child } = main.dataset;

// Shows a message that was left before the page was reloaded.
const told = sessionStorage.getItem("pet-family");
if (told) {
    sessionStorage.removeItem("pet-family");
    showMessage(told, { kind: "right" });
}

document.getElementById("print").addEventListener("click", () => setTimeout(() => print(), 260));

document.getElementById("done").addEventListener("click", async (event) => {
    event.preventDefault();
    try {
        await closeParent();
    } catch (error) {
        if (!(error instanceof NoConnection)) throw error;
    }
    go("/menu");
});

for (const link of document.querySelectorAll("[data-export]")) {
    link.addEventListener("click", async (event) => {
        event.preventDefault();
        // The page is open for ten minutes only. A link cannot request the PIN, so this opens it.
        if (await trying(askForPin)) location.assign(link.href);
    });
}

for (const row of document.querySelectorAll(".child-list li")) {
    row.querySelector("[data-rename]").addEventListener("click", () => changeChild(row));
    row.querySelector("[data-remove]")?.addEventListener("click", async () => {
        const { child: id, name } = row.dataset;
        const went = await askFor({
            question: text("family.child_question", { name }), action: text("family.child_delete"),
            kept: `/api/children/${id}`, deletion: `/api/children/${id}/delete`,
        });
        if (went) reloadWith(text("family.deleted"), id === child ? "/family" : undefined);
    });
}
document.getElementById("child-add")?.addEventListener("click", addChild);

document.getElementById("delete-day")?.addEventListener("click", async () => {
    const choice = document.getElementById("day");
    const place = `/api/children/${child}/days/${choice.value}`;
    const went = await askFor({
        question: text("family.delete_day_question", {
            date: choice.selectedOptions[0].textContent }),
        action: text("family.delete_day"), kept: place, deletion: `${place}/delete`,
    });
    if (went) reloadWith(text("family.deleted"));
});

document.getElementById("delete-all").addEventListener("click", async () => {
    const went = await askFor({
        question: text("family.delete_all_question"), action: text("family.delete_all"),
        kept: "/api/family", deletion: "/api/family/delete",
    });
    if (!went) return;
    await sayDeleted();
    go(went.next);
});

watchNotes(child);
addEventListener("unhandledrejection", (event) => say(event.reason));
