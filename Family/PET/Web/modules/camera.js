// The camera of this device: opened when it is wanted, let go when it is not, and pictures of it.

import { prepareJPEG, writeJPEG } from "./jpeg-writer.js";

/** Why there is no picture: `refused`, `none`, `taken`, `insecure`, `lost` or `other`. */
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
 * Paints a picture into a canvas of the page: the upright square `face` as `{side, a, b, tx, ty}`, else
 * the middle square.
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
    // `face` leads from the square to the picture; painting goes the other way.
    const { a, b, tx, ty } = face;
    const square = a * a + b * b;
    context.setTransform(a / square, -b / square, b / square, a / square,
        -(a * tx + b * ty) / square, (b * tx - a * ty) / square);
    context.drawImage(picture, 0, 0);
    context.resetTransform();
}

/** How bright the middle of a picture of 16×12 is, 0…255. */
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

    /** `wanted`: the picture's `width` and `height`, and which way the camera is `facing`. */
    constructor(video, wanted = {}) {
        this.#video = video;
        this.#wanted = { ...size, facing: "user", ...wanted };
        this.#canvas.width = this.#wanted.width;
        this.#canvas.height = this.#wanted.height;
        Object.assign(this.#small, { width: 16, height: 12 });
    }

    /** What happens when the camera goes while it is in use. */
    set onLost(handler) {
        this.#onLost = handler;
    }

    get isOpen() {
        return this.#stream !== null;
    }

    /** Opens the camera and settles with the first live picture; throws `CameraTrouble`. */
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
        // Asked twice at once: one stream is enough.
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
            // The page let the camera go before it was there.
            if (this.#stream !== stream) return;
            this.close();
            throw new CameraTrouble("other", error);
        }
    }

    /** Lets the camera go: its light goes out. */
    close() {
        const stream = this.#stream;
        this.#stream = null;
        this.#video.srcObject = null;
        if (stream) for (const track of stream.getTracks()) track.stop();
    }

    /** Settles with the next picture that the camera gives, or false where none comes. */
    nextFrame(patience = 1000) {
        const video = this.#video;
        return new Promise((resolve) => {
            const late = setTimeout(() => resolve(false), patience);
            const seen = () => { clearTimeout(late); resolve(this.isOpen); };
            if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(seen);
            else requestAnimationFrame(seen);
        });
    }

    /** The middle of the picture in the shape that is sent, whatever the camera gives. */
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

    /** The picture of now as a JPEG of the size that is wanted; null where there is none. */
    grab(quality = 0.8) {
        if (!this.#draw(this.#canvas)) return Promise.resolve(null);
        return writeJPEG(this.#canvas, quality);
    }

    /**
     * Paints what was grabbed last into a canvas of the page: the upright square that the judge cut,
     * `face` as `{side, a, b, tx, ty}`, else the middle square.
     */
    copyTo(canvas, face = null) {
        paintFace(this.#canvas, canvas, face);
    }

    /** How bright the middle of the picture is, 0…255; null where there is none. */
    brightness() {
        const context = this.#draw(this.#small);
        if (!context) return null;
        return meanLight(context);
    }

    /** Nothing of the child stays in the page's memory. */
    forget() {
        for (const canvas of [this.#canvas, this.#small]) {
            canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
        }
    }
}
