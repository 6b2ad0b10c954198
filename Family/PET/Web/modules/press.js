// B5: highlights a pressed button for 250 ms, with a short sound.

import { go } from "./api.js";
import { effect } from "./sound.js";

export const highlightMilliseconds = 250;

function highlight(button) {
    button.classList.add("pressed");
    setTimeout(() => button.classList.remove("pressed"), highlightMilliseconds);
}

/** Handles every press of a button on the page; a link is followed after its highlight. */
export function answerPresses() {
    // Runs before the button's own handler, which may disable it.
    document.addEventListener("click", (event) => {
        const button = pressed(event);
        if (!button) return;
        highlight(button);
        effect("press");
    }, { capture: true });
    // Runs after the button's own handler, which may handle the link itself.
    document.addEventListener("click", (event) => {
        const button = pressed(event);
        if (button instanceof HTMLAnchorElement) follow(button, event);
    });
    document.addEventListener("keydown", pressBySpace);
}

/** The button that a click presses; null if there is none, or it is disabled. */
function pressed(event) {
    const button = event.target.closest(".button, .tool, .choice, .box");
    if (!button || button.disabled || button.getAttribute("aria-disabled") === "true") return null;
    // A click on a label is repeated for its box: only the repetition counts.
    const isLabel = button.matches(".choice, .box");
    return isLabel && !event.target.matches("input") ? null : button;
}

// Links look like buttons, so the space bar activates them, too.
function pressBySpace(event) {
    if (event.key !== " " || !event.target.matches?.("a.button")) return;
    event.preventDefault();
    event.target.click();
}

function follow(link, event) {
    const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || modified || link.target || "plain" in link.dataset) return;
    event.preventDefault();
    setTimeout(() => go(link.href), highlightMilliseconds);
}

/** Arrow keys move between the buttons of a group marked `data-arrows`, by their positions on the
 * screen. */
export function moveByArrows() {
    const directions = {
        ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };
    document.addEventListener("keydown", (event) => {
        const direction = directions[event.key];
        const { target } = event;
        const group = target instanceof Element ? target.closest("[data-arrows]") : null;
        if (!direction || !group || event.ctrlKey || event.metaKey || event.altKey) return;
        const buttons = [...group.querySelectorAll("a.button, button:not(:disabled)")];
        const next = nearest(event.target, buttons, direction);
        if (!next) return;
        event.preventDefault();
        next.focus();
    });
}

function nearest(from, buttons, [x, y]) {
    const middle = (element) => {
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [startX, startY] = middle(from);
    let best = null;
    let least = Infinity;
    for (const button of buttons) {
        const [endX, endY] = middle(button);
        const along = (endX - startX) * x + (endY - startY) * y;
        const across = Math.abs((endX - startX) * y) + Math.abs((endY - startY) * x);
        if (button === from || along < 4) continue;
        const distance = along + 2 * across;
        if (distance < least) [best, least] = [button, distance];
    }
    return best;
}
