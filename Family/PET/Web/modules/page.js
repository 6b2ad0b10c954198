// Data that the server wrote into the page: player, sound settings and texts.

const body = document.body.dataset;

export const page = {
    assets: body.assets,
    player: body.player ?? null,
    // The current login: stored data belongs to one family.
    account: body.account ?? null,
    mustAgree: "mustAgree" in body,
    language: document.documentElement.lang || "en",
    voice: body.voice,
    volume: Number(body.volume) || 100,
    narration: "narration" in body,
    sounds: "sounds" in body,
    pressSounds: "pressSounds" in body,
    feedbackSounds: "feedbackSounds" in body,
    captions: "captions" in body,
    serverVoice: "serverVoice" in body,
    reward: body.reward || "none",
    narrationIndex: body.narrationIndex || null,
};

const texts = new Map();
for (const template of document.querySelectorAll("#common-texts, #texts")) {
    for (const element of template.content.querySelectorAll("[data-key]")) {
        texts.set(element.dataset.key, element.textContent);
    }
}

/** The text of a key, with `{name}` replaced by `values.name`. */
export function text(key, values = {}) {
    const sentence = texts.get(key);
    if (sentence === undefined) throw new Error(`The page has no text ${key}.`);
    return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The sentence of a key for a number of things: with the number 1, that of `<key>_one`. */
export function textOf(key, count, values) {
    return text(count === 1 ? `${key}_one` : key, values);
}

/** The symbol with this name from icons.svg, hidden from screen readers. */
export function icon(name) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(space, "use");
    use.setAttribute("href", `${page.assets}/icons/icons.svg#${name}`);
    svg.append(use);
    return svg;
}

/** Whether animations may run: the setting, or for "auto" the device's preference. */
export function motionIsOn() {
    const setting = document.documentElement.dataset.motion;
    if (setting === "on") return true;
    if (setting === "off") return false;
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function wait(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
