/**
 * The phrase library: pages of buttons that speak their sentence and show it in large text.
 * @module
 */
import { h, picture, pictured, showPhoto } from "../modules/dom.js";
import { fit } from "./show.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */

/** The picture of a button: the guardian's photo if there is one, else the symbol. @param {App} app
 * @param {{photo: string | null, symbol: string | null}} item */
export function pictureOf(app, item) {
  const image = picture(
    item.symbol && /^[a-z-]+$/.test(item.symbol) ? `symbols/${item.symbol}.svg` : "symbols/speech.svg",
  );
  image.addEventListener("error", () => image.src.endsWith("speech.svg") || (image.src = "symbols/speech.svg"), {
    once: true,
  });
  if (item.photo) {
    app.media(item.photo).then((media) => {
      if (media) showPhoto(image, media);
    });
    image.classList.add("photo");
  }
  return image;
}

/** @param {App} app @returns {Screen} */
export function library(app) {
  const { graphics } = app.state.preferences;
  const visible = app.state.pages.filter((page) => !page.hidden && !isLinked(app, page.id));
  return {
    title: app.t("menu.library"),
    back: "",
    help: "help.library",
    layout: `grid pages ${graphics ? "" : "text-only"}`,
    content: visible.map((page) =>
      h(
        "button",
        { type: "button", class: "tile", "data-page": page.id, onclick: () => app.go(`page/${page.id}`) },
        graphics && pictureOf(app, page),
        h("span", { dir: "auto" }, app.pageLabel(page)),
      )
    ),
  };
}

/** Whether a button of an earlier visible page opens this page; such pages are not listed.
 * @param {App} app @param {string} id */
function isLinked(app, id) {
  const index = app.state.pages.findIndex((page) => page.id === id);
  return app.state.pages.slice(0, index).some((page) =>
    !page.hidden && page.phrases.some((phrase) => !phrase.hidden && phrase.link === id)
  );
}

/** @param {App} app @param {string} id @param {string} [from] "emergency" if Back opens the emergency information
 * @returns {Screen} */
export function page(app, id, from) {
  const page = app.state.pages.find((page) => page.id === id && !page.hidden);
  if (!page) return library(app);
  const { graphics } = app.state.preferences;
  const sentence = h("p", { id: "sentence", class: "quiet", dir: "auto" }, app.t("page.empty"));
  const box = h("div", { class: "sentence-box" }, sentence);
  const resize = () => fit(box, sentence, 44);
  addEventListener("resize", resize);
  requestAnimationFrame(resize);
  const show = h("button", {
    type: "button",
    class: "main",
    id: "show",
    disabled: true,
    onclick: () => app.go(`show/${app.address}`),
  }, pictured("big", app.t("page.show")));
  const emergency = h("button", {
    type: "button",
    class: "alarm",
    id: "to-emergency",
    onclick: () => app.go("emergency"),
  }, pictured("emergency", app.t("menu.emergency")));
  const press = (/** @type {import("../modules/model.js").Phrase} */ phrase, /** @type {HTMLElement} */ tile) => {
    const text = app.say(phrase, tile);
    sentence.textContent = text;
    sentence.classList.remove("quiet");
    resize();
    app.announce(text);
    show.disabled = false;
    emergency.classList.toggle("urgent", phrase.fixed === "lost" || phrase.fixed === "help");
    document.querySelector(".tile.pressed")?.classList.remove("pressed");
    tile.classList.add("pressed");
    if (phrase.link) app.go(`page/${phrase.link}`);
  };
  const phrases = page.phrases.filter((phrase) => !phrase.hidden);
  const tiles = phrases.map((phrase) => {
    const { label } = app.words(phrase);
    const tile = h(
      "button",
      {
        type: "button",
        class: `tile${phrase.link ? " link" : ""}`,
        "data-phrase": phrase.id,
        onclick: () => press(phrase, tile),
      },
      graphics && pictureOf(app, phrase),
      h("span", { dir: "auto" }, label),
    );
    return tile;
  });
  return {
    title: app.pageLabel(page),
    back: from === "emergency" ? "emergency" : "library",
    help: "help.page",
    layout: `board ${graphics ? "" : "text-only"}`,
    content: [
      h(
        "section",
        { class: "panel", "aria-label": app.t("page.sentence") },
        box,
        h("div", { class: "row" }, show, emergency),
      ),
      h(
        "div",
        { class: `grid${tiles.length > 6 ? " many" : ""}` },
        tiles.length > 0 ? tiles : h("p", {}, app.t("page.no-phrases")),
      ),
    ],
    leave: () => removeEventListener("resize", resize),
  };
}
