// The view of a question: picture, prompt, answers, tip, progress. It decides nothing.

import { Motion } from "./motion.js";
import { icon, text } from "./page.js";

const main = document.getElementById("main");
const picture = document.getElementById("picture");
const pictureWords = document.getElementById("picture-words");
const pointer = document.getElementById("pointer");
const prompt = document.getElementById("prompt");
const answers = document.getElementById("answers");
const progress = document.getElementById("progress");
const tipButton = document.getElementById("tip");
const tipPanel = document.getElementById("tip-panel");
const tipText = document.getElementById("tip-text");

const motion = new Motion(
    /** @type {HTMLImageElement} */ (picture),
    /** @type {HTMLButtonElement} */ (document.getElementById("motion")));

picture.addEventListener("error", () => {
    if (!picture.getAttribute("src")) return;
    picture.hidden = true;
    motion.offer(null);
    pictureWords.textContent = picture.alt || text("play.picture_missing");
    pictureWords.hidden = false;
});

function answerButton(answer, number) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button answer";
    button.dataset.answer = answer.id;
    button.dataset.number = number;
    if (answer.picture) {
        const image = new Image();
        image.className = "answer-picture";
        image.src = answer.picture;
        image.alt = answer.word || String(number);
        button.append(image, emptyPointer());
    } else {
        if (answer.symbol) {
            const image = new Image();
            image.className = "symbol";
            image.src = answer.symbol;
            image.alt = "";
            // Without its symbol an answer shows only its word.
            image.addEventListener("error", () => image.remove());
            button.append(image);
        }
        const word = document.createElement("span");
        word.textContent = answer.word;
        button.append(word);
    }
    const mark = icon("check");
    mark.classList.add("mark");
    button.append(mark);
    if (answer.disabled) fadeAnswer(button);
    return button;
}

/** A ring for the tip on a picture that is an answer. */
function emptyPointer() {
    const copy = pointer.cloneNode(true);
    copy.removeAttribute("id");
    copy.toggleAttribute("hidden", true);
    return copy;
}

/** The rings of the tip: one on the question's picture, or one on each picture to choose from. */
function pointers() {
    return picture.hidden ? [...answers.querySelectorAll(".pointer")] : [pointer];
}

function fadeAnswer(button) {
    button.disabled = true;
    button.classList.add("gone");
    button.setAttribute("aria-label", `${labelOf(button)}, ${text("play.answer_wrong")}`);
}

function labelOf(button) {
    return button.textContent.trim() || button.querySelector("img")?.alt || "";
}

/** Shows a question, whose pictures should be loaded. */
export function showQuestion(question) {
    hideTip();
    main.classList.toggle("worded", !question.picture);
    pictureWords.hidden = Boolean(question.picture);
    pictureWords.textContent = question.picture ? "" : question.prompt;
    picture.hidden = !question.picture;
    picture.alt = question.description || "";
    if (question.picture) picture.src = question.picture;
    else picture.removeAttribute("src");
    motion.offer(question.picture);
    prompt.textContent = question.prompt;
    const areaPictures = question.answers.some((answer) => answer.picture);
    answers.classList.toggle("pictures", areaPictures);
    answers.replaceChildren(...question.answers.map((answer, place) =>
        answerButton(answer, place + 1)));
    main.classList.remove("arriving");
    // Reading the width restarts the animation.
    void main.offsetWidth;
    main.classList.add("arriving");
}

/** One mark for each question of the round. */
export function showProgress(done, total) {
    progress.classList.toggle("many", total > 16);
    const marks = Array.from({ length: total }, (_, place) => {
        const mark = document.createElement("i");
        mark.classList.toggle("done", place < done);
        return mark;
    });
    progress.replaceChildren(...marks);
    progress.setAttribute("aria-valuemax", String(total));
    progress.setAttribute("aria-valuenow", String(done));
    progress.setAttribute("aria-valuetext", text("play.progress", { done, total }));
}

/** Marks the answers as waiting for the server; the chosen one stays highlighted. */
export function setBusy(busy, chosen) {
    answers.setAttribute("aria-busy", String(busy));
    for (const button of answers.querySelectorAll("button")) {
        button.classList.toggle("chosen", busy && button.dataset.answer === chosen);
    }
}

/** D5: disables a wrong answer and moves the focus to an enabled one. */
export function greyOut(id) {
    const button = buttonOf(id);
    if (!button || button.disabled) return;
    const focused = document.activeElement === button;
    fadeAnswer(button);
    if (focused) answers.querySelector("button:not(:disabled)")?.focus();
}

/** D4, D6: highlights the right answer and disables all. */
export function highlightRight(id) {
    const button = buttonOf(id);
    for (const other of answers.querySelectorAll("button")) other.disabled = true;
    if (!button) return;
    button.classList.remove("gone");
    button.classList.add("right");
    button.setAttribute("aria-label", `${labelOf(button)}, ${text("play.answer_right")}`);
}

/** Whether an answer is disabled or no longer on the screen. */
export function isGone(id) {
    return buttonOf(id)?.disabled ?? true;
}

/** Highlights an answer while its word is read. */
export function light(id, on) {
    buttonOf(id)?.classList.toggle("told-now", on);
}

/** The button of an answer. */
export function buttonOf(id) {
    return answers.querySelector(`[data-answer="${CSS.escape(id)}"]`);
}

/** Focuses the question, so screen readers read it and the answers come next. */
export function focusPrompt() {
    const hidden = main.classList.contains("worded");
    (hidden ? answers.querySelector("button:not(:disabled)") : prompt)?.focus();
}

/**
 * D3: shows the tip below the picture, with a ring around the part it describes. If the answers
 * are pictures, each has a ring in the same place: the tip shows where to look, not which one is
 * right.
 */
export function showTip(sentence, point) {
    tipText.textContent = sentence;
    tipPanel.hidden = false;
    tipButton.setAttribute("aria-expanded", "true");
    if (!point) return;
    for (const shown of pointers()) {
        const circle = shown.querySelector("circle");
        circle.setAttribute("cx", String(point.x * 100));
        circle.setAttribute("cy", String(point.y * 100));
        circle.setAttribute("r", String(point.radius * 100));
        shown.toggleAttribute("hidden", false);
    }
}

export function hideTip() {
    tipPanel.hidden = true;
    for (const shown of [pointer, ...answers.querySelectorAll(".pointer")]) {
        shown.toggleAttribute("hidden", true);
    }
    tipButton.setAttribute("aria-expanded", "false");
}

export function tipIsShown() {
    return !tipPanel.hidden;
}
