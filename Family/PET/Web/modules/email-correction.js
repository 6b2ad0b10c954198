// Suggests a correction for a mistyped email address: "Did you mean ada@gmail.com?" Compares with a
// list of domains; no address leaves the form.

import { text } from "./page.js";

// Large providers. These domains are never corrected.
const providers = [
    "gmail.com", "googlemail.com", "hotmail.com", "hotmail.co.uk", "hotmail.fr", "hotmail.de",
    "hotmail.it", "hotmail.es", "outlook.com", "outlook.de", "outlook.fr", "yahoo.com",
    "yahoo.co.uk", "yahoo.co.in", "yahoo.fr", "yahoo.de", "yahoo.ca", "icloud.com",
    "protonmail.com", "rocketmail.com", "comcast.net", "verizon.net", "btinternet.com",
    "sbcglobal.net", "bellsouth.net", "bigpond.com", "t-online.de", "freenet.de", "laposte.net",
    "wanadoo.fr", "orange.fr", "libero.it", "proton.me", "fastmail.com", "yandex.com", "live.com",
    "mail.com", "email.com", "gmx.com", "gmx.net", "gmx.de", "gmx.at", "gmx.ch", "ymail.com",
    "aol.com", "msn.com", "mac.com", "me.com", "web.de", "hey.com", "zoho.com",
];

// Shorter domains differ by one letter from too many others.
const leastLetters = 9;

// No address is longer (RFC 5321); regular expressions fail on megabytes.
const mostLetters = 254;

// Top-level domains that do not exist, so the address is certainly wrong.
const endings = {
    ".con": ".com", ".cmo": ".com", ".ocm": ".com", ".comm": ".com", ".vom": ".com",
    ".xom": ".com", ".cim": ".com", ".cpm": ".com", ".coom": ".com", ".nte": ".net",
    ".ent": ".net", ".ogr": ".org", ".rog": ".org", ".orgg": ".org", ".nett": ".net",
};

/** Whether two words differ by one letter: missing, additional, different, or swapped with the next. */
function differByOne(a, b) {
    if (a === b || Math.abs(a.length - b.length) > 1) return false;
    let start = 0;
    while (start < a.length && a[start] === b[start]) start += 1;
    let end = 0;
    while (
        end < a.length - start && end < b.length - start
        && a[a.length - 1 - end] === b[b.length - 1 - end]
    ) end += 1;
    const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
    if (Math.max(left.length, right.length) <= 1) return true;
    return left.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** The address that was probably meant, or "" if the typed one is plausible. */
export function correctedEmail(address) {
    if (address.length > mostLetters) return "";
    const [, name, typed] = /^(\S+)@([^\s@]+)$/u.exec(address.trim()) ?? [];
    if (!typed) return "";
    const domain = typed.toLowerCase();
    if (providers.includes(domain)) return "";
    const ending = Object.keys(endings).find((one) => domain.endsWith(one));
    const mended = ending ? domain.slice(0, -ending.length) + endings[ending] : domain;
    const meant = providers.find((one) =>
        one === mended || (one.length >= leastLetters && differByOne(mended, one))
    );
    if (!meant && !ending) return "";
    return `${name}@${meant ?? mended}`;
}

/**
 * Shows the correction of a form's email address below its field, with a button that accepts it.
 * Returns a function for the form's submission. It returns the button if the form should wait
 * for an answer, once for each address.
 */
export function suggestEmail(form) {
    const control = form.elements.email;
    const box = document.createElement("p");
    box.className = "correction";
    box.setAttribute("role", "status");
    control.closest(".field").append(box);
    let asked = "";

    const show = () => {
        const typed = control.value;
        const corrected = typed === control.defaultValue ? "" : correctedEmail(typed);
        if (box.dataset.email === corrected) return;
        box.dataset.email = corrected;
        box.replaceChildren();
        if (!corrected) return;
        const question = document.createElement("span");
        question.textContent = text("field.email.correction", { email: corrected });
        const accept = document.createElement("button");
        accept.type = "button";
        accept.className = "button small";
        accept.textContent = text("field.email.use", { email: corrected });
        accept.addEventListener("click", () => {
            control.value = corrected;
            control.dispatchEvent(new Event("input", { bubbles: true }));
            show();
            control.focus();
        });
        box.append(question, accept);
    };
    control.addEventListener("change", show);
    // The typed address has changed, so its correction no longer applies.
    control.addEventListener("input", () => {
        if (box.dataset.email) show();
    });

    return () => {
        show();
        if (!box.dataset.email || asked === control.value) return null;
        asked = control.value;
        return box.querySelector("button");
    };
}
