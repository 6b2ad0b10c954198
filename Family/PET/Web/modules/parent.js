// The parent PIN: a keypad that opens the parent's part of this session for ten minutes.

import { go, NoConnection, request } from "./api.js";
import { icon, text, textOf } from "./page.js";

const length = 4;
// Hashing is deliberately slow, and other requests may be queued.
export const hashTimeout = 30_000;
const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "back"];

/**
 * Requests the PIN if the parent's part is closed. Resolves with true once it is open, with
 * false if the user cancels.
 */
export async function askForPin() {
    try {
        if ((await request("GET", "/api/parent")).open) return true;
    } catch (error) {
        // Without a response the keypad shows the problem.
        if (!(error instanceof NoConnection) && !error.isTemporary) throw error;
    }
    const opened = await enterPin({
        work: (pin) => request("POST", "/api/parent", { pin }, { timeout: hashTimeout }),
    });
    return opened !== null;
}

/** Closes the parent's part before the child uses the device again. */
export function closeParent() {
    return request("DELETE", "/api/parent");
}

/**
 * Shows a keypad; `work` receives the PIN and throws if it is wrong. Resolves with the result of
 * `work`, or null if the user cancels.
 */
export function enterPin({ work, sentence = text("parent.sentence") }) {
    const pad = new Keypad(work, sentence);
    document.body.append(pad.dialog);
    pad.dialog.showModal();
    return pad.done;
}

function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
}

class Keypad {
    constructor(work, sentence) {
        this.work = work;
        this.pin = "";
        this.busy = false;
        this.dots = make("p", { class: "pin-dots", role: "status" });
        this.trouble = make("p", { class: "sentence", role: "alert", id: "pin-trouble" });
        this.pad = make("div", { class: "pin-keys", "data-arrows": "" });
        for (const key of keys) this.pad.append(this.button(key));
        this.account = make("a", { class: "button small", href: "/edit-account" }, text("parent.edit_account"));
        this.cancel = make("button", { type: "button", class: "button", id: "pin-cancel" }, text("game.cancel"));
        this.dialog = make("dialog", {
            class: "dialog pin", id: "pin-dialog", "aria-labelledby": "pin-title",
            "aria-describedby": "pin-sentence pin-trouble",
        },
        make("h2", { id: "pin-title" }, text("parent.title")),
        make("p", { id: "pin-sentence" }, sentence), this.dots, this.trouble, this.pad,
        make("p", { class: "why" }, text("parent.forgotten")), this.account, this.cancel);
        this.done = new Promise((resolve) => { this.resolve = resolve; });
        this.cancel.addEventListener("click", () => this.close(null));
        this.account.addEventListener("click", (event) => {
            event.preventDefault();
            go("/edit-account");
        });
        this.dialog.addEventListener("cancel", () => this.close(null));
        this.dialog.addEventListener("keydown", (event) => this.typed(event));
        this.show();
    }

    button(key) {
        if (!key) return make("span");
        const button = make("button", { type: "button", class: "button", "data-key": key }, key);
        if (key === "back") {
            button.setAttribute("aria-label", text("parent.clear"));
            button.replaceChildren(icon("previous"));
        }
        button.addEventListener("click", () => this.press(key));
        return button;
    }

    typed(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (/^[0-9]$/.test(event.key)) this.press(event.key);
        else if (event.key === "Backspace") this.press("back");
        else return;
        event.preventDefault();
    }

    press(key) {
        if (this.busy || this.waiting) return;
        this.trouble.textContent = "";
        this.pin = key === "back" ? this.pin.slice(0, -1) : (this.pin + key).slice(0, length);
        this.show();
        if (this.pin.length === length) this.send();
    }

    show() {
        this.dots.replaceChildren(...Array.from({ length }, (_, place) =>
            make("i", place < this.pin.length ? { class: "on" } : {})));
        this.dots.setAttribute("aria-label", text("parent.digits", { count: this.pin.length }));
        for (const button of this.pad.querySelectorAll("button")) {
            button.disabled = this.busy || Boolean(this.waiting);
        }
    }

    async send() {
        this.busy = true;
        this.show();
        try {
            this.close(await this.work(this.pin) ?? true);
            return;
        } catch (error) {
            this.refuse(error);
        }
        this.busy = false;
        this.pin = "";
        this.show();
        this.pad.querySelector("button")?.focus();
    }

    refuse(error) {
        if (error instanceof NoConnection) {
            this.trouble.textContent = text("game.offline");
        } else if (error.code === "denied" && error.seconds > 0) {
            this.wait(Date.now() + error.seconds * 1000);
        } else {
            this.trouble.textContent = error.message || text("game.trouble");
        }
    }

    /** After five wrong PINs: shows the remaining time and blocks input until then. */
    wait(until) {
        clearTimeout(this.waiting);
        const left = Math.ceil((until - Date.now()) / 1000);
        if (left > 0) {
            // Announced once: screen readers do not read the countdown.
            const seconds = make("span", { "aria-live": "off" }, textOf("parent.wait", left, { seconds: left }));
            this.trouble.replaceChildren(seconds);
            this.waiting = setTimeout(() => this.wait(until), 1000);
            return;
        }
        this.waiting = null;
        this.trouble.textContent = text("parent.wait_over");
        this.show();
    }

    close(result) {
        clearTimeout(this.waiting);
        this.pin = "";
        this.dialog.close();
        this.dialog.remove();
        this.resolve(result);
    }
}
