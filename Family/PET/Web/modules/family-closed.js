// The family's page before the PIN.

import { NoConnection } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { text } from "./page.js";
import { askForPin } from "./parent.js";

async function open() {
    try {
        if (await askForPin()) location.reload();
    } catch (error) {
        showMessage(error instanceof NoConnection ? text("game.offline") : text("game.trouble"));
    }
}

document.getElementById("open").addEventListener("click", open);
open();
