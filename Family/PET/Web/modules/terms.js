// The terms: "Back" closes them where they were opened in a tab of their own.

import "./common.js";

document.querySelector("[data-back]").addEventListener("click", (event) => {
    if (!window.opener && history.length > 1) return;
    event.preventDefault();
    window.close();
    // A tab that was not opened by a page stays; then the link leads on.
    const { href } = event.currentTarget;
    setTimeout(() => location.assign(href), 300);
});
