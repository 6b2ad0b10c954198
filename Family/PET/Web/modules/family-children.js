// Children of the family: added and edited in a dialog.

import { asParent, reloadWith, say } from "./family-asking.js";
import { text } from "./page.js";
import { markFields } from "./validate.js";

const dialog = document.getElementById("child-dialog");
const form = document.getElementById("child-form");
let place = null;

function open(id, values) {
    place = id;
    form.reset();
    for (const box of form.querySelectorAll(".field")) {
        box.classList.remove("wrong");
        box.querySelector(".sentence").textContent = "";
    }
    form.elements.fullName.value = values.name ?? "";
    form.elements.birthYear.value = values.year ?? "";
    for (const choice of form.elements.gender) choice.checked = choice.value === (values.gender ?? "");
    dialog.showModal();
    form.elements.fullName.focus();
}

export function addChild() {
    open(null, {});
}

export function changeChild(row) {
    open(row.dataset.child, row.dataset);
}

dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());

form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = {
        fullName: form.elements.fullName.value.trim(),
        birthYear: form.elements.birthYear.value.trim(),
        gender: form.elements.gender.value,
    };
    try {
        if (place) await asParent("PUT", `/api/children/${place}`, values);
        else await asParent("POST", "/api/children", values);
        reloadWith(text("family.saved"));
    } catch (error) {
        if (error.fields && Object.keys(error.fields).length) markFields(form, error.fields)?.focus();
        else {
            dialog.close();
            say(error);
        }
    }
});
