// The terms: "Back" closes them if they were opened in a new tab.

import "./common.js";

document.querySelector("[data-back]").addEventListener("click", (event) => {
    if (!window.opener && history.length > 1) return;
    event.preventDefault();
    window.close();
    // Scripts cannot close other tabs; there the link is followed.
    const { href } = event.currentTarget;
    setTimeout(() => location.assign(href), 300);
});
