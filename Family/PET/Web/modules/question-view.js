// What a question looks like: picture, prompt, answers, tip, progress. It decides nothing.

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

picture.addEventListener("error", () => {
    if (!picture.getAttribute("src")) return;
    picture.hidden = true;
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
            // A symbol that is missing leaves its word.
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

/** A ring for the tip, over a picture that is an answer. */
function emptyPointer() {
    const copy = pointer.cloneNode(true);
    copy.removeAttribute("id");
    copy.toggleAttribute("hidden", true);
    return copy;
}

/** The rings that point: one on the question's picture, else one on each picture to choose from. */
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

/** Shows a question; its pictures should be ready. */
export function showQuestion(question) {
    hideTip();
    main.classList.toggle("worded", !question.picture);
    pictureWords.hidden = Boolean(question.picture);
    pictureWords.textContent = question.picture ? "" : question.prompt;
    picture.hidden = !question.picture;
    picture.alt = question.description || "";
    if (question.picture) picture.src = question.picture;
    else picture.removeAttribute("src");
    prompt.textContent = question.prompt;
    const areaPictures = question.answers.some((answer) => answer.picture);
    answers.classList.toggle("pictures", areaPictures);
    answers.replaceChildren(...question.answers.map((answer, place) =>
        answerButton(answer, place + 1)));
    main.classList.remove("arriving");
    // Reading the width lets the animation begin anew.
    void main.offsetWidth;
    main.classList.add("arriving");
}

/** One mark a question of the round. */
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

/** Whether the answers wait for the server; the chosen one stays lit meanwhile. */
export function setBusy(busy, chosen) {
    answers.setAttribute("aria-busy", String(busy));
    for (const button of answers.querySelectorAll("button")) {
        button.classList.toggle("chosen", busy && button.dataset.answer === chosen);
    }
}

/** D5: the answer is greyed and takes no more presses; the focus moves to one that does. */
export function greyOut(id) {
    const button = buttonOf(id);
    if (!button || button.disabled) return;
    const focused = document.activeElement === button;
    fadeAnswer(button);
    if (focused) answers.querySelector("button:not(:disabled)")?.focus();
}

/** D4, D6: the right answer is highlighted; nothing takes presses any more. */
export function highlightRight(id) {
    const button = buttonOf(id);
    for (const other of answers.querySelectorAll("button")) other.disabled = true;
    if (!button) return;
    button.classList.remove("gone");
    button.classList.add("right");
    button.setAttribute("aria-label", `${labelOf(button)}, ${text("play.answer_right")}`);
}

/** Whether an answer is greyed, or on the screen no more. */
export function isGone(id) {
    return buttonOf(id)?.disabled ?? true;
}

/** Lights an answer while its word is read. */
export function light(id, on) {
    buttonOf(id)?.classList.toggle("told-now", on);
}

/** The button of an answer. */
export function buttonOf(id) {
    return answers.querySelector(`[data-answer="${CSS.escape(id)}"]`);
}

/** Brings the keyboard to the question, so that it is read and the answers come next. */
export function focusPrompt() {
    const hidden = main.classList.contains("worded");
    (hidden ? answers.querySelector("button:not(:disabled)") : prompt)?.focus();
}

/**
 * D3: the tip below the picture, and the place that it speaks of. Where the answers are pictures it
 * is the same place in each of them, so that the tip says where to look and not which one it is.
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
