// The Question Manager's form (G2, G3, G5): a picture, a question, the answers, a tip. Nothing is
// stored before "Save Question", which stores everything at once. Without a connection the entries
// stay in the form, also after a new login.

import { go, NoConnection, request } from "./api.js";
import { clearMessage, showMessage } from "./band.js";
import "./common.js";
import { claimDraft, draftOf, dropDraft, keepDraft } from "./draft.js";
import { text } from "./page.js";
import { PictureFault, readPicture } from "./picture-file.js";
import { PictureFrame } from "./picture-frame.js";
import { openCamera } from "./question-camera.js";
import { firstFault, mark, markFields, watch } from "./validate.js";
import { VoiceRecorder } from "./voice-recorder.js";

const form = document.getElementById("question");
const save = document.getElementById("save");
const canvas = document.getElementById("frame");
const drop = document.getElementById("drop");
const file = document.getElementById("file");
const faces = document.getElementById("faces");
const state = document.getElementById("picture-state");
const proposal = document.getElementById("proposal");
const picks = document.getElementById("picks");
const leave = document.getElementById("leave-dialog");
const pictureBox = form.querySelector('[data-field="picture"]');
const mostPicture = Number(form.dataset.mostPicture);
const mostRecording = Number(form.dataset.mostRecording);

// The changes of the picture to send; nothing if the stored one stays.
let chosen = null;
let moved = false;
let changed = false;
let turn = 0;
// The server's names of uploaded files: each file is sent once.
const uploads = new Map();

const frame = new PictureFrame(canvas, () => {
    moved = true;
    change();
});
const voices = {
    promptRecording: recorderOf("promptRecording"), tipRecording: recorderOf("tipRecording"),
};

function recorderOf(field) {
    const box = form.querySelector(`[data-field="${field}"]`);
    return new VoiceRecorder(box, mostRecording, () => change());
}

watch(form);

// MARK: The picture

/** Takes a file or a camera picture, and has the server find its faces. */
async function take(given) {
    const mine = ++turn;
    clearMessage();
    mark(pictureBox, "");
    proposal.hidden = true;
    faces.hidden = true;
    let picture;
    try {
        picture = await readPicture(given, mostPicture, () => {
            state.textContent = text("questions.shrinking");
        });
    } catch (error) {
        if (mine !== turn) return;
        state.textContent = "";
        mark(pictureBox, text(`questions.fault.${
            error instanceof PictureFault ? error.kind : "damaged_picture"}`));
        return;
    }
    if (mine !== turn) return;
    show(picture.bitmap);
    chosen = picture.blob;
    moved = true;
    changed = true;
    // A picture is hard to replace, so it is stored before the request.
    await keep();
    if (mine !== turn) return;
    state.textContent = text("questions.looking");
    await look(picture.blob, mine);
    // The frame may have moved, or the picture may have been rejected.
    if (mine === turn) change();
}

function show(bitmap) {
    document.getElementById("drop-words").hidden = true;
    canvas.hidden = false;
    for (const id of ["smaller", "larger"]) document.getElementById(id).disabled = false;
    frame.show(bitmap);
}

/** Whether an error concerns the login and not the question: the page is being left. */
function leadsAway(error) {
    return error.status === 401 || error.code === "terms_changed";
}

/** Requests the positions of the faces; without a response, the user cuts by hand. */
async function look(blob, mine) {
    let seen;
    try {
        seen = await request("POST", "/api/questions/look", blob, { timeout: 30_000 });
    } catch (error) {
        if (mine !== turn) return;
        if (error instanceof NoConnection || error.isTemporary) seen = { judge: "away", faces: [] };
        else if (leadsAway(error)) return;
        else {
            chosen = null;
            state.textContent = "";
            mark(pictureBox, error.message);
            return;
        }
    }
    if (seen.upload) uploads.set(blob, seen.upload);
    if (mine !== turn) return;
    if (seen.faces.length > 0) frame.place = seen.faces[0].place;
    const found = seen.judge === "away" ? "away"
        : ["no_face", "one_face"][seen.faces.length] ?? "several_faces";
    // Next to a choice of faces there is no room for more text.
    state.textContent = seen.faces.length > 1 ? text(`questions.${found}`)
        : `${text(`questions.${found}`)} ${text("questions.hand")}`;
    if (seen.faces.length > 1) offerFaces(seen.faces);
    else propose(seen.faces[0]);
}

/** If there are several faces: a small picture of each, in order from left to right. */
function offerFaces(found) {
    const inOrder = [...found].sort((left, right) => middle(left) - middle(right));
    const buttons = inOrder.map((face, place) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "button face-choice-own";
        button.setAttribute("aria-label", text("questions.face", { number: place + 1 }));
        const small = document.createElement("canvas");
        small.width = 112;
        small.height = 112;
        frame.paint(small, face.place);
        button.append(small);
        button.setAttribute("aria-pressed", String(face === found[0]));
        button.addEventListener("click", () => {
            for (const one of buttons) one.setAttribute("aria-pressed", String(one === button));
            frame.place = face.place;
            moved = true;
            change();
            propose(face);
        });
        return button;
    });
    faces.replaceChildren(...buttons);
    faces.hidden = false;
    propose(found[0]);
}

function middle({ place: { a, b, tx } }) {
    return 300 * a - 300 * b + tx;
}

/** "Looks like surprised": a button that accepts the suggestion. */
function propose(face) {
    proposal.hidden = !face?.looksLike;
    if (proposal.hidden) return;
    proposal.dataset.emotion = face.looksLike;
    proposal.querySelector("span").textContent =
        text("questions.looks_like", { word: face.word });
}

proposal.addEventListener("click", () => {
    const answer = form.querySelector(
        `input[name="answer"][value="${CSS.escape(proposal.dataset.emotion)}"]`);
    answer.checked = true;
    answer.dispatchEvent(new Event("input", { bubbles: true }));
    answer.focus();
});

file.addEventListener("change", () => {
    if (file.files.length > 0) take(file.files[0]);
    // Allows the same file to be chosen again.
    file.value = "";
});
document.getElementById("files").addEventListener("click", () => file.click());
document.getElementById("camera").addEventListener("click", () => openCamera(take));
document.getElementById("larger").addEventListener("click", () => frame.zoom(1.15));
document.getElementById("smaller").addEventListener("click", () => frame.zoom(1 / 1.15));

// A picture may be dropped anywhere on the page; otherwise the browser would open it instead of the
// page.
for (const kind of ["dragenter", "dragover"]) {
    addEventListener(kind, (event) => {
        event.preventDefault();
        drop.classList.add("dropping");
    });
}
addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) drop.classList.remove("dropping");
});
addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("dropping");
    const given = event.dataTransfer?.files[0];
    if (given) take(given);
});

/** Shows the stored picture, which can be moved or replaced. */
async function showStored() {
    const mine = ++turn;
    try {
        const answer = await fetch(form.dataset.picture, { signal: AbortSignal.timeout(10_000) });
        if (!answer.ok) return;
        const blob = await answer.blob();
        const bitmap = await createImageBitmap(blob);
        if (mine !== turn) return;
        show(bitmap);
        chosen = blob;
        moved = false;
        state.textContent = text("questions.hand");
    } catch {
        // The stored picture stays on the server; another can be chosen.
    }
}

// MARK: The answers

/** The right answer cannot also be a wrong one. */
function showPicks() {
    const answer = form.elements.answer.value;
    picks.hidden = form.elements.way.value !== "picked";
    for (const box of picks.querySelectorAll("input")) {
        box.disabled = box.value === answer;
        if (box.disabled) box.checked = false;
    }
}

function picked() {
    if (form.elements.way.value !== "picked") return null;
    return [...picks.querySelectorAll("input:checked")].map((box) => box.value);
}

// MARK: What was made

const draftName = form.dataset.id || "new";
// A question that is sent twice because a response was lost is stored once.
let id = form.dataset.id || crypto.randomUUID();
let keeping = null;
// A second tab with the same question does not write to this tab's draft.
const isAlone = claimDraft(draftName);

function words() {
    return {
        prompt: form.elements.prompt.value, tip: form.elements.tip.value,
        answer: form.elements.answer.value || null, level: Number(form.elements.level.value),
        picked: picked(),
    };
}

/** Notes an unsaved change, and stores the draft as soon as input pauses. */
function change() {
    changed = true;
    clearTimeout(keeping);
    keeping = setTimeout(keep, 150);
}

async function keep() {
    clearTimeout(keeping);
    keeping = null;
    if (!(await isAlone)) return;
    /** @type {Record<string, unknown>} */
    const draft = { id, ...words() };
    if (chosen && moved) {
        draft.picture = chosen;
        draft.place = frame.place;
    }
    for (const [name, voice] of Object.entries(voices)) draft[name] = voice.change;
    await keepDraft(draftName, draft);
}

async function forget() {
    clearTimeout(keeping);
    keeping = null;
    changed = false;
    if (await isAlone) await dropDraft(draftName);
}

addEventListener("pagehide", () => {
    if (keeping) keep();
});

/** Restores the draft of a page that was left involuntarily; returns whether it included the
 * picture. */
async function takeDraft() {
    const draft = (await isAlone) ? await draftOf(draftName) : null;
    if (!draft || changed) return false;
    id = draft.id;
    form.elements.prompt.value = draft.prompt;
    form.elements.tip.value = draft.tip;
    form.elements.level.value = String(draft.level);
    if (draft.answer) form.elements.answer.value = draft.answer;
    form.elements.way.value = draft.picked ? "picked" : "automatic";
    for (const box of picks.querySelectorAll("input")) {
        box.checked = draft.picked?.includes(box.value) ?? false;
    }
    for (const [name, voice] of Object.entries(voices)) voice.restore(draft[name]);
    changed = true;
    const hasPicture = await takePicture(draft);
    showMessage(text(hasPicture || form.dataset.picture ? "questions.kept" : "questions.kept_words"),
        { duration: 6000 });
    return hasPicture;
}

async function takePicture({ picture, place }) {
    if (!picture) return false;
    try {
        show(await createImageBitmap(picture, { imageOrientation: "from-image" }));
    } catch {
        // The file can no longer be read and must be chosen again.
        return false;
    }
    frame.place = place;
    chosen = picture;
    moved = true;
    state.textContent = text("questions.hand");
    return true;
}

form.addEventListener("input", (event) => {
    if (event.target === file) return;
    change();
    clearMessage();
    showPicks();
    if (event.target.name === "picked" || event.target.name === "way") mark(picks, "");
});

// MARK: Saving

form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (save.disabled) return;
    const wrong = missing();
    if (wrong) {
        showMessage(text("questions.fault.parts"), { duration: 0 });
        wrong.focus();
        return;
    }
    save.disabled = true;
    // A user who has been signed out finds the draft again.
    if (keeping) await keep();
    const slow = setTimeout(() => showMessage(text("game.one_moment"), { duration: 0 }), 300);
    try {
        try {
            await store();
        } catch (error) {
            if (error.code !== "upload_gone") throw error;
            uploads.clear();
            await store();
        }
        await forget();
        go("/questions?from=saved");
        return;
    } catch (error) {
        refuse(error);
    } finally {
        clearTimeout(slow);
    }
    save.disabled = false;
});

/** Marks missing entries; returns the first, or null. */
function missing() {
    const first = firstFault(form);
    let other = null;
    if (!chosen) {
        mark(pictureBox, pictureBox.querySelector(".sentence").textContent
            || text("questions.fault.no_picture"));
        other = document.getElementById("files");
    }
    const wrongs = picked();
    if (wrongs && (wrongs.length < 2 || wrongs.length > 4)) {
        mark(picks, text("questions.fault.answers"));
        return other ?? first ?? picks.querySelector("input:not(:disabled)");
    }
    return other ?? first;
}

async function store() {
    await request("PUT", `/api/questions/${id}`, await order(), { timeout: 60_000 });
}

/** The server's name of a file, which is uploaded first if necessary. */
async function uploaded(blob, path) {
    if (!uploads.has(blob)) {
        const { upload } = await request("POST", path, blob, { timeout: 60_000 });
        uploads.set(blob, upload);
    }
    return uploads.get(blob);
}

async function order() {
    const order = words();
    if (chosen && moved) {
        order.picture = { upload: await uploaded(chosen, "/api/questions/look"), place: frame.place };
    }
    for (const [name, voice] of Object.entries(voices)) {
        const { change } = voice;
        if (change !== undefined) {
            order[name] = change === "" ? "" : await uploaded(change, "/api/questions/recordings");
        }
    }
    return order;
}

function refuse(error) {
    if (error instanceof NoConnection || error.code === "not_stored") {
        showMessage(text("questions.offline"), { duration: 0 });
        return;
    }
    if (leadsAway(error)) return;
    const first = markFields(form, error.fields ?? {});
    showMessage(error.message, { duration: 0 });
    first?.focus();
}

// MARK: Leaving

document.getElementById("cancel").addEventListener("click", (event) => {
    if (!changed) return;
    event.preventDefault();
    leave.showModal();
    document.getElementById("leave-no").focus();
});
document.getElementById("leave-no").addEventListener("click", () => leave.close());
document.getElementById("leave-yes").addEventListener("click", async () => {
    await forget();
    go("/questions");
});

const hasPicture = await takeDraft();
showPicks();
if (form.dataset.picture && !hasPicture) showStored();
// All handlers are ready.
form.dataset.ready = "";
