// The end of a sitting, without pressure to continue; a grown-up can start a new one.

import { go, goOffline, NoConnection, request } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { narrate } from "./narrator.js";
import { text } from "./page.js";
import { askForPin } from "./parent.js";

document.getElementById("again").addEventListener("click", async () => {
    try {
        if (!(await askForPin())) return;
        await request("POST", "/api/sitting", {});
        go("/levels");
    } catch (error) {
        if (error instanceof NoConnection) goOffline(error);
        else showMessage(error.message);
    }
});

setTimeout(() => narrate(text("finished.spoken"), { caption: true }), 800);
