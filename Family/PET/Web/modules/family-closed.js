// The family's page before the PIN.

import { NoConnection } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { logOut } from "./log-out.js";
import { text } from "./page.js";
import { askForPin } from "./parent.js";

async function open() {
    try {
        if (await askForPin()) location.assign(form.elements.next.value);
    } catch (error) {
        showMessage(error instanceof NoConnection ? text("game.offline") : text("game.trouble"));
    }
}

const form = document.getElementById("pin-form");

form.addEventListener("submit", (event) => {
    // A PIN that was typed into the form is submitted with the form.
    if (form.elements.pin.value) return;
    event.preventDefault();
    open();
});
document.getElementById("logout")?.addEventListener("click", logOut);
if (!form.querySelector(".wrong")) open();
