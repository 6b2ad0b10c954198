// B4: an invalid field turns red one second after its last character, with a message below; it
// turns back as soon as it is valid.

import { text } from "./page.js";

const patience = 1000;
// Timers that check a field when typing has paused.
const timers = new WeakMap();

/** The field's box, from a control in it. */
function boxOf(control) {
    return control.closest(".field");
}

function controls(box) {
    return [...box.querySelectorAll("input")].filter((one) => one.name !== "statistics");
}

function valueOf(box) {
    const [first] = controls(box);
    if (first.type === "radio") return box.querySelector("input:checked")?.value ?? "";
    if (first.type === "checkbox") return first.checked ? "yes" : "";
    return first.type === "password" ? first.value : first.value.trim();
}

/** Shows the message of an invalid field; an empty message marks it as valid. */
export function mark(box, sentence) {
    if (!box) return;
    box.classList.toggle("wrong", Boolean(sentence));
    for (const control of controls(box)) {
        control.setAttribute("aria-invalid", String(Boolean(sentence)));
    }
    box.querySelector(".sentence").textContent = sentence;
}

/** The message for the value of a field, or "" if it is valid. */
export function fault(box, form) {
    const [control] = controls(box);
    const value = valueOf(box);
    const wanted = box.dataset.wanted || text("create.blank");
    if (control.type === "checkbox") {
        return control.required && !value ? wanted : "";
    }
    if (control.name === "confirmation" && value !== form.elements.password.value) {
        return text("field.confirmation.different");
    }
    if (!value) return control.required ? box.dataset.blank || wanted : "";
    return fits(value, control) ? "" : wanted;
}

function fits(value, control) {
    const { minimum, maximum, pattern } = control.dataset;
    // A character has at most two units: far too long texts are not counted.
    if (maximum && control.type !== "number" && value.length > 2 * Number(maximum)) return false;
    // Lengths count characters as people see them.
    const size = control.type === "number" ? Number(value) : [...value].length;
    if (Number.isNaN(size)) return false;
    if (minimum && size < Number(minimum)) return false;
    if (maximum && size > Number(maximum)) return false;
    if (control.type === "email" && !control.validity.valid) return false;
    return !pattern || new RegExp(`^(?:${pattern})$`, "u").test(value);
}

/** Checks the fields of a form during input. */
export function watch(form) {
    const look = (box) => mark(box, fault(box, form));
    form.addEventListener("input", (event) => {
        const box = boxOf(event.target);
        if (!box) return;
        clearTimeout(timers.get(box));
        if (!fault(box, form)) mark(box, "");
        timers.set(box, setTimeout(look, patience, box));
        // The password changed under its confirmation.
        const confirmation = form.elements.confirmation;
        if (event.target.name === "password" && confirmation?.value) {
            const other = boxOf(confirmation);
            clearTimeout(timers.get(other));
            timers.set(other, setTimeout(look, patience, other));
        }
    });
}

/** Marks all invalid fields of a form; returns the first, or null. */
export function firstFault(form) {
    let first = null;
    for (const box of form.querySelectorAll(".field")) {
        // Cancels the pending check, which would overwrite the server's message.
        clearTimeout(timers.get(box));
        const sentence = fault(box, form);
        mark(box, sentence);
        if (sentence) first ??= controls(box)[0];
    }
    return first;
}

/** Marks the fields that the server rejected; returns the first, or null. */
export function markFields(form, sentences) {
    let first = null;
    for (const [name, sentence] of Object.entries(sentences)) {
        const box = form.querySelector(`[data-field="${CSS.escape(name)}"]`);
        mark(box, sentence);
        if (box) first ??= controls(box)[0];
    }
    return first;
}
