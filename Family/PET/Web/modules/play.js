// The game (D1 to D8): requests a round, sends the player's actions, and shows the verdicts. The
// server decides; the browser only stores and shows.

import { go, request } from "./api.js";
import { clearMessage, showMessage } from "./band.js";
import "./common.js";
import { narrate, prepare, silence } from "./narrator.js";
import * as outbox from "./outbox.js";
import { text, wait } from "./page.js";
import { picturesReady, preload } from "./preload.js";
import { highlightMilliseconds } from "./press.js";
import { celebrate } from "./celebration.js";
import { compare } from "./contrast.js";
import * as view from "./question-view.js";
import { readLater, readSoon, readUnless, stopReading } from "./reading.js";
import { withRetries } from "./retries.js";
import { hideReward, showReward, showStickers } from "./reward.js";
import { effect } from "./sound.js";

const messageMilliseconds = 2000;

const level = document.getElementById("main").dataset.level;
const answers = document.getElementById("answers");
const skip = document.getElementById("skip");
const tip = document.getElementById("tip");
const hear = document.getElementById("hear");
const menu = document.getElementById("menu-dialog");

let round = null;
// The server's message at the end of a round: state of the sitting, and new stickers.
let end = null;
// The plant that this round grew; a closing question grows none.
let grown = null;
let shownAt = 0;
let busy = true;
// Whether an answer had the keyboard focus; then the next question's answers get it.
let atAnswers = false;
// The questions of this round before which two similar faces were compared.
const compared = new Set();

function setBusy(now, chosen) {
    busy = now;
    view.setBusy(now, chosen);
    skip.disabled = now || !round?.current;
    tip.disabled = !round?.current;
    hear.disabled = !round?.current;
}

async function showCurrent() {
    const { current } = round;
    await picturesReady(current);
    hideReward();
    clearMessage();
    if (current.contrast && !compared.has(current.id)) {
        compared.add(current.id);
        hear.disabled = true;
        tip.disabled = true;
        await compare(current.contrast);
    }
    view.showQuestion(current);
    view.showProgress(round.done, round.total);
    if (atAnswers) view.focusPrompt();
    shownAt = performance.now();
    requestAnimationFrame(() => performance.mark("question-shown"));
    setBusy(false);
    tip.classList.toggle("calls", round.offersTip);
    readSoon(current);
    preload([current, ...round.upcoming]);
    if (current.tip) prepare(current.tip, current.tipClip);
}

async function proceed() {
    performance.mark("question-due");
    if (round.finished || !round.current) await finish();
    else await showCurrent();
}

/**
 * D8: opens the levels. At the end of a sitting, one more question follows that the child can
 * answer, and then the end.
 */
async function finish() {
    stopReading();
    setBusy(true);
    hideReward();
    view.showProgress(round.total, round.total);
    if (end?.sitting.closing) {
        await say(text("play.closing"));
        await begin();
        return;
    }
    if (end?.stickers.length) {
        const { stickers } = end;
        showStickers(stickers);
        request("POST", "/api/stickers/shown", { stickers }).catch(() => {});
        await say(text("play.sticker"));
    }
    await say(text("play.finished"));
    if (grown) {
        clearMessage();
        await celebrate(grown.plant, grown.levelSentence);
    }
    go(end?.sitting.over ? "/finished" : `/levels?from=${encodeURIComponent(level)}`);
}

/** Reads and shows a sentence for as long as reading takes, four seconds at most. */
async function say(sentence) {
    showMessage(sentence, { kind: "right", duration: 0 });
    await Promise.race([Promise.all([narrate(sentence), wait(1500)]), wait(4000)]);
}

async function begin() {
    setBusy(true);
    const waits = setTimeout(() => showMessage(text("play.loading"), { duration: 0 }), 600);
    try {
        await withRetries(() => outbox.flush());
        round = await withRetries(() => request("POST", "/api/rounds", { level }));
    } catch (error) {
        clearTimeout(waits);
        if (error.status === 401) return;
        if (error.code === "sitting_over" || error.code === "level_closed") {
            go(error.code === "sitting_over" ? "/finished" : "/levels");
            return;
        }
        if (error.code === "no_questions" && level === "bank") {
            go("/question-bank");
            return;
        }
        const sentence = error.code === "no_questions" ? text("play.no_questions") : error.message;
        showMessage(sentence, { duration: 0 });
        return;
    }
    clearTimeout(waits);
    clearMessage();
    end = null;
    await proceed();
}

function eventOf(kind, answer) {
    const event = {
        id: crypto.randomUUID(), question: round.current.id, presentation: round.presentation,
        kind, elapsedMilliseconds: Math.round(performance.now() - shownAt),
    };
    if (answer !== undefined) event.answer = answer;
    return event;
}

/** Stores the event, sends it until the server responds, and returns the response. */
async function sendEvent(event) {
    let order = null;
    return withRetries(async () => {
        try {
            return await (order === null ? outbox.post(round.id, event) : outbox.send(order));
        } catch (error) {
            order = error.order ?? order;
            throw error;
        }
    });
}

/** Sends an event that gets a verdict, and shows the verdict after the button's highlight. */
async function decide(kind, answer) {
    if (busy || !round?.current) return;
    atAnswers = document.activeElement !== skip && document.activeElement !== document.body;
    setBusy(true, answer);
    stopReading();
    silence();
    const seen = wait(highlightMilliseconds);
    try {
        const [verdict] = await Promise.all([sendEvent(eventOf(kind, answer)), seen]);
        // Another tab sent it and has the response.
        if (verdict) await show(verdict, answer);
        else await takeUp();
    } catch (error) {
        await recover(error);
    }
}

async function show({ outcome, round: next, end: said }, answer) {
    end = said ?? end;
    if (said?.plant) grown = said;
    if (outcome.reason === "withdrawn") await excuse(outcome);
    const feedback = {
        right: () => reveal(outcome, "right"), revealed: () => reveal(outcome, "plain"),
        set_aside: () => reveal(outcome, "plain"), skipped: () => reveal(outcome, "plain"),
        wrong: () => encourage(outcome, answer),
    }[outcome.kind];
    if (outcome.kind === "wrong") {
        const offered = round.offersTip;
        round = { ...next, current: next.current ?? round.current };
        feedback();
        if (round.offersTip && !offered) offerTip(round.presentation);
        return;
    }
    const shown = feedback ? feedback() : Promise.resolve();
    preload([next.current, ...next.upcoming].filter(Boolean));
    await shown;
    round = next;
    await proceed();
}

/** D4, D6, D7: shows the right answer for two seconds at most, then the next question. */
async function reveal(outcome, kind) {
    const skipped = outcome.kind === "skipped" || !outcome.right;
    view.hideTip();
    if (outcome.right) view.highlightRight(outcome.right);
    if (kind === "right") {
        effect("right");
        showReward();
        view.showProgress(round.done + 1, round.total);
    } else if (outcome.right) {
        effect("wrong");
    }
    if (outcome.sentence) {
        showMessage(outcome.sentence, { kind, duration: messageMilliseconds });
        narrate(outcome.sentence, { clip: outcome.clip });
    }
    await wait(skipped ? messageMilliseconds * 0.6 : messageMilliseconds);
}

/** The question was deleted while it was on the screen. */
async function excuse(outcome) {
    view.hideTip();
    showMessage(outcome.sentence, { duration: messageMilliseconds });
    narrate(outcome.sentence, { clip: outcome.clip });
    await wait(messageMilliseconds);
}

/** D5: marks the wrong answer and lets the child try again at once. */
function encourage(outcome, answer) {
    effect("wrong");
    view.greyOut(answer);
    showMessage(outcome.sentence, { duration: messageMilliseconds });
    narrate(outcome.sentence, { clip: outcome.clip });
    setBusy(false);
    readLater();
}

/** After two mistakes the tip is offered, once the previous sentence has ended. */
async function offerTip(presentation) {
    if (view.tipIsShown()) return;
    tip.classList.add("calls");
    await wait(messageMilliseconds);
    if (busy || round?.presentation !== presentation || view.tipIsShown()) return;
    showMessage(text("play.tip_offer"), { duration: 2 * messageMilliseconds });
    narrate(text("play.tip_offer"));
}

/** The server rejected the event: continue with the server's state of the round. */
async function recover(error) {
    if (error.status === 401) return;
    if (error.code === "unknown_round") {
        showMessage(text("play.unknown_round"));
        await wait(messageMilliseconds);
        await begin();
        return;
    }
    showMessage(text("game.trouble"));
    try {
        await takeUp();
    } catch {
        await begin();
    }
}

/** Continues at the server's state of the round. */
async function takeUp() {
    round = await withRetries(() => request("GET", `/api/rounds/${encodeURIComponent(round.id)}`));
    await proceed();
}

/** A tip or a repetition is reported in the background and never delays the game. */
function note(kind) {
    outbox.post(round.id, eventOf(kind)).then((verdict) => {
        if (verdict?.outcome.reason === "stale" && !busy) {
            round = verdict.round;
            proceed();
        }
    }).catch(() => {});
}

answers.addEventListener("click", (event) => {
    const button = event.target.closest("[data-answer]");
    if (button && !button.disabled) decide("answer", button.dataset.answer);
});

// The number of an answer chooses it while the answers have the keyboard focus.
answers.parentElement.addEventListener("keydown", (event) => {
    if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    answers.querySelector(`[data-number="${event.key}"]:not(:disabled)`)?.click();
});

skip.addEventListener("click", () => decide("skip"));

hear.addEventListener("click", () => {
    if (!round?.current) return;
    hear.classList.remove("calls");
    clearMessage();
    if (!busy) note("replay");
    readAloud(round.current);
});

/**
 * Reads the question, and then each answer, highlighted meanwhile, for children who cannot read
 * yet. Any other reading, and any answer, stops it.
 */
async function readAloud({ prompt, promptClip, answers: choices }) {
    const result = await narrate(prompt, { clip: promptClip, asked: true });
    // Without a recording and a voice, the prompt is only written.
    if (result === "silent") showMessage(text("play.no_voice"), { duration: 2 * messageMilliseconds });
    if (result !== "spoken") return;
    for (const { id, word, wordClip } of choices) {
        // Pictures as answers have no text.
        if (!wordClip || view.isGone(id)) continue;
        view.light(id, true);
        const result = await narrate(word, { clip: wordClip, asked: true });
        view.light(id, false);
        if (result !== "spoken") return;
    }
}

tip.addEventListener("click", () => {
    if (!round?.current) return;
    if (view.tipIsShown()) {
        view.hideTip();
        return;
    }
    tip.classList.remove("calls");
    const { current } = round;
    const sentence = current.tip || text("play.tip_none");
    if (!busy) note("tip");
    view.showTip(sentence, current.point);
    narrate(sentence, { clip: current.tipClip });
});

document.getElementById("menu").addEventListener("click", () => {
    silence();
    menu.showModal();
});
document.getElementById("go-on").addEventListener("click", () => {
    setTimeout(() => menu.close(), highlightMilliseconds);
});
// A touch outside the menu closes it, too.
menu.addEventListener("click", (event) => {
    if (event.target === menu) menu.close();
});
addEventListener("pagehide", silence);

readUnless(() => busy || menu.open);
begin();
