// Review Gameplay: in print every table is open.

import "./common.js";

document.getElementById("print")?.addEventListener("click", () => setTimeout(() => print(), 260));

const tables = document.querySelectorAll("details");
let closed = [];
addEventListener("beforeprint", () => {
    closed = [...tables].filter((table) => !table.open);
    for (const table of closed) table.open = true;
});
addEventListener("afterprint", () => {
    for (const table of closed) table.open = false;
});
