// The main menu.

import { goOffline, NoConnection, request } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { logOut } from "./log-out.js";
import { waiting } from "./outbox.js";
import { icon, text } from "./page.js";

document.getElementById("logout").addEventListener("click", logOut);

setTimeout(async () => {
    if ((await waiting()) > 0) showMessage(text("menu.waiting"), { duration: 0 });
}, 3000);

// The child's badge, which the child chooses.
const dialog = document.getElementById("badge-dialog");
const form = document.getElementById("badge-form");

document.getElementById("me").addEventListener("click", () => {
    for (const name of ["drawing", "colour"]) {
        for (const choice of form.elements[name]) choice.checked = choice.value === form.dataset[name];
    }
    dialog.showModal();
});
document.getElementById("badge-close").addEventListener("click", () => dialog.close());
form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = { drawing: form.elements.drawing.value, colour: form.elements.colour.value };
    try {
        await request("PUT", "/api/player/badge", chosen);
        Object.assign(form.dataset, chosen);
        const badge = document.querySelector("#me .badge");
        badge.className = `badge ${chosen.colour}`;
        badge.replaceChildren(icon(chosen.drawing));
        dialog.close();
    } catch (error) {
        dialog.close();
        if (error instanceof NoConnection) goOffline(error);
        else showMessage(text("game.trouble"));
    }
});
