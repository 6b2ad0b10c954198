// The band at the bottom: a message, announced by screen readers, and the captions of the voice.

const messageLine = document.getElementById("message");
const captionLine = document.getElementById("caption");
let clearing;

/** Shows a message for a number of milliseconds; 0 keeps it. `kind` is right, wrong or plain. */
export function showMessage(sentence, { kind = "plain", duration = 2000 } = {}) {
    if (!messageLine) return;
    clearTimeout(clearing);
    messageLine.dataset.kind = kind;
    messageLine.textContent = sentence;
    if (duration > 0) clearing = setTimeout(clearMessage, duration);
}

export function clearMessage() {
    clearTimeout(clearing);
    if (messageLine) messageLine.textContent = "";
}

export function showCaption(words) {
    if (captionLine) captionLine.textContent = words;
}

export function clearCaption() {
    if (captionLine) captionLine.textContent = "";
}
