// The page of a child's card. The token is in the address's fragment, which is never sent: it goes into the form, and
// out of the address.

import "./common.js";
import { narrate } from "./narrator.js";
import { text } from "./page.js";

const form = document.getElementById("card");

function takeToken() {
    const token = location.hash.slice(1);
    if (!token) return;
    history.replaceState(null, "", location.pathname);
    form.elements.token.value = token;
    form.hidden = false;
    document.getElementById("none").hidden = true;
    document.getElementById("trouble").textContent = "";
    document.getElementById("start").focus();
    narrate(text("sign_in.card_spoken"));
}

takeToken();
// Another card may be scanned while the page is open.
addEventListener("hashchange", takeToken);
