// The login screen (A1 to A5, A8, A9), which is also shown without a connection.

import { go, isReachable, NoConnection, request } from "./api.js";
import "./common.js";
import { forgetOldDrafts } from "./draft.js";
import { text, textOf } from "./page.js";

const form = document.getElementById("login");
const button = document.getElementById("login-button");
const trouble = document.getElementById("login-sentence");
const notice = document.getElementById("notice");
const onward = document.getElementById("continue");
const denied = "pet-denied-until";
const authenticationTimeout = 30_000;

function say(sentence) {
    trouble.textContent = sentence;
}

function show(sentence) {
    notice.textContent = sentence;
    notice.hidden = !sentence;
}

/** A8: disables the button for some seconds and shows how many are left. */
function deny(until) {
    sessionStorage.setItem(denied, String(until));
    button.disabled = true;
    const count = () => {
        const left = Math.ceil((until - Date.now()) / 1000);
        if (left > 0) {
            seconds.textContent = textOf("login.wait", left, { seconds: left });
            setTimeout(count, 1000 - (Date.now() % 1000));
            return;
        }
        sessionStorage.removeItem(denied);
        button.disabled = false;
        say(text("login.wait_over"));
    };
    // Announced once: screen readers do not read the countdown.
    const seconds = document.createElement("span");
    seconds.setAttribute("aria-live", "off");
    trouble.replaceChildren(seconds);
    count();
}

function sentenceOf(field, sentence) {
    const box = field.closest(".field");
    box.classList.toggle("wrong", Boolean(sentence));
    field.setAttribute("aria-invalid", String(Boolean(sentence)));
    box.querySelector(".sentence").textContent = sentence;
}

function firstBlank() {
    let first = null;
    for (const field of [form.elements.name, form.elements.password]) {
        const blank = field.name === "name" ? !field.value.trim() : !field.value;
        sentenceOf(field, blank ? field.closest(".field").dataset.wanted : "");
        if (blank) first ??= field;
    }
    return first;
}

form.addEventListener("input", (event) => sentenceOf(event.target, ""));

form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    const blank = firstBlank();
    if (blank) {
        blank.focus();
        return;
    }
    button.disabled = true;
    say("");
    const slow = setTimeout(() => show(text("login.checking")), 600);
    try {
        const answer = await request("POST", "/api/login", {
            name: form.elements.name.value.trim(), password: form.elements.password.value,
        }, { timeout: authenticationTimeout });
        go(answer.next);
        return;
    } catch (error) {
        refuse(error);
    } finally {
        clearTimeout(slow);
        if (notice.textContent === text("login.checking")) show("");
    }
});

function refuse(error) {
    button.disabled = false;
    if (error instanceof NoConnection) {
        say(text(error.late ? "login.timed_out" : "game.offline"));
        if (!error.late) waitForTheServer();
        return;
    }
    if (error.seconds > 0) {
        deny(Date.now() + error.seconds * 1000);
        return;
    }
    say(error.code === "unknown" ? text("game.trouble") : error.message);
    if (error.code === "wrong_password") {
        form.elements.password.value = "";
        form.elements.password.focus();
    } else if (error.code === "unknown_name") {
        form.elements.name.focus();
    }
}

let probing = false;

/** A5: checks at growing intervals whether the server is back, while the page is visible. */
async function waitForTheServer() {
    if (probing) return;
    probing = true;
    onward.hidden = true;
    let distance = 2000;
    while (document.hidden || !(await isReachable())) {
        await pause(distance);
        distance = Math.min(distance * 1.5, 30_000);
    }
    probing = false;
    if (trouble.textContent === text("game.offline")) say("");
    show(text("login.back_online"));
    // The user may still be signed in: the server decides.
    onward.hidden = !middle;
}

/** Waits this long, or until the browser reports a change. */
function pause(milliseconds) {
    return new Promise((resolve) => {
        const timer = setTimeout(done, milliseconds);
        function done() {
            clearTimeout(timer);
            removeEventListener("online", done);
            document.removeEventListener("visibilitychange", done);
            resolve();
        }
        addEventListener("online", done);
        document.addEventListener("visibilitychange", done);
    });
}

const until = Number(sessionStorage.getItem(denied));
if (until > Date.now()) deny(until);

const asked = new URLSearchParams(location.search).get("from");
const reason = asked || document.querySelector("main").dataset.reason;
const middle = reason === "offline";
if (reason === "offline") {
    say(text("game.offline"));
    show(text("login.kept"));
    waitForTheServer();
} else if (["idle", "signed_out", "deleted"].includes(reason)) {
    show(text(`login.${reason}`));
}

// Drafts are deleted after a day.
setTimeout(forgetOldDrafts, 2000);
