// B4: a field that does not fit turns red one second after its last character, with a sentence
// below that says what is wanted; it turns back as soon as it fits.

import { text } from "./page.js";

const patience = 1000;
// What looks at a field when nobody has typed for a while.
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

/** Shows what is wrong with a field; an empty sentence says that it is right. */
export function mark(box, sentence) {
    if (!box) return;
    box.classList.toggle("wrong", Boolean(sentence));
    for (const control of controls(box)) {
        control.setAttribute("aria-invalid", String(Boolean(sentence)));
    }
    box.querySelector(".sentence").textContent = sentence;
}

/** What is wrong with the value of a field: a sentence, or "" where it fits. */
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
    // A character has two units at most: what is far too long is not counted.
    if (maximum && control.type !== "number" && value.length > 2 * Number(maximum)) return false;
    // Lengths count characters, as a person does.
    const size = control.type === "number" ? Number(value) : [...value].length;
    if (Number.isNaN(size)) return false;
    if (minimum && size < Number(minimum)) return false;
    if (maximum && size > Number(maximum)) return false;
    if (control.type === "email" && !control.validity.valid) return false;
    return !pattern || new RegExp(`^(?:${pattern})$`, "u").test(value);
}

/** Watches the fields of a form while somebody writes. */
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

/** Marks every field of a form that does not fit; the first of them, or null. */
export function firstFault(form) {
    let first = null;
    for (const box of form.querySelectorAll(".field")) {
        // Looked at now: what the server says of it next is not to be wiped out by a look that is due.
        clearTimeout(timers.get(box));
        const sentence = fault(box, form);
        mark(box, sentence);
        if (sentence) first ??= controls(box)[0];
    }
    return first;
}

/** Marks the fields that the server found fault with; the first of them, or null. */
export function markFields(form, sentences) {
    let first = null;
    for (const [name, sentence] of Object.entries(sentences)) {
        const box = form.querySelector(`[data-field="${CSS.escape(name)}"]`);
        mark(box, sentence);
        if (box) first ??= controls(box)[0];
    }
    return first;
}
