// The camera of this device: opened on demand, closed when it is not needed, and pictures of it.

import { prepareJPEG, writeJPEG } from "./jpeg-writer.js";

/** The reason for a missing picture: `refused`, `none`, `taken`, `insecure`, `lost` or `other`. */
export class CameraTrouble extends Error {
    constructor(kind, cause) {
        super(`There is no camera: ${kind}.`, { cause });
        this.kind = kind;
    }
}

const size = { width: 640, height: 480 };
const kinds = {
    NotAllowedError: "refused", SecurityError: "refused",
    NotFoundError: "none", OverconstrainedError: "none", DevicesNotFoundError: "none",
    NotReadableError: "taken", AbortError: "taken", TrackStartError: "taken",
};

/**
 * Paints a picture into a canvas of the page: the upright square `face` as `{side, a, b, tx,
 * ty}`, or else the middle square.
 */
export function paintFace(picture, canvas, face) {
    const { width, height } = picture;
    const side = face?.side ?? Math.min(width, height);
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext("2d");
    if (!face) {
        context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side,
            0, 0, side, side);
        return;
    }
    // `face` maps the square to the picture; painting needs the inverse.
    const { a, b, tx, ty } = face;
    const square = a * a + b * b;
    context.setTransform(a / square, -b / square, b / square, a / square,
        -(a * tx + b * ty) / square, (b * tx - a * ty) / square);
    context.drawImage(picture, 0, 0);
    context.resetTransform();
}

/** Brightness of the middle of a picture of 16×12 pixels, 0…255. */
export function meanLight(context) {
    const { data } = context.getImageData(4, 2, 8, 8);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) {
        sum += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
    }
    return sum / (data.length / 4);
}

export class Camera {
    #video;
    #stream = null;
    #canvas = document.createElement("canvas");
    #small = document.createElement("canvas");
    #onLost = () => {};
    #wanted;

    /** `wanted`: the requested `width` and `height`, and the direction that the camera is
     * `facing`. */
    constructor(video, wanted = {}) {
        this.#video = video;
        this.#wanted = { ...size, facing: "user", ...wanted };
        this.#canvas.width = this.#wanted.width;
        this.#canvas.height = this.#wanted.height;
        Object.assign(this.#small, { width: 16, height: 12 });
    }

    /** Called when the camera disappears while it is in use. */
    set onLost(handler) {
        this.#onLost = handler;
    }

    get isOpen() {
        return this.#stream !== null;
    }

    /** Opens the camera and resolves with the first live picture; throws `CameraTrouble`. */
    async open() {
        if (this.#stream) return;
        if (!navigator.mediaDevices?.getUserMedia) throw new CameraTrouble("insecure");
        prepareJPEG();
        let stream;
        try {
            stream = await navigator.mediaDevices.getUserMedia({
                audio: false,
                video: {
                    width: { ideal: this.#wanted.width }, height: { ideal: this.#wanted.height },
                    facingMode: this.#wanted.facing, frameRate: { ideal: 30, max: 30 },
                },
            });
        } catch (error) {
            throw new CameraTrouble(kinds[error.name] ?? "other", error);
        }
        // Two concurrent calls share one stream.
        if (this.#stream) {
            for (const track of stream.getTracks()) track.stop();
            return;
        }
        this.#stream = stream;
        for (const track of stream.getVideoTracks()) {
            track.addEventListener("ended", () => {
                if (this.#stream !== stream) return;
                this.close();
                this.#onLost();
            });
        }
        this.#video.srcObject = stream;
        try {
            await this.#video.play();
        } catch (error) {
            // The page closed the camera before it was open.
            if (this.#stream !== stream) return;
            this.close();
            throw new CameraTrouble("other", error);
        }
    }

    /** Closes the camera; its light goes out. */
    close() {
        const stream = this.#stream;
        this.#stream = null;
        this.#video.srcObject = null;
        if (stream) for (const track of stream.getTracks()) track.stop();
    }

    /** Resolves with true at the camera's next picture, with false if none arrives. */
    nextFrame(patience = 1000) {
        const video = this.#video;
        return new Promise((resolve) => {
            const late = setTimeout(() => resolve(false), patience);
            const seen = () => { clearTimeout(late); resolve(this.isOpen); };
            if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(seen);
            else requestAnimationFrame(seen);
        });
    }

    /** The middle of the picture in the shape that is sent, for every camera format. */
    #draw(canvas) {
        const { videoWidth: width, videoHeight: height } = this.#video;
        if (!this.isOpen || !width || !height) return null;
        const scale = Math.min(width / canvas.width, height / canvas.height);
        const [w, h] = [canvas.width * scale, canvas.height * scale];
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context.drawImage(this.#video, (width - w) / 2, (height - h) / 2, w, h, 0, 0,
            canvas.width, canvas.height);
        return context;
    }

    /** The current picture as a JPEG of the requested size; null if there is none. */
    grab(quality = 0.8) {
        if (!this.#draw(this.#canvas)) return Promise.resolve(null);
        return writeJPEG(this.#canvas, quality);
    }

    /**
     * Paints the most recent picture into a canvas of the page: the upright square that the
     * judge cut out, `face` as `{side, a, b, tx, ty}`, or else the middle square.
     */
    copyTo(canvas, face = null) {
        paintFace(this.#canvas, canvas, face);
    }

    /** Brightness of the middle of the picture, 0…255; null if there is none. */
    brightness() {
        const context = this.#draw(this.#small);
        if (!context) return null;
        return meanLight(context);
    }

    /** Removes the child's picture from the page's memory. */
    forget() {
        for (const canvas of [this.#canvas, this.#small]) {
            canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
        }
    }
}
