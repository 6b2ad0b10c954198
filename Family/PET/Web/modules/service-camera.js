// The camera of the machine that runs the game, for a kiosk whose browser has none. The server
// sends live pictures; judged pictures stay there.

import { CameraTrouble, meanLight, paintFace } from "./camera.js";

/** Represents a picture that the server already has. */
export const atTheServer = Symbol("a picture of the server's own camera");

const address = "/api/facial-fun/camera.mjpeg";
const firstPatience = 8000;
const framePause = 60;

export class ServiceCamera {
    #image;
    #open = false;
    #canvas = document.createElement("canvas");
    #small = document.createElement("canvas");
    #onLost = () => {};

    constructor(image) {
        this.#image = image;
        Object.assign(this.#small, { width: 16, height: 12 });
        image.addEventListener("error", () => {
            if (!this.#open) return;
            this.close();
            this.#onLost();
        });
    }

    set onLost(handler) {
        this.#onLost = handler;
    }

    get isOpen() {
        return this.#open;
    }

    /** Resolves with the first live picture; throws `CameraTrouble`. */
    async open() {
        if (this.#open) return;
        const image = this.#image;
        image.hidden = false;
        const end = performance.now() + firstPatience;
        let failed = false;
        image.addEventListener("error", () => { failed = true; }, { once: true });
        image.src = `${address}?${Date.now()}`;
        while (!image.naturalWidth && !failed && performance.now() < end) {
            await new Promise((resolve) => { setTimeout(resolve, 40); });
        }
        this.#open = image.naturalWidth > 0;
        if (this.#open) return;
        this.close();
        throw new CameraTrouble("taken");
    }

    close() {
        this.#open = false;
        this.#image.removeAttribute("src");
    }

    async nextFrame() {
        await new Promise((resolve) => { setTimeout(resolve, framePause); });
        return this.#open;
    }

    /** The server takes the picture; the picture shown afterwards is the current one. */
    async grab() {
        if (!this.#open || !this.#image.naturalWidth) return null;
        const { naturalWidth: width, naturalHeight: height } = this.#image;
        Object.assign(this.#canvas, { width, height });
        this.#canvas.getContext("2d").drawImage(this.#image, 0, 0);
        return atTheServer;
    }

    copyTo(canvas, face = null) {
        paintFace(this.#canvas, canvas, face);
    }

    brightness() {
        if (!this.#open || !this.#image.naturalWidth) return null;
        const context = this.#small.getContext("2d", { willReadFrequently: true });
        context.drawImage(this.#image, 0, 0, 16, 12);
        return meanLight(context);
    }

    forget() {
        for (const canvas of [this.#canvas, this.#small]) {
            canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
        }
    }
}
