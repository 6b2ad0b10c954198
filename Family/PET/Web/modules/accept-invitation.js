// Accept an invitation: the form works without this; it adds the correction of a mistyped address.

import { suggestEmail } from "./email-correction.js";

const form = document.querySelector("form");
const doubt = suggestEmail(form);

form.addEventListener("submit", (event) => {
    const accept = doubt();
    if (!accept) return;
    event.preventDefault();
    accept.focus();
});
