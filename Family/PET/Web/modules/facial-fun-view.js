// The view of the Facial Fun screen. The gauge rises and falls smoothly and never drops at once.

import { HintDrawing } from "./facial-fun-hint.js";
import { Motion } from "./motion.js";
import { motionIsOn, text } from "./page.js";

const element = (id) => document.getElementById(id);
const panels = ["intro", "trouble", "finished", "game"];
const oval = element("oval");
const gauge = element("gauge");
const say = element("say");
const help = element("help");
const own = element("own");
const drawing = new HintDrawing(element("hint"));
const motion = new Motion(
    /** @type {HTMLImageElement} */ (element("model-picture")),
    /** @type {HTMLButtonElement} */ (element("motion")));

/** Shows one of the parts: intro, trouble, finished, game. */
export function showPanel(name) {
    for (const panel of panels) element(panel).hidden = panel !== name;
    document.body.dataset.face = name;
}

export function showTrouble(kind) {
    element("trouble-title").textContent = text(`face.trouble.${kind}.title`);
    element("trouble-sentence").textContent = text(`face.trouble.${kind}.sentence`);
    element("trouble-again").textContent = text(
        kind === "elsewhere" ? "face.go_on" : "face.again");
    element("trouble").dataset.kind = kind;
    showPanel("trouble");
    element("trouble-again").focus();
}

export function showProgress(round) {
    const bar = element("progress");
    bar.setAttribute("aria-valuemax", round.total);
    bar.setAttribute("aria-valuenow", round.done);
    bar.setAttribute("aria-valuetext",
        text("face.progress", { done: round.done, total: round.total }));
    bar.replaceChildren(...Array.from({ length: round.total }, (_, at) => {
        const mark = document.createElement("i");
        if (at < round.done) mark.className = "done";
        return mark;
    }));
}

/** Shows the face to make; resolves when its picture is painted. */
export async function showTarget(target) {
    const picture = element("model-picture");
    const word = element("model-word");
    element("prompt").textContent = target.prompt;
    word.textContent = target.word;
    word.hidden = target.picture !== null;
    picture.hidden = target.picture === null;
    motion.offer(null);
    if (target.picture === null) return;
    picture.alt = target.description || target.word;
    picture.src = target.picture;
    try {
        await Promise.race([picture.decode(),
            new Promise((resolve) => { setTimeout(resolve, 3000); })]);
        motion.offer(target.picture);
    } catch {
        picture.hidden = true;
        word.hidden = false;
    }
}

// The gauge, 0…100 % of the rim. Closeness fills the first seven tenths, holding the rest.
const nearShare = 70;
let shown = 0;
let wanted = 0;
let painting = 0;
let painted = 0;

function paint(now) {
    const passed = Math.min(100, now - painted) / 1000;
    painted = now;
    // Rises within a quarter of a second and falls more slowly, so a single bad picture has no
    // effect.
    const speed = wanted > shown ? 280 : 60;
    const step = speed * passed;
    draw(Math.abs(wanted - shown) <= step ? wanted : shown + Math.sign(wanted - shown) * step);
    painting = shown === wanted ? 0 : requestAnimationFrame(paint);
}

function draw(value) {
    shown = value;
    gauge.style.strokeDasharray = `${shown.toFixed(1)} 100`;
    oval.setAttribute("aria-valuenow", Math.round(shown));
}

function setGauge(value) {
    wanted = value;
    if (painting) return;
    painted = performance.now();
    painting = requestAnimationFrame(paint);
}

/** Empties the gauge at once, so a new face does not start with the value of the previous one. */
export function resetGauge() {
    wanted = 0;
    draw(0);
    setOval("idle");
}

/** `idle`, `unseen`, `seen`, `watching`, `holding`, `matched` or `resting`. */
export function setOval(state) {
    oval.dataset.state = state;
}

/** The message on the mirror: the reason why the face cannot be judged, or a request to wait;
 * null for none. */
export function sayOnMirror(sentence) {
    say.hidden = !sentence;
    if (say.textContent !== (sentence ?? "")) say.textContent = sentence ?? "";
}

/** Marks the oval if the face is visible, without moving the gauge; for play without holding. */
export function showLook(answer) {
    const seen = answer.verdict !== "cannot_judge";
    setOval(seen ? "seen" : "unseen");
    sayOnMirror(seen ? null : answer.sentence);
}

/** Shows the service's answer for a picture. */
export function showAnswer(answer) {
    if (answer.verdict === "cannot_judge") {
        setOval("unseen");
        sayOnMirror(answer.sentence);
        setGauge(0);
        return;
    }
    sayOnMirror(null);
    setOval(answer.state === "holding" ? "holding" : "watching");
    setGauge(answer.progress * nearShare + (answer.held ?? 0) * (100 - nearShare));
    showHint(answer.hint, adviceWords(answer) || text("face.hold"));
}

/** Describes the face, then gives advice. */
export function adviceWords(answer) {
    return [answer.seenSentence, answer.sentence].filter(Boolean).join(" ");
}

export function showMatched() {
    sayOnMirror(null);
    setOval("matched");
    setGauge(100);
    showHint(null, "");
}

export function showResting(share) {
    setOval("resting");
    setGauge(share * 100);
}

/** The single most helpful hint, in words and as a movement. */
export function showHint(code, sentence) {
    drawing.show(code ?? null, motionIsOn());
    if (help.textContent !== (sentence ?? "")) help.textContent = sentence ?? "";
}

export function setReady({ ready, again }) {
    element("ready").hidden = !ready;
    element("again").hidden = !again;
}

/** Shows the child's own picture next to the target; it is never sent or stored for this. */
export function showOwn(camera, face) {
    camera.copyTo(own, face);
    own.hidden = false;
}

export function hideOwn() {
    own.hidden = true;
    own.width = 0;
    own.height = 0;
}
