// Edit Account (A14): change, export, delete.

import { go, NoConnection, request } from "./api.js";
import { clearMessage, showMessage } from "./band.js";
import "./common.js";
import { suggestEmail } from "./email-correction.js";
import { sayDeleted } from "./other-tabs.js";
import { text } from "./page.js";
import { askForPin } from "./parent.js";
import { firstFault, mark, markFields, watch } from "./validate.js";

const form = document.getElementById("account");
const save = document.getElementById("save");

watch(form);
const doubt = suggestEmail(form);

function values() {
    const all = {};
    for (const control of form.elements) {
        if (!control.name || (control.type === "radio" && !control.checked)) continue;
        all[control.name] = control.type === "checkbox" ? control.checked : control.value;
    }
    return all;
}

let before = values();

/** The values that differ from the server's, and the password if it is required. */
function changes() {
    const changed = {};
    for (const [name, value] of Object.entries(values())) {
        if (name === "currentPassword" || value === before[name]) continue;
        const control = form.elements[name];
        changed[name] = control.type === "number"
            ? (value === "" ? null : Number(value))
            : (typeof value === "string" && control.type !== "password" ? value.trim() : value);
    }
    if (form.elements.currentPassword.value) {
        changed.currentPassword = form.elements.currentPassword.value;
    }
    return changed;
}

form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (save.disabled) return;
    const wrong = firstFault(form) ?? passwordMissing();
    if (wrong) {
        showMessage(text("create.mend"), { duration: 0 });
        wrong.focus();
        return;
    }
    const accept = doubt();
    if (accept) {
        accept.focus();
        return;
    }
    const changed = changes();
    if (Object.keys(changed).length === 0) {
        showMessage(text("account.saved"), { kind: "right" });
        return;
    }
    save.disabled = true;
    if (!(await mayChange(changed))) {
        save.disabled = false;
        return;
    }
    const slow = setTimeout(() => showMessage(text("game.one_moment"), { duration: 0 }), 300);
    try {
        await request("PUT", "/api/account", changed, { timeout: 30_000 });
        for (const control of form.querySelectorAll("input[type=password]")) control.value = "";
        form.elements.pin.value = "";
        before = values();
        showMessage(text("account.saved"), { kind: "right" });
    } catch (error) {
        refuse(error);
    } finally {
        clearTimeout(slow);
        save.disabled = false;
    }
});

/** The account belongs to a grown-up: without the password, the PIN is required. */
async function mayChange(changed) {
    if (changed.currentPassword) return true;
    try {
        return await askForPin();
    } catch (error) {
        refuse(error);
        return false;
    }
}

/** The box of the current password, if the change needs it and it is empty. */
function passwordMissing() {
    const changed = changes();
    const needs = ["username", "email", "password", "pin"].some((name) => name in changed);
    const control = form.elements.currentPassword;
    if (!needs || control.value) return null;
    mark(control.closest(".field"), text("field.current_password.blank"));
    return control;
}

function refuse(error) {
    if (error instanceof NoConnection) {
        showMessage(text("game.offline"), { duration: 0 });
        return;
    }
    const fields = error.code === "wrong_password"
        ? { currentPassword: error.message } : error.fields;
    const first = markFields(form, fields);
    showMessage(first ? text("create.mend") : error.message, { duration: 0 });
    first?.focus();
}

form.addEventListener("input", clearMessage);

// A link cannot request the PIN, so this opens it.
document.getElementById("export").addEventListener("click", async (event) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    try {
        if (await askForPin()) location.assign(href);
    } catch (error) {
        refuse(error);
    }
});

const dialog = document.getElementById("delete-dialog");
const deletion = document.getElementById("delete-form");
const sentence = document.getElementById("delete-sentence");
const confirm = document.getElementById("delete-yes");

document.getElementById("delete").addEventListener("click", () => {
    deletion.reset();
    sentence.textContent = "";
    dialog.showModal();
    deletion.elements.password.focus();
});
document.getElementById("delete-no").addEventListener("click", () => dialog.close());

deletion.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (confirm.disabled) return;
    const { password } = deletion.elements;
    if (!password.value) {
        sentence.textContent = text("field.current_password.blank");
        password.focus();
        return;
    }
    confirm.disabled = true;
    sentence.textContent = text("account.delete_working");
    try {
        const answer = await request(
            "POST", "/api/account/delete", { password: password.value }, { timeout: 30_000 });
        await sayDeleted();
        go(answer.next);
    } catch (error) {
        confirm.disabled = false;
        sentence.textContent = error instanceof NoConnection
            ? text("game.offline") : Object.values(error.fields)[0] ?? error.message;
        password.focus();
    }
});
