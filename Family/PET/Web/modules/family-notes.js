// Notes on a day: added, edited, deleted.

import { asParent, confirm, reloadWith, say } from "./family-asking.js";
import { text, textOf } from "./page.js";

const most = 2000;

function mark(form, name, sentence) {
    const box = form.querySelector(`[data-field="${name}"]`);
    box.classList.toggle("wrong", Boolean(sentence));
    box.querySelector("input, textarea").setAttribute("aria-invalid", String(Boolean(sentence)));
    box.querySelector(".sentence").textContent = sentence;
}

function values(form) {
    return { day: form.elements.day.value, text: form.elements.text.value };
}

async function save(form, method, path) {
    const sent = values(form);
    const fault = !sent.text.trim() ? text("family.note_blank")
        : [...sent.text].length > most ? text("family.note_wanted") : "";
    mark(form, "text", fault);
    mark(form, "day", sent.day ? "" : text("create.blank"));
    if (fault || !sent.day) {
        form.elements[fault ? "text" : "day"].focus();
        return;
    }
    try {
        await asParent(method, path, sent);
        reloadWith(text("family.saved"));
    } catch (error) {
        const fields = Object.entries(error.fields ?? {});
        for (const [name, sentence] of fields) mark(form, name, sentence);
        // The entered text stays in the form.
        if (fields.length === 0) say(error);
        else form.elements[fields[0][0]].focus();
    }
}

export function watchNotes(child) {
    const form = document.getElementById("note-form");
    const left = document.getElementById("note-left");
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        save(form, "POST", `/api/children/${child}/notes`);
    });
    form.elements.text.addEventListener("input", () => {
        const count = most - [...form.elements.text.value].length;
        left.textContent = count < 500 ? textOf("family.note_left", count, { count }) : "";
        mark(form, "text", count < 0 ? text("family.note_wanted") : "");
    });

    const dialog = document.getElementById("note-dialog");
    const edit = document.getElementById("note-edit");
    let place;
    edit.addEventListener("submit", (event) => {
        event.preventDefault();
        save(edit, "PUT", place);
    });
    edit.querySelector("[data-close]").addEventListener("click", () => dialog.close());
    for (const row of document.querySelectorAll("[data-note]")) {
        const address = `/api/children/${child}/notes/${row.dataset.note}`;
        row.querySelector("[data-edit]").addEventListener("click", () => {
            place = address;
            edit.elements.day.value = row.dataset.day;
            edit.elements.text.value = [...row.querySelectorAll(".note-text span")]
                .map((line) => line.textContent).join("\n");
            mark(edit, "day", "");
            mark(edit, "text", "");
            dialog.showModal();
            edit.elements.text.focus();
        });
        row.querySelector("[data-delete]").addEventListener("click", async () => {
            const question = text("family.note_question");
            const sentence = row.querySelector(".note-text").textContent.slice(0, 120);
            if (!(await confirm({ question, sentence, action: text("family.note_delete") }))) return;
            try {
                await asParent("DELETE", address);
                reloadWith(text("family.deleted"));
            } catch (error) {
                say(error);
            }
        });
    }
}
