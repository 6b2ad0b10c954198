/**
 * The playlists that the member owns or edits, with creating and importing (D1, D2, N5).
 * @module
 */
import { api, ROOT } from "../modules/api.js";
import { button, chooseFiles, field, h, linkButton, showFieldError } from "../modules/dom.js";
import { Draft } from "../modules/flow.js";
import { icon } from "../modules/icons.js";
import { actions, empty, heading, page, steps } from "./parts.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").PlaylistSummary} PlaylistSummary */

/** Steps of a new playlist: name, items, people. */
export const PLAYLIST_STEPS = 3;

/** @param {App} app @returns {Promise<import("../modules/app.js").Screen>} */
export async function playlists(app) {
  if (app.query.get("view") === "new") return create(app);
  const { t } = app;
  const { playlists } = await api.playlists();
  const problem = h("p", { class: "notice warn", role: "alert" });
  const bring = async () => {
    const [file] = await chooseFiles(".xspf,.m3u8,.m3u,.jspf,.json,application/xspf+xml,application/vnd.apple.mpegurl");
    if (!file) return;
    problem.textContent = "";
    try {
      const made = await api.importPlaylist(file);
      await app.go(`/playlists/${made.id}`, { message: t("playlists.imported", { name: made.name }) });
    } catch (error) {
      problem.textContent = app.explain(error);
    }
  };
  const element = page(
    {},
    heading(
      t("playlists"),
      { label: t("home"), path: "/" },
      app.me.canHost && linkButton("add", t("playlists.create"), `${ROOT}/playlists?view=new`, { class: "main" }),
      app.me.canHost && button("upload", t("playlists.import"), bring),
    ),
    problem,
    playlists.length === 0
      ? empty("playlist", t("playlists.none"))
      : h("ul", { class: "tiles" }, playlists.map((one) => playlistItem(app, one))),
  );
  return { element, title: t("playlists"), parts: ["playlists", "members"] };
}

/** @param {App} app @param {PlaylistSummary} playlist */
function playlistItem(app, playlist) {
  const { t } = app;
  const isDraft = playlist.state === "draft";
  return h(
    "li",
    { class: isDraft ? "item call" : "item" },
    h(
      "h2",
      {},
      h(
        "a",
        { class: "text", dir: "auto", href: `${ROOT}/playlists/${playlist.id}${isDraft ? "?step=items" : ""}` },
        playlist.name,
      ),
    ),
    playlist.description && h("p", { class: "clip quiet", dir: "auto" }, playlist.description),
    h(
      "p",
      { class: "item-line" },
      h("span", {}, icon("song"), t("playlist.items", { count: playlist.items })),
      h("span", {}, icon(playlist.state === "shared" ? "people" : "lock"), t(`playlist.${playlist.state}`)),
      playlist.owner !== app.me.member &&
        h("span", {}, icon("person"), t("playlist.of", { name: app.name(playlist.owner) })),
    ),
    isDraft &&
      h(
        "div",
        { class: "row" },
        linkButton("next", t("playlist.continue"), `${ROOT}/playlists/${playlist.id}?step=items`, {
          class: "main",
          "aria-label": `${t("playlist.continue")}: ${playlist.name}`,
        }),
      ),
  );
}

/** Name and description of a new playlist, or of a draft to which the user returned. @param {App} app @param {import("../modules/api.js").Playlist} [playlist] @returns {import("../modules/app.js").Screen} */
export function create(app, playlist) {
  const { t } = app;
  const draft = new Draft(`playlist-${playlist?.id ?? "new"}`, () => ({
    name: playlist?.name ?? "",
    description: playlist?.description ?? "",
  }));
  const problem = h("p", { class: "notice warn", role: "alert" });
  const name = h("input", {
    value: draft.value.name,
    maxlength: 200,
    autocomplete: "off",
    dir: "auto",
    oninput: () => draft.set({ name: name.value }),
  });
  const description = h("textarea", {
    value: draft.value.description,
    maxlength: 10_000,
    dir: "auto",
    oninput: () => draft.set({ description: description.value }),
  });
  const next = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!name.value.trim()) return showFieldError(name, t("error.name_missing")), name.focus();
    try {
      const entered = { name: name.value.trim(), description: description.value.trim() };
      if (playlist) await api.changePlaylist(playlist.id, entered);
      const { id } = playlist ?? await api.addPlaylist(entered.name, entered.description);
      draft.discard();
      await app.go(`/playlists/${id}?step=items`, { replace: true });
    } catch (error) {
      problem.textContent = app.explain(error);
    }
  };
  const element = page(
    { class: "narrow" },
    heading(
      t("playlists.create"),
      undefined,
      !playlist && button("no", t("cancel"), () => (draft.discard(), app.go("/playlists")), { class: "soft" }),
    ),
    steps(app, 1, PLAYLIST_STEPS, t("playlist.step_name")),
    problem,
    h(
      "form",
      { class: "box", onsubmit: next, novalidate: true, id: "create" },
      field(t("name"), name),
      field(t("description_optional"), description),
    ),
    actions(
      [],
      button("next", t("next"), null, { type: "submit", form: "create", class: "main" }),
    ),
  );
  return { element, title: t("playlists.create") };
}
