// A picture for a question, taken by the camera of this device: tap to take.

import { Camera, CameraTrouble } from "./camera.js";
import { text } from "./page.js";

const dialog = document.getElementById("camera-dialog");
const view = document.getElementById("camera-view");
const sentence = document.getElementById("camera-sentence");
const take = document.getElementById("camera-take");
const other = document.getElementById("camera-other");

// Larger than Facial Fun's frames, because a face should have 600 pixels.
const size = { width: 1280, height: 960 };
let facing = "environment";
let camera = null;
/** @type {(picture: Blob) => void} */
let onTaken = () => {};

/** Opens the camera; `handler` receives each picture as a `Blob`. */
export function openCamera(handler) {
    onTaken = handler;
    dialog.showModal();
    start();
}

async function start() {
    sentence.textContent = "";
    take.disabled = true;
    other.hidden = true;
    camera?.close();
    camera = new Camera(view, { ...size, facing });
    camera.onLost = () => complain("lost");
    const mine = camera;
    try {
        await mine.open();
    } catch (error) {
        if (camera === mine) complain(error instanceof CameraTrouble ? error.kind : "other");
        return;
    }
    if (camera !== mine || !dialog.open) {
        mine.close();
        return;
    }
    // A front camera shows a mirror image; other cameras do not.
    const settings = view.srcObject?.getVideoTracks()[0]?.getSettings() ?? {};
    view.classList.toggle("mirrored", settings.facingMode === "user");
    take.disabled = false;
    take.focus();
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    other.hidden = devices.filter((device) => device.kind === "videoinput").length < 2;
}

function complain(kind) {
    take.disabled = true;
    sentence.textContent = text(`face.trouble.${kind}.sentence`);
}

async function shoot() {
    if (take.disabled || !camera?.isOpen) return;
    take.disabled = true;
    const picture = await camera.grab(0.92);
    if (!picture) {
        complain("lost");
        return;
    }
    dialog.close();
    onTaken(picture);
}

take.addEventListener("click", shoot);
view.addEventListener("click", shoot);
other.addEventListener("click", () => {
    facing = facing === "user" ? "environment" : "user";
    start();
});
document.getElementById("camera-cancel").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => {
    camera?.close();
    camera?.forget();
    camera = null;
});
addEventListener("pagehide", () => camera?.close());
