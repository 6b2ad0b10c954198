/**
 * Editing of phrases and pages, and import and export of boards.
 * @module
 */
import { ask, chooseFile, h, saveFile } from "../modules/dom.js";
import { BoardError, exportBoard, exportBoards, importBoards } from "../modules/board.js";
import { button, field, line, lines, photo, recording, toggle, watched } from "../modules/forms.js";
import { cleaned, EntryError, FIXED, LIMITS, moved } from "../modules/model.js";
import { pictureOf } from "./library.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */
/** @typedef {import("../modules/model.js").State} State */
/** @typedef {import("../modules/board.js").Media} Media */

/** A row of a list with buttons to edit, move and hide. @param {App} app @param {string} label
 * @param {{hidden: boolean, photo: string | null, symbol: string | null}} item @param {number} index @param {number} count
 * @param {{edit: () => void, move: (by: number) => void, hide: () => void}} actions
 * @param {string} note shown after the label */
function row(app, label, item, index, count, actions, note) {
  const small = (
    /** @type {string} */ text,
    /** @type {string} */ name,
    /** @type {() => void} */ pressed,
    disabled = false,
  ) =>
    h("button", {
      type: "button",
      class: `plain icon${text.length > 1 ? " word" : ""}`,
      "aria-label": `${name}: ${label}`,
      title: name,
      disabled,
      onclick: pressed,
    }, text);
  const hide = app.t(item.hidden ? "pages.show" : "pages.hide");
  return h(
    "li",
    { class: `edit-row${item.hidden ? " off" : ""}` },
    pictureOf(app, item),
    h(
      "span",
      { class: "name", dir: "auto" },
      label,
      item.hidden ? h("small", {}, ` (${app.t("pages.hidden")})`) : null,
      note && h("small", {}, ` (${note})`),
    ),
    h(
      "span",
      { class: "tools" },
      small(app.t("pages.edit"), app.t("pages.edit"), actions.edit),
      small("↑", app.t("pages.up"), () => actions.move(-1), index === 0),
      small("↓", app.t("pages.down"), () => actions.move(1), index === count - 1),
      small(hide, hide, actions.hide),
    ),
  );
}

/** @param {App} app @returns {Screen} */
export function pages(app) {
  const list = h("ul", { class: "plain-list" });
  const change = async (/** @type {(state: State) => void} */ by) => {
    if (await app.save(by)) draw();
  };
  const draw = () => {
    const { pages } = app.state;
    list.replaceChildren(...pages.map((page, index) => {
      const silent = page.phrases.filter((phrase) => !phrase.hidden && app.voiceOf(phrase) === "none").length;
      const note = silent > 0 ? app.t("pages.silent", { count: silent }) : "";
      return row(app, app.pageLabel(page), page, index, pages.length, {
        edit: () => app.go(`edit-page/${page.id}`),
        move: (by) => change((state) => state.pages = moved(state.pages, index, by)),
        hide: () => change((state) => state.pages[index].hidden = !page.hidden),
      }, note);
    }));
  };
  draw();
  return {
    title: app.t("settings.pages"),
    back: "settings",
    scan: false,
    layout: "form",
    help: "help.pages",
    content: [
      list,
      button(
        app.t("pages.add"),
        () => {
          if (app.state.pages.length >= LIMITS.pages) {
            return app.notice(app.t("entry.too-many", { limit: LIMITS.pages }));
          }
          app.go("edit-page/new");
        },
        "main",
        { id: "add-page" },
      ),
    ],
  };
}

/** Fields for label and photo of a page; `stored` saves them. @param {App} app @param {string} shownLabel
 * @param {string | null} photoId @param {(label: string, photo: string | null, added: Map<string, Media>) => Promise<void>} stored */
function pageFields(app, shownLabel, photoId, stored) {
  const label = line(shownLabel, { id: "page-label" });
  /** @type {Map<string, Media>} */
  const added = new Map();
  let image = photoId;
  const error = h("p", { class: "error", role: "alert" });
  const save = async () => {
    try {
      const text = cleaned(label.value, LIMITS.label);
      if (!text) throw new EntryError("pages.no-label");
      error.textContent = "";
      await stored(text, image, added);
    } catch (problem) {
      if (!(problem instanceof EntryError)) throw problem;
      error.textContent = app.t(problem.reason, problem.values);
    }
  };
  return [
    field(app.t("pages.label"), label),
    photo(app, image, (id, media) => {
      image = id;
      if (id && media) added.set(id, media);
    }),
    error,
    button(app.t("save"), save, "main", { id: "save" }),
  ];
}

/** A new page, which is stored on Save. @param {App} app @returns {Screen} */
function newPage(app) {
  return {
    title: app.t("pages.new"),
    back: "pages",
    scan: false,
    layout: "form",
    content: pageFields(app, "", null, async (label, photo, added) => {
      const id = app.newId();
      const page = { id, label, symbol: "speech", photo, hidden: false, phrases: [] };
      if (await app.save((state) => state.pages.push(page), added)) app.go(`edit-page/${id}`);
    }),
  };
}

/** @param {App} app @param {string} id @returns {Screen} */
export function editPage(app, id) {
  if (id === "new") return newPage(app);
  const found = app.state.pages.find((page) => page.id === id);
  if (!found) return pages(app);
  const fixed = id in FIXED;
  const list = h("ul", { class: "plain-list" });
  const own = (
    /** @type {State} */ state,
  ) => /** @type {import("../modules/model.js").Page} */ (state.pages.find((page) => page.id === id));
  const change = async (/** @type {(page: import("../modules/model.js").Page) => void} */ by) => {
    if (await app.save((state) => by(own(state)))) draw();
  };
  const draw = () => {
    const { phrases } = own(app.state);
    list.replaceChildren(
      ...phrases.map((phrase, index) => {
        const voice = app.voiceOf(phrase);
        const note = voice === "recorded" ? "" : app.t(`pages.voice.${voice}`);
        return row(app, app.words(phrase).label, phrase, index, phrases.length, {
          edit: () => app.go(`edit-phrase/${id}/${phrase.id}`),
          move: (by) => change((page) => page.phrases = moved(page.phrases, index, by)),
          hide: () => change((page) => page.phrases[index].hidden = !phrase.hidden),
        }, note);
      }),
    );
  };
  draw();
  return {
    title: app.pageLabel(found),
    back: "pages",
    scan: false,
    layout: "form",
    content: [
      ...pageFields(app, app.pageLabel(found), found.photo, async (text, photo, added) => {
        const label = fixed && text === app.t(`page.${id}`) ? "" : text;
        if (await app.save((state) => Object.assign(own(state), { label, photo }), added)) app.notice(app.t("saved"));
      }),
      h("h2", {}, app.t("pages.phrases")),
      list,
      button(
        app.t("pages.add-phrase"),
        () => {
          if (own(app.state).phrases.length >= LIMITS.phrases) {
            return app.notice(
              app.t("entry.too-many", { limit: LIMITS.phrases }),
            );
          }
          app.go(`edit-phrase/${id}/new`);
        },
        "plain",
        { id: "add-phrase" },
      ),
      ...(fixed ? [] : [button(
        app.t("pages.delete"),
        async () => {
          const answer = await ask(app.t("pages.delete-question"), [{
            value: "yes",
            label: app.t("pages.delete"),
            kind: "alarm",
          }, { value: "no", label: app.t("cancel") }]);
          if (
            answer === "yes" && await app.save((state) => {
              state.pages = state.pages.filter((page) => page.id !== id);
              for (const phrase of state.pages.flatMap((page) => page.phrases)) {
                if (phrase.link === id) phrase.link = null;
              }
            })
          ) app.go("pages");
        },
        "alarm",
        { id: "delete-page" },
      )]),
    ],
  };
}

/** @param {App} app @param {string} pageId @param {string} id @returns {Screen} */
export function editPhrase(app, pageId, id) {
  const page = app.state.pages.find((page) => page.id === pageId);
  const found = page?.phrases.find((phrase) => phrase.id === id);
  if (!page || (!found && id !== "new")) return pages(app);
  /** @type {import("../modules/model.js").Phrase} */
  const phrase = structuredClone(
    found ??
      {
        id: app.newId(),
        fixed: null,
        label: "",
        text: "",
        symbol: "speech",
        photo: null,
        sound: null,
        link: null,
        hidden: false,
      },
  );
  const words = app.words(phrase);
  const label = line(words.label, { id: "phrase-label" });
  const text = lines(words.text, { id: "phrase-text" });
  const link = h(
    "select",
    { id: "phrase-link" },
    h("option", { value: "" }, app.t("pages.no-link")),
    app.state.pages.map((other) => h("option", { value: other.id }, app.pageLabel(other))),
  );
  link.value = phrase.link ?? "";
  /** @type {Map<string, Media>} */
  const added = new Map();
  const error = h("p", { class: "error", role: "alert" });
  // A fixed sentence is already recorded. Other text is spoken by a voice of this device, if there is one.
  const hint = phrase.fixed && !phrase.text
    ? "record.fixed"
    : app.speech.deviceVoice()
    ? "record.device"
    : "record.no-voice";
  const set =
    (/** @type {"photo" | "sound"} */ key) =>
    (/** @type {string | null} */ mediaId, /** @type {Media | null} */ media) => {
      phrase[key] = mediaId;
      if (mediaId && media) added.set(mediaId, media);
    };
  const content = [
    field(app.t("pages.label"), label),
    field(app.t("pages.sentence"), text),
    h("h2", {}, app.t("photo.title")),
    photo(app, phrase.photo, set("photo")),
    h("h2", {}, app.t("record.title")),
    h("p", { class: "hint" }, app.t(hint)),
    recording(app, phrase.sound, set("sound")),
    field(app.t("pages.link"), link),
    toggle(app.t("pages.visible"), !phrase.hidden, (visible) => phrase.hidden = !visible),
    error,
    button(
      app.t("save"),
      async () => {
        try {
          const original = phrase.fixed ? app.words({ ...phrase, label: "", text: "" }) : { label: "", text: "" };
          const typed = { label: cleaned(label.value, LIMITS.label), text: cleaned(text.value, LIMITS.sentence) };
          if (!typed.label) throw new EntryError("pages.no-label");
          phrase.label = typed.label === original.label ? "" : typed.label;
          phrase.text = typed.text === original.text ? "" : typed.text;
          phrase.link = link.value || null;
        } catch (problem) {
          if (!(problem instanceof EntryError)) throw problem;
          error.textContent = app.t(problem.reason, problem.values);
          return;
        }
        const done = await app.save((state) => {
          const own = /** @type {import("../modules/model.js").Page} */ (state.pages.find((page) =>
            page.id === pageId
          ));
          if (found) own.phrases = own.phrases.map((other) => other.id === id ? phrase : other);
          else own.phrases.push(phrase);
        }, added);
        if (done) app.go(`edit-page/${pageId}`);
      },
      "main",
      { id: "save" },
    ),
    ...(found && !(pageId in FIXED && found.fixed)
      ? [button(
        app.t("pages.delete-phrase"),
        async () => {
          const answer = await ask(app.t("pages.delete-question"), [{
            value: "yes",
            label: app.t("pages.delete-phrase"),
            kind: "alarm",
          }, { value: "no", label: app.t("cancel") }]);
          if (
            answer === "yes" && await app.save((state) => {
              const own = /** @type {import("../modules/model.js").Page} */ (state.pages.find((page) =>
                page.id === pageId
              ));
              own.phrases = own.phrases.filter((other) => other.id !== id);
            })
          ) app.go(`edit-page/${pageId}`);
        },
        "alarm",
        { id: "delete-phrase" },
      )]
      : []),
  ];
  return {
    title: app.t(found ? "pages.edit-phrase" : "pages.add-phrase"),
    back: `edit-page/${pageId}`,
    scan: false,
    layout: "form",
    content,
    unsaved: watched(content),
  };
}

/** @param {App} app @returns {Screen} */
export function boards(app) {
  const status = h("div", { id: "board-status", role: "status" });
  const texts = { locale: app.texts.language, label: app.pageLabel.bind(app), words: app.words.bind(app) };
  const open = async () => {
    const file = await chooseFile(".obf,.obz,application/json,application/zip");
    if (!file) return;
    status.replaceChildren(h("p", {}, app.t("board.reading")));
    try {
      const result = await importBoards(new Uint8Array(await file.arrayBuffer()), () => app.newId());
      const phrases = result.pages.flatMap((page) => page.phrases);
      // An unchanged sentence of this app keeps its recording.
      for (const phrase of phrases) if (phrase.fixed && phrase.text === app.texts.say[phrase.fixed]) phrase.text = "";
      if (app.state.pages.length + result.pages.length > LIMITS.pages) {
        throw new BoardError("board.too-many-boards", { count: result.pages.length, limit: LIMITS.pages });
      }
      if (!(await app.save((state) => state.pages.push(...result.pages), result.media))) {
        return status.replaceChildren();
      }
      const unrecorded = phrases.filter((phrase) => app.voiceOf(phrase) !== "recorded");
      status.replaceChildren(
        h(
          "p",
          { class: "good-note" },
          app.t("board.imported", { pages: result.pages.length, phrases: phrases.length }),
        ),
        ...(unrecorded.length > 0
          ? [
            h(
              "p",
              { id: "unrecorded" },
              app.t(`board.voice.${app.voiceOf(unrecorded[0])}`, { count: unrecorded.length }),
            ),
            button(
              app.t("board.record"),
              () => {
                const page = result.pages.find((page) => page.phrases.includes(unrecorded[0]));
                if (page) app.go(`edit-page/${page.id}`);
              },
              "plain",
              { id: "record-imported" },
            ),
          ]
          : []),
        ...(result.notes.length > 0
          ? [
            h(
              "ul",
              {},
              result.notes.slice(0, 20).map(({ key, values }) => h("li", {}, app.t(key, values))),
              result.notes.length > 20 ? h("li", {}, app.t("board.more", { count: result.notes.length - 20 })) : null,
            ),
          ]
          : []),
      );
    } catch (problem) {
      if (!(problem instanceof BoardError)) throw problem;
      status.replaceChildren(
        h("p", { class: "error", role: "alert" }, app.t(problem.reason, problem.values)),
        h("p", {}, app.t("board.unchanged")),
      );
    }
  };
  const choicePage = h(
    "select",
    { id: "board-page" },
    app.state.pages.map((page) => h("option", { value: page.id }, app.pageLabel(page))),
  );
  return {
    title: app.t("settings.boards"),
    back: "settings",
    scan: false,
    layout: "form",
    content: [
      h("p", {}, app.t("board.text")),
      button(app.t("board.import"), open, "main", { id: "import" }),
      status,
      h("h2", {}, app.t("board.export-title")),
      button(
        app.t("board.export-all"),
        async () =>
          saveFile("express-boards.obz", exportBoards(app.state.pages, await app.allMedia(), texts), "application/zip"),
        "plain",
        { id: "export-all" },
      ),
      field(app.t("board.one"), choicePage),
      button(
        app.t("board.export-one"),
        async () => {
          const page = app.state.pages.find((page) => page.id === choicePage.value);
          if (page) saveFile("express-board.obf", exportBoard(page, await app.allMedia(), texts), "application/json");
        },
        "plain",
        { id: "export-one" },
      ),
    ],
  };
}
