// Settings (C1 to C4): each change is saved at once.

import { go, goOffline, NoConnection, request } from "./api.js";
import { showMessage } from "./band.js";
import "./common.js";
import { narrate, silence } from "./narrator.js";
import { page, text } from "./page.js";
import { askForPin } from "./parent.js";
import { effect, setVolume } from "./sound.js";

const form = document.getElementById("settings");
const main = document.getElementById("main");
const least = 25;
const most = 100;
const step = 5;

for (const name of ["theme", "motion", "reward", "textSize"]) {
    const chosen = main.dataset[`${name}Chosen`];
    const box = form.querySelector(`input[name="${name}"][value="${CSS.escape(chosen)}"]`);
    if (box) box.checked = true;
}

let saving = Promise.resolve();

/** Sends one change after the other, so the last one remains. */
function save(change) {
    saving = saving.then(async () => {
        try {
            await request("PUT", "/api/settings", change);
            showMessage(text("settings.saved"), { duration: 1200 });
        } catch (error) {
            if (error instanceof NoConnection) goOffline(error);
            else showMessage(text("game.trouble"));
        }
    });
}

const value = document.getElementById("volume-value");
const bar = document.getElementById("volume-bar");
const softer = document.getElementById("softer");
const louder = document.getElementById("louder");
let volume = Number(value.textContent) || most;

for (let percent = least; percent <= most; percent += step) {
    const mark = document.createElement("i");
    mark.dataset.percent = String(percent);
    bar.append(mark);
}

function showVolume() {
    value.textContent = volume;
    for (const mark of bar.children) mark.classList.toggle("on", mark.dataset.percent <= volume);
    for (const [button, end] of [[softer, least], [louder, most]]) {
        button.setAttribute("aria-disabled", String(volume === end));
    }
}

let later = null;

function saveVolume() {
    later = null;
    save({ volume });
}

function change(by) {
    const next = Math.min(most, Math.max(least, volume + by));
    if (next === volume) return;
    volume = next;
    setVolume(volume);
    showVolume();
    effect("press");
    // A held slider is one change, not fifteen.
    clearTimeout(later);
    later = setTimeout(saveVolume, 300);
}

softer.addEventListener("click", () => change(-step));
louder.addEventListener("click", () => change(step));
showVolume();
addEventListener("pagehide", () => {
    if (later === null) return;
    fetch("/api/settings", {
        method: "PUT", keepalive: true, headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ volume }),
    }).catch(() => {});
});

/** The kinds of sounds can be chosen only while sounds are on. */
function showSoundBoxes() {
    const all = form.querySelector('input[name="sounds"]').checked;
    for (const box of form.querySelectorAll("#sound-boxes input")) box.disabled = !all;
}

showSoundBoxes();
form.addEventListener("submit", (event) => event.preventDefault());

form.addEventListener("change", (event) => {
    const { name, type, checked, value: chosen } = event.target;
    if (type === "checkbox") {
        page[name] = checked;
        if (name === "narration" && !checked) silence();
        if (name === "sounds") showSoundBoxes();
        save({ [name]: checked });
        return;
    }
    if (name === "theme" || name === "motion" || name === "textSize") {
        document.documentElement.dataset[name] = chosen;
    }
    save({ [name]: chosen });
    if (name === "voice") {
        page.voice = chosen;
        saving.then(() => hearVoice(chosen));
    }
});

/** The chosen voice reads a sample; its clips have a separate index. */
async function hearVoice(voice) {
    const sentence = text("settings.hear_me");
    const address = page.narrationIndex?.replace(/[^/]+$/, encodeURIComponent(voice));
    const clips = address
        ? await fetch(address).then((answer) => (answer.ok ? answer.json() : {})).catch(() => ({}))
        : {};
    narrate(sentence, { clip: clips[sentence] ?? null, caption: true, asked: true });
}

const dialog = document.getElementById("reset-dialog");
document.getElementById("reset").addEventListener("click", () => {
    dialog.showModal();
    document.getElementById("reset-no").focus();
});
document.getElementById("reset-no").addEventListener("click", () => dialog.close());
document.getElementById("reset-yes").addEventListener("click", async () => {
    dialog.close();
    try {
        // Permanent deletion requires a grown-up.
        if (!(await askForPin())) return;
        await request("POST", "/api/progress/reset", {});
        showMessage(text("settings.reset_done"), { duration: 3000 });
    } catch (error) {
        if (error instanceof NoConnection) goOffline(error);
        else showMessage(text("game.trouble"));
    }
});

// The settings of grown-ups are protected by the PIN.
document.getElementById("grown-ups").addEventListener("click", async (event) => {
    event.preventDefault();
    try {
        if (await askForPin()) go("/settings/grown-ups");
    } catch {
        showMessage(text("game.trouble"));
    }
});
