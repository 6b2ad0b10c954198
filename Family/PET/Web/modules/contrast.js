// Shows two similar feelings side by side, each with a ring around the telling part, before both
// are offered as answers.

import { narrate, silence } from "./narrator.js";

const main = document.getElementById("main");
const section = document.getElementById("contrast");
const title = document.getElementById("contrast-title");
const faces = document.getElementById("contrast-faces");
const next = document.getElementById("contrast-next");

function ring({ x, y, radius }) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 100 100");
    svg.setAttribute("class", "pointer");
    svg.setAttribute("aria-hidden", "true");
    const circle = document.createElementNS(space, "circle");
    circle.setAttribute("cx", String(100 * x));
    circle.setAttribute("cy", String(100 * y));
    circle.setAttribute("r", String(100 * radius));
    svg.append(circle);
    return svg;
}

function figureOf(face) {
    const figure = document.createElement("figure");
    const picture = document.createElement("div");
    picture.className = "picture";
    const image = new Image(600, 600);
    image.src = face.picture;
    image.alt = face.description;
    picture.append(image, ring(face.point));
    const caption = document.createElement("figcaption");
    const word = document.createElement("strong");
    word.textContent = face.word;
    const tip = document.createElement("span");
    tip.textContent = face.tip;
    caption.append(word, tip);
    figure.append(picture, caption);
    return figure;
}

async function readAloud(shown, figures, pressed) {
    for (const [place, face] of shown.entries()) {
        if (pressed.done) return;
        figures[place].classList.add("told-now");
        for (const [sentence, clip] of [[face.word, face.wordClip], [face.tip, face.tipClip]]) {
            if (pressed.done || await narrate(sentence, { clip }) === "stopped") break;
        }
        figures[place].classList.remove("told-now");
    }
}

/**
 * Shows two faces in place of the question and reads how they differ.
 *
 * @param {object[]} shown the two faces as the server describes them
 * @returns {Promise<void>} settles when the player goes on
 */
export async function compare(shown) {
    const figures = shown.map(figureOf);
    faces.replaceChildren(...figures);
    main.classList.add("comparing");
    section.hidden = false;
    title.focus();
    const pressed = { done: false };
    const goingOn = new Promise((resolve) => {
        next.addEventListener("click", resolve, { once: true });
    });
    readAloud(shown, figures, pressed);
    await goingOn;
    pressed.done = true;
    silence();
    section.hidden = true;
    main.classList.remove("comparing");
    faces.replaceChildren();
}
