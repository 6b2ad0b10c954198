// The tutorial (K1, K2): nine pages, turned by buttons, swipes and arrow keys.

import "./common.js";
import { narrate, prepare, silence } from "./narrator.js";
import { text } from "./page.js";

const pages = [...document.querySelectorAll(".page")];
const dots = [...document.querySelectorAll("#steps-done span")];
const previous = document.getElementById("previous");
const next = document.getElementById("next");
let shown = 0;

function sentence(number) {
    return pages[number].querySelector(".sentence-told").textContent;
}

function read(asked = false) {
    narrate(sentence(shown), { asked });
}

function show(number) {
    shown = number;
    for (const [place, section] of pages.entries()) section.hidden = place !== number;
    for (const [place, dot] of dots.entries()) dot.classList.toggle("on", place <= number);
    const focused = document.activeElement;
    previous.disabled = number === 0;
    next.disabled = number === pages.length - 1;
    // A disabled button passes its focus to the other one.
    if (focused === previous && previous.disabled) next.focus();
    if (focused === next && next.disabled) previous.focus();
    if (number + 1 < pages.length) prepare(sentence(number + 1));
}

function turn(by) {
    const number = shown + by;
    if (number < 0 || number >= pages.length) return;
    show(number);
    read();
}

for (const [place, section] of pages.entries()) {
    section.querySelector(".page-number").textContent =
        text("tutorial.page", { number: place + 1, total: pages.length });
}

previous.addEventListener("click", () => turn(-1));
next.addEventListener("click", () => turn(1));
document.querySelector("[data-hear]").addEventListener("click", () => read(true));

document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowRight") turn(1);
    if (event.key === "ArrowLeft") turn(-1);
    if (event.key === "Home") turn(-shown);
    if (event.key === "End") turn(pages.length - 1 - shown);
});

// A swipe is mostly horizontal, at least a twelfth of the screen, with one finger or the mouse.
const area = document.getElementById("main");
let start = null;
area.addEventListener("pointerdown", (event) => {
    start = event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
});
area.addEventListener("pointerup", (event) => {
    if (!start) return;
    const x = event.clientX - start.x;
    const y = event.clientY - start.y;
    start = null;
    if (Math.abs(x) > innerWidth / 12 && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
});
area.addEventListener("pointercancel", () => { start = null; });

addEventListener("pagehide", silence);
show(0);
read();
