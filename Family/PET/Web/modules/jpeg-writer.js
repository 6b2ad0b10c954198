// Encodes a canvas as a JPEG file: in a worker if the browser supports drawing there, otherwise by
// the canvas itself.

let worker = null;
let number = 0;
const waiting = new Map();

function canWork() {
    return typeof Worker === "function" && typeof OffscreenCanvas === "function"
        && typeof OffscreenCanvas.prototype.convertToBlob === "function"
        && typeof createImageBitmap === "function";
}

/** Stops using the worker; pending pictures are encoded by their canvases. */
function giveUp() {
    worker?.terminate();
    worker = false;
    for (const { canvas, quality, resolve } of waiting.values()) resolve(byCanvas(canvas, quality));
    waiting.clear();
}

function start() {
    if (!canWork()) {
        worker = false;
        return;
    }
    worker = new Worker(new URL("jpeg-worker.js", import.meta.url));
    worker.onerror = giveUp;
    worker.onmessage = ({ data }) => {
        const entry = waiting.get(data.number);
        waiting.delete(data.number);
        if (!entry) return;
        if (data.file) entry.resolve(data.file);
        else entry.resolve(byCanvas(entry.canvas, entry.quality));
    };
}

function byCanvas(canvas, quality) {
    return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", quality); });
}

/** Starts the worker before the first picture. */
export function prepareJPEG() {
    if (worker === null) start();
}

/** The current content of a canvas as a JPEG file; null if it cannot be encoded. */
export async function writeJPEG(canvas, quality) {
    prepareJPEG();
    if (!worker) return byCanvas(canvas, quality);
    const picture = await createImageBitmap(canvas);
    if (!worker) return byCanvas(canvas, quality);
    return new Promise((resolve) => {
        number += 1;
        waiting.set(number, { canvas, quality, resolve });
        worker.postMessage({ number, picture, quality }, [picture]);
    });
}
