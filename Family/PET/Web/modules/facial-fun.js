// Facial Fun (F1 to F4): a face to make, the child as in a mirror, and an immediate verdict. The
// server decides; the browser shows the verdict and discards each picture at once.

import { go, goOffline, NoConnection, Refusal } from "./api.js";
import { clearMessage, showMessage } from "./band.js";
import { Camera } from "./camera.js";
import "./common.js";
import { celebrate, hideCelebration } from "./celebration.js";
import { Judge } from "./facial-fun-judge.js";
import { canBeSeen, canSkip, isPlaying, Machine } from "./facial-fun-states.js";
import * as view from "./facial-fun-view.js";
import { noteActivity } from "./idle.js";
import { narrate, silence } from "./narrator.js";
import { text, wait } from "./page.js";
import { askForPin } from "./parent.js";
import { hideReward, showReward } from "./reward.js";
import { ServiceCamera } from "./service-camera.js";
import { effect } from "./sound.js";

// The server accepts at most twelve pictures a second.
const frameEvery = 90;
// Without holding, pictures only check whether the face is visible.
const lookEvery = 700;
const restPictures = 5;
const restEvery = 200;
const restPatience = 12_000;
const feedbackMilliseconds = 2000;
const triesAfter = [400, 1200];
// Light that stays brighter or darker than during the resting face, by this factor and for this
// time.
const lightChange = 1.8;
const lightPatience = 3000;

const element = (id) => document.getElementById(id);
/**
 * This device's own camera, or, if the server requests it, that of the machine that runs the
 * game.
 * @type {Camera | ServiceCamera}
 */
let camera = new Camera(element("camera"));
const skip = element("skip");
const saw = element("saw");
const holdBox = element("hold");

let judge = null;
let round = null;
let level = 1;
let hold = true;
const machine = new Machine();
let shownAt = 0;
// The plant that this round grew.
let grown = null;
let pumping = false;

/** Changes the state of the screen unless the game that requested it has ended. */
function setMode(next) {
    if (!machine.change(next)) return;
    showMode();
}

function showMode() {
    const { state } = machine;
    document.body.dataset.mode = state;
    skip.disabled = !canSkip(state);
    saw.disabled = !canBeSeen(state);
    view.setReady({ ready: state === "watching", again: state === "not_yet" });
}

// MARK: Words

let speaking = false;
let spokeAt = 0;
let advice = { code: null, since: 0 };

async function speak(sentence, clip) {
    if (!sentence) return;
    speaking = true;
    const result = await narrate(sentence, { clip });
    if (result !== "stopped") speaking = false;
    spokeAt = performance.now();
}

/** Reads the hint once it has been valid for a while and nothing else is being read. */
function advise(answer) {
    const code = answer.reason ?? answer.hint ?? null;
    const now = performance.now();
    if (code !== advice.code) advice = { code, since: now };
    if (!code || speaking || now - advice.since < 1200 || now - spokeAt < 6000) return;
    speakAdvice(answer, machine.state);
}

/** Reads the description of the face, then the advice if the screen is still the same. */
async function speakAdvice(answer, during) {
    if (answer.seenSentence) {
        await speak(answer.seenSentence, answer.seenClip);
        if (!machine.is(during)) return;
    }
    await speak(answer.sentence, answer.clip);
}

// MARK: Asking

/**
 * Runs a request up to three times; without a connection, opens the login screen (A5).
 * Responses with status 429 are repeated up to 20 times.
 */
async function withRetries(work) {
    for (let tries = 0, refused = 0; ;) {
        try {
            return await work();
        } catch (error) {
            if (error instanceof Refusal && error.status === 429 && refused < 20) {
                refused += 1;
                await wait(120);
                continue;
            }
            const isTemporary = error instanceof NoConnection
                || (error instanceof Refusal && error.isTemporary);
            if (!isTemporary) throw error;
            if (tries >= triesAfter.length) {
                camera.close();
                goOffline(error);
                return await new Promise(() => {});
            }
            await wait(triesAfter[tries]);
            tries += 1;
        }
    }
}

/** Handles a failed request: the sitting has ended, or the server has a problem. */
function recover(error) {
    if (error.status === 401) return;
    camera.close();
    silence();
    if (error.code === "sitting_over") {
        go("/finished");
        return;
    }
    if (error.code === "no_faces") {
        // A parent excluded all feelings of this level; other levels may have faces.
        setMode("intro");
        view.showPanel("intro");
        element("intro-waits").textContent = text("face.no_faces");
        speak(text("face.no_faces"));
        return;
    }
    trouble(error.code === "unknown_sitting" ? "elsewhere" : "away");
}

function trouble(kind) {
    camera.close();
    hideReward();
    view.hideOwn();
    clearMessage();
    setMode("trouble");
    view.showTrouble(kind);
    speak(text(`face.trouble.${kind}.sentence`));
}

// MARK: Beginning

async function start() {
    setMode("starting");
    judge = null;
    restDoubted = false;
    try {
        await told;
        const begun = await beginSitting();
        if (!begun) return;
        judge = new Judge(begun.sitting);
        round = begun.round;
        hold = begun.hold;
        view.showPanel("game");
        view.showProgress(round);
        view.hideOwn();
        view.resetGauge();
        if (!await openCamera()) return;
        if (await takeRest()) await proceed();
    } catch (error) {
        recover(error);
    }
}

/** Waits for the judge, which may be starting; null if there is none. */
async function beginSitting() {
    const waits = element("intro-waits");
    for (let tries = 0; tries < 15; tries += 1) {
        const begun = await withRetries(() => Judge.begin(level));
        if (begun.state === "ready") {
            waits.textContent = "";
            return begun;
        }
        if (waits.textContent !== begun.sentence) {
            waits.textContent = begun.sentence;
            speak(begun.sentence, begun.clip);
        }
        await wait(2000);
        if (!machine.is("starting")) return null;
    }
    waits.textContent = "";
    trouble("away");
    return null;
}

async function openCamera() {
    try {
        await camera.open();
        return camera.isOpen;
    } catch (error) {
        trouble(error.kind ?? "other");
        return false;
    }
}

// MARK: The child's own rest

let restBrightness = null;
let lightChangedAt = null;
let wantsRest = false;
// Whether the service knows the child's resting face; a restarted service has forgotten it.
let restKnown = false;
// Whether the resting face was taken again because no face matched.
let restDoubted = false;

/**
 * Takes pictures of the child's resting face. With `again`, the previous one stays valid until the
 * new one is accepted.
 *
 * @returns {Promise<boolean>} whether the game goes on after that
 */
async function takeRest({ again = false } = {}) {
    setMode("resting");
    const mine = judge;
    wantsRest = false;
    restKnown = again && restKnown;
    lightChangedAt = null;
    view.showTarget({
        prompt: text("face.rest.title"), word: text("face.rest.title"),
        picture: "/content/symbols/neutral.svg", description: "",
    });
    view.showHint(null, text("face.rest.sentence"));
    view.showResting(0);
    speak(text("face.rest.sentence"));
    let taken = 0;
    let end = performance.now() + restPatience;
    while (machine.is("resting") && judge === mine && taken < restPictures
        && performance.now() < end) {
        if (document.hidden || !camera.isOpen) {
            await wait(300);
            end = performance.now() + restPatience;
            continue;
        }
        await wait(restEvery);
        const picture = await camera.nextFrame() && await camera.grab();
        if (!picture || !machine.is("resting")) continue;
        let answer;
        try {
            answer = await mine.rest(picture);
        } catch (error) {
            if (error.code === "unknown_sitting" || error.status === 401) {
                recover(error);
                return false;
            }
            await wait(600);
            continue;
        }
        if (!machine.is("resting") || judge !== mine) break;
        if (answer.state === "taken") {
            taken = answer.pictures;
            restKnown = true;
            view.sayOnMirror(null);
            view.showResting(Math.min(1, taken / restPictures));
        } else {
            view.sayOnMirror(answer.sentence);
            advise(answer);
        }
    }
    // Meanwhile the child may have left, or the camera may have disappeared.
    if (judge !== mine || !machine.is("resting", "starting")) return false;
    restBrightness = camera.brightness();
    view.sayOnMirror(null);
    view.resetGauge();
    return true;
}

/** Notes a strong change of light: the resting face is taken again before the next face. */
function watchLight() {
    const now = camera.brightness();
    if (now === null || restBrightness === null) return;
    const ratio = (now + 8) / (restBrightness + 8);
    if (ratio < lightChange && ratio > 1 / lightChange) {
        lightChangedAt = null;
    } else {
        lightChangedAt ??= performance.now();
        if (performance.now() - lightChangedAt > lightPatience) wantsRest = true;
    }
}

// MARK: Playing

async function proceed() {
    if (!round.current) {
        finish();
        return;
    }
    if (wantsRest) {
        await judge.retakeRest().catch(() => {});
        if (!await takeRest({ again: true })) return;
    }
    const { current } = round;
    setMode("starting");
    view.resetGauge();
    view.showProgress(round);
    view.showHint(null, text(hold ? "face.hold" : "face.tap"));
    for (const address of round.upcoming) new Image().src = address;
    await view.showTarget(current);
    if (!machine.is("starting")) return;
    if (current.easier) showMessage(text("face.easier"), { duration: 4000 });
    shownAt = performance.now();
    advice = { code: null, since: shownAt };
    setMode("watching");
    speak(current.prompt, current.promptClip);
    pump();
}

/** Sends one picture after the other while the face is judged. */
async function pump() {
    if (pumping) return;
    pumping = true;
    let lightAt = 0;
    try {
        while (machine.is("watching") && camera.isOpen && !document.hidden) {
            const began = performance.now();
            // A tap takes its own picture, which later frames must not replace.
            if (!await camera.nextFrame() || !machine.is("watching")) continue;
            const picture = await camera.grab();
            if (!picture || !machine.is("watching")) continue;
            const elapsed = performance.now() - shownAt;
            const answer = await withRetries(() => (hold
                ? judge.frame(picture, round.showing, elapsed)
                : judge.look(picture, round.showing, elapsed)));
            if (machine.is("watching")) await take(answer);
            if (began - lightAt > 1000) {
                lightAt = began;
                watchLight();
            }
            const pause = hold ? frameEvery : lookEvery;
            await wait(Math.max(0, pause - (performance.now() - began)));
        }
    } catch (error) {
        recover(error);
    } finally {
        pumping = false;
    }
    // The round may have ended and restarted while the last picture was being judged.
    if (machine.is("watching") && camera.isOpen && !document.hidden) pump();
}

async function take(answer) {
    // A child that holds a face touches nothing for a long time, but is active.
    if (answer.verdict !== "cannot_judge" && ["watching", "holding"].includes(answer.state)) {
        noteActivity();
    }
    if (restKnown && answer.baseline === false && ["watching", "holding"].includes(answer.state)) {
        // Without its own resting face, a child at rest may be judged angry, so it is taken again
        // before anything counts.
        wantsRest = true;
        view.setOval("idle");
        await proceed();
        return;
    }
    switch (answer.state) {
    case "watching":
    case "holding":
        if (hold) view.showAnswer(answer);
        else view.showLook(answer);
        advise(answer);
        break;
    case "away":
    case "moment":
        view.setOval("unseen");
        view.sayOnMirror(answer.sentence);
        advise({ ...answer, reason: answer.state });
        await wait(answer.state === "away" ? 1500 : 300);
        break;
    default:
        await decided(answer);
    }
}

/** F2: the child touches the screen when it is ready. */
async function tap() {
    if (machine.is("not_yet")) {
        retry();
        return;
    }
    if (!machine.is("watching")) return;
    performance.mark("face-tap");
    setMode("deciding");
    try {
        if (!hold) await lookBeforeTap();
        const picture = await camera.grab();
        if (!picture) {
            setMode("watching");
            pump();
            return;
        }
        const event = crypto.randomUUID();
        const elapsed = performance.now() - shownAt;
        const answer = await withRetries(() => judge.tap(picture, round.showing, elapsed, event));
        if (!machine.is("deciding")) return;
        if (["away", "moment"].includes(answer.state)) {
            setMode("watching");
            await take(answer);
            pump();
        } else {
            await decided(answer);
        }
    } catch (error) {
        recover(error);
    }
}

/**
 * Sends two pictures before that of a touch, because the verdict pools all three. While the face
 * is held, the server already has them.
 */
async function lookBeforeTap() {
    for (let pictures = 0; pictures < 2; pictures += 1) {
        const picture = await camera.grab();
        if (!picture) return;
        // If they are rejected or late, the touch is judged without them.
        await judge.look(picture, round.showing, performance.now() - shownAt).catch(() => {});
        await camera.nextFrame(150);
    }
}

function retry() {
    clearMessage();
    view.resetGauge();
    setMode("watching");
    pump();
}

/** A try has ended, and the server has counted it. */
async function decided(answer) {
    const { outcome } = answer;
    grown = answer.plant ?? grown;
    if (!outcome) {
        // The showing is outdated: continue with the server's state.
        round = answer.round ?? round;
        await proceed();
        return;
    }
    const shown = {
        matched: cheer, seen: cheer, not_yet: encourage, unjudged: explain,
    }[outcome.kind] ?? comfort;
    await shown(answer);
}

function markResult() {
    requestAnimationFrame(() => performance.mark("face-result"));
}

/** The child and the model, side by side for two seconds. */
async function cheer({ outcome, round: next, face }) {
    setMode("feedback");
    restDoubted = false;
    view.showMatched();
    view.showOwn(camera, face);
    view.showProgress(next);
    effect("right");
    showReward();
    showMessage(outcome.sentence, { kind: "right", duration: feedbackMilliseconds });
    markResult();
    speak(outcome.sentence, outcome.clip);
    await wait(feedbackMilliseconds);
    view.hideOwn();
    hideReward();
    camera.forget();
    await goOn(next);
}

/** Not yet: shows a hint, and the child may try again at any time. */
async function encourage(answer) {
    const { outcome } = answer;
    round = answer.round;
    setMode("not_yet");
    effect("wrong");
    view.sayOnMirror(null);
    view.setOval("watching");
    view.showHint(answer.hint, view.adviceWords(answer));
    showMessage(outcome.sentence, { duration: 4000 });
    markResult();
    speakBoth(outcome, answer);
}

/** Shows the verdict, and then the hint unless the child tries again first. */
async function speakBoth(outcome, answer) {
    await speak(outcome.sentence, outcome.clip);
    if (machine.is("not_yet") && answer.hint) await speakAdvice(answer, "not_yet");
}

/** The picture could not be judged, so nothing was counted. */
async function explain(answer) {
    view.showAnswer(answer);
    markResult();
    setMode("watching");
    spokeAt = 0;
    speak(answer.sentence, answer.clip);
    pump();
}

/** This face comes later in the round, or not again. */
async function comfort({ outcome, round: next }) {
    setMode("feedback");
    // A wrong resting face (the child moved) would prevent every match: taken again, once.
    if (outcome.kind === "later" && restBrightness !== null && !restDoubted) {
        restDoubted = true;
        wantsRest = true;
    }
    view.resetGauge();
    view.sayOnMirror(null);
    showMessage(outcome.sentence, { duration: feedbackMilliseconds });
    markResult();
    speak(outcome.sentence, outcome.clip);
    await wait(outcome.kind === "skipped" ? feedbackMilliseconds * 0.6 : feedbackMilliseconds);
    await goOn(next);
}

async function goOn(next) {
    if (!machine.is("feedback")) return;
    round = next;
    await proceed();
}

async function finish() {
    setMode("finished");
    judge?.end();
    judge = null;
    camera.close();
    camera.forget();
    view.showProgress(round);
    view.showPanel("finished");
    const plant = grown;
    grown = null;
    await speak(text("face.finished"));
    if (plant && machine.is("finished")) {
        await celebrate(plant);
        hideCelebration();
    }
    if (machine.is("finished")) element("play-again").focus();
}

/** F4: Done leaves at any time. */
function leave() {
    judge?.end();
    judge = null;
    camera.close();
    camera.forget();
    silence();
}

// MARK: What the child presses

for (const button of document.querySelectorAll(".face-level")) {
    button.addEventListener("click", () => {
        if (!machine.is("intro")) return;
        level = Number(button.dataset.level);
        silence();
        start();
    });
}

holdBox.addEventListener("change", () => {
    hold = holdBox.checked;
    Judge.setHold(hold).catch(() => {});
});

// Any touch on the faces counts: a child does not aim.
element("game").addEventListener("click", (event) => {
    if (event.target.closest("button") === null) tap();
});
element("ready").addEventListener("click", tap);
element("again").addEventListener("click", retry);

skip.addEventListener("click", async () => {
    if (machine.is("resting")) {
        setMode("starting");
        return;
    }
    if (!machine.is("watching", "not_yet")) return;
    setMode("deciding");
    silence();
    try {
        const event = crypto.randomUUID();
        const elapsed = performance.now() - shownAt;
        await decided(await withRetries(() => judge.skip(round.showing, elapsed, event)));
    } catch (error) {
        recover(error);
    }
});

// A grown-up next to the child overrules the machine's verdict. Judging pauses meanwhile.
saw.addEventListener("click", async () => {
    if (!canBeSeen(machine.state)) return;
    const [before, mine, showing] = [machine.state, judge, round.showing];
    const elapsed = performance.now() - shownAt;
    const event = crypto.randomUUID();
    setMode("asking");
    silence();
    try {
        // The child's current face, before the keypad takes its smile away.
        await camera.grab();
        const isOpen = await askForPin();
        if (!machine.is("asking") || judge !== mine) return;
        if (isOpen) {
            await decided(await withRetries(() => mine.seen(showing, elapsed, event)));
            return;
        }
    } catch (error) {
        if (error.code !== "parent_needed") {
            recover(error);
            return;
        }
    }
    if (before === "not_yet") {
        setMode("not_yet");
        return;
    }
    setMode("watching");
    pump();
});

element("done").addEventListener("click", () => {
    setMode("finished");
    leave();
    setTimeout(() => go("/levels?from=facial-fun"), 250);
});

element("play-again").addEventListener("click", start);

element("trouble-again").addEventListener("click", async () => {
    const { kind } = element("trouble").dataset;
    if (!judge || kind === "elsewhere" || kind === "away") {
        start();
        return;
    }
    view.showPanel("game");
    setMode("starting");
    if (!await openCamera()) return;
    try {
        if (restBrightness === null && !await takeRest()) return;
        await proceed();
    } catch (error) {
        recover(error);
    }
});

element("hear").addEventListener("click", () => {
    const words = machine.is("intro") ? text("face.intro.what")
        : machine.is("trouble") ? element("trouble-sentence").textContent
            : machine.is("finished") ? text("face.finished") : element("prompt").textContent;
    narrate(words, { caption: true, asked: true });
});

camera.onLost = () => trouble("lost");

function useCameraOfServer() {
    camera = new ServiceCamera(element("camera-picture"));
    camera.onLost = () => trouble("lost");
    element("camera").hidden = true;
}

// A hidden page closes the camera and sends nothing.
document.addEventListener("visibilitychange", async () => {
    if (!judge || !isPlaying(machine.state)) return;
    if (document.hidden) {
        camera.close();
        silence();
    } else if (await openCamera()) {
        pump();
    }
});

addEventListener("pagehide", leave);

showMode();
view.showPanel("intro");
const told = Judge.overview().then((answer) => {
    if (answer.camera === "service") useCameraOfServer();
    hold = answer.hold;
    holdBox.checked = hold;
    if (answer.sentence && machine.is("intro")) element("intro-waits").textContent = answer.sentence;
}, () => {});
