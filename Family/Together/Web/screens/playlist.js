/**
 * One playlist: playing, adding, ordering, sharing, and the steps of a new one (D2 to D7).
 * @module
 */
import { api, ROOT } from "../modules/api.js";
import { ask, button, choices, chooseFiles, field, h, linkButton, own, showFieldError } from "../modules/dom.js";
import { Draft } from "../modules/flow.js";
import { icon } from "../modules/icons.js";
import { enteredAddress, webAddress } from "../modules/links.js";
import { changeTexts } from "./change.js";
import { actions, empty, heading, page, steps } from "./parts.js";
import { create, PLAYLIST_STEPS } from "./playlists.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */
/** @typedef {import("../modules/api.js").Playlist} Playlist */
/** @typedef {import("../modules/api.js").Item} Item */

/** @param {App} app @param {string} id @returns {Promise<Screen>} */
export async function playlist(app, id) {
  const found = await api.playlist(id);
  const step = app.query.get("step");
  if (found.state === "draft" && step === "name") return create(app, found);
  if (found.state === "draft" || step === "share") {
    return step === "share" ? await share(app, found) : await draftItems(app, found);
  }
  return await show(app, found);
}

/** Formats that every server accepts. */
const FORMATS = { song: ["MP3", "M4A", "OGG", "WAV"], video: ["MP4", "WebM"], picture: ["JPEG", "PNG"] };

/** "3:05"; empty if the duration is unknown. @param {number | null} seconds */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "";
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The finished playlist. @param {App} app @param {Playlist} playlist @returns {Promise<Screen>} */
async function show(app, playlist) {
  const { t, player } = app;
  const isOwner = playlist.owner === app.me.member;
  const isEditor = isOwner || playlist.editors.includes(app.me.member);
  const problem = h("p", { class: "notice warn", role: "alert" });
  const playable = playlist.items.some(({ media }) => media);
  const isPlaying = player.now?.playlist === playlist.id;
  const remove = async () => {
    const answer = await ask(t("playlist.delete_question", { name: playlist.name }), [
      { value: "yes", label: t("delete"), symbol: "delete", kind: "alarm" },
      { value: "no", label: t("cancel"), symbol: "no" },
    ]);
    if (answer !== "yes") return;
    try {
      await api.removePlaylist(playlist.id);
      await app.go("/playlists", { message: t("playlist.deleted", { name: playlist.name }) });
    } catch (error) {
      problem.textContent = app.explain(error);
    }
  };
  const rename = async () => {
    try {
      const isSaved = await changeTexts(
        app,
        t("playlist.change"),
        { name: playlist.name, more: playlist.description },
        { label: t("description_optional"), key: "description" },
        (entered, before) =>
          api.changePlaylist(playlist.id, {
            name: entered.name,
            description: entered.more,
            before: { name: before.name, description: before.more },
          }),
      );
      if (isSaved) await app.again();
    } catch (error) {
      problem.textContent = app.explain(error);
    }
  };
  const formats = /** @type {const} */ (["xspf", "m3u8", "jspf"]);
  const element = page(
    { class: "narrow" },
    heading(playlist.name, { label: t("playlists"), path: "/playlists" }),
    playlist.description && h("p", { class: "pre", dir: "auto" }, playlist.description),
    h(
      "p",
      { class: "item-line" },
      h("span", {}, icon("song"), t("playlist.items", { count: playlist.items.length })),
      h(
        "span",
        {},
        icon(playlist.state === "shared" ? "people" : "lock"),
        playlist.state === "shared" && playlist.editors.length > 0
          ? t("playlist.shared_with", { names: app.names(playlist.editors) })
          : t(`playlist.${playlist.state}`),
      ),
      !isOwner && h("span", {}, icon("person"), t("playlist.of", { name: app.name(playlist.owner) })),
    ),
    problem,
    playable && h(
      "div",
      { class: "row" },
      button("play", t("playlist.play"), () => player.play(playlist), { class: "main" }),
      button("shuffle", t("playlist.shuffle"), () => player.play(playlist, { shuffled: true })),
    ),
    !playable && playlist.items.length > 0 && h("p", { class: "notice" }, t("playlist.links_only")),
    playlist.items.length === 0 ? empty("song", t("playlist.empty")) : tracks(app, playlist, isEditor),
    isEditor &&
      h(
        "section",
        { class: "box", "aria-labelledby": "add" },
        h("h2", { id: "add" }, t("playlist.add")),
        await adding(app, playlist),
      ),
    h(
      "section",
      { class: "box", "aria-labelledby": "more" },
      h("h2", { id: "more" }, t("playlist.more")),
      h(
        "div",
        { class: "row" },
        isOwner && linkButton("share", t("playlist.share"), `${ROOT}/playlists/${playlist.id}?step=share`),
        isEditor && button("edit", t("playlist.change"), rename),
        isOwner && button("delete", t("delete"), remove, { class: "alarm" }),
      ),
      h(
        "details",
        {},
        h("summary", {}, t("playlist.export")),
        h("p", { class: "hint" }, t("playlist.export_hint")),
        h(
          "div",
          { class: "row" },
          formats.map((format) =>
            linkButton("download", format.toUpperCase(), api.exportUrl(playlist.id, format), { download: true })
          ),
        ),
      ),
    ),
  );
  const listener = () => mark(element, player.now?.playlist === playlist.id ? player.now.item : "");
  player.listeners.add(listener);
  if (isPlaying) listener();
  return {
    element,
    title: playlist.name,
    parts: ["playlists"],
    refresh: async () => {
      // Do not lose an address that is being typed, or the progress of an upload.
      if (/** @type {any} */ (document.activeElement)?.value) return;
      if (element.querySelector("progress:not([hidden])")) return;
      player.listeners.delete(listener);
      await app.again();
    },
    release: () => void player.listeners.delete(listener),
  };
}

/** Marks the current item. @param {HTMLElement} element @param {string} item */
function mark(element, item) {
  for (const track of element.querySelectorAll(".track")) {
    const isNow = track.getAttribute("data-item") === item;
    track.setAttribute("data-playing", String(isNow));
    if (isNow) track.setAttribute("aria-current", "true");
    else track.removeAttribute("aria-current");
  }
}

/** Playlists whose rows show the buttons for ordering and deleting, kept when the page is redrawn. @type {Set<string>} */
const arranged = new Set();

/** The items. Editors can order and delete them. @param {App} app @param {Playlist} playlist @param {boolean} isEditor */
export function tracks(app, playlist, isEditor) {
  const { t } = app;
  const attempt = async (/** @type {() => Promise<unknown>} */ work) => {
    app.say("");
    let problem = "";
    try {
      await work();
    } catch (error) {
      const changed = /** @type {any} */ (error).code === "changed";
      problem = changed ? t("error.order_changed") : app.explain(error);
    }
    await app.again();
    app.say(problem, { isProblem: true });
  };
  const move = (/** @type {number} */ index, /** @type {number} */ step) => {
    const order = playlist.items.map(({ id }) => id);
    [order[index], order[index + step]] = [order[index + step], order[index]];
    return attempt(() => api.reorder(playlist.id, order, playlist.revision));
  };
  const remove = async (/** @type {Item} */ item) => {
    const answer = await ask(t("item.delete_question", { name: item.name }), [
      { value: "yes", label: t("delete"), symbol: "delete", kind: "alarm" },
      { value: "no", label: t("cancel"), symbol: "no" },
    ]);
    if (answer === "yes") await attempt(() => api.removeItem(playlist.id, item.id));
  };
  const list = h(
    "ol",
    { class: "list tracks" },
    playlist.items.map((item, index) =>
      h(
        "li",
        { class: "track", "data-item": item.id },
        icon(item.kind),
        h(
          "div",
          {},
          own(item.name, "strong"),
          h(
            "p",
            { class: "hint" },
            [t(`item.${item.kind}`), item.host || t("item.upload"), duration(item.seconds)].filter(Boolean).join(" · "),
          ),
        ),
        playOrOpen(app, playlist, item),
        isEditor && h(
          "div",
          { class: "row" },
          button("up", t("up"), () => move(index, -1), {
            class: "soft small",
            disabled: index === 0,
            "aria-label": t("item.up", { name: item.name }),
          }),
          button("down", t("down"), () => move(index, 1), {
            class: "soft small",
            disabled: index === playlist.items.length - 1,
            "aria-label": t("item.down", { name: item.name }),
          }),
          button("delete", t("delete"), () => remove(item), {
            class: "soft small",
            "aria-label": `${t("delete")}: ${item.name}`,
          }),
        ),
      )
    ),
  );
  if (!isEditor) return list;
  const show = () => {
    const isOpen = arranged.has(playlist.id);
    list.dataset.arrange = String(isOpen);
    toggle.setAttribute("aria-pressed", String(isOpen));
  };
  const toggle = button("edit", t("playlist.arrange"), () => {
    if (!arranged.delete(playlist.id)) arranged.add(playlist.id);
    show();
  }, { class: "plain small" });
  show();
  return h("div", { class: "stack tight" }, h("div", { class: "row" }, toggle), list);
}

/** Plays uploads here and opens links at their host, which is not contacted before. @param {App} app @param {Playlist & {url?: (item: Item) => string}} playlist @param {Item} item */
export function playOrOpen(app, playlist, item) {
  const { t } = app;
  if (item.media) {
    return button("play", t("play"), () => app.player.play(playlist, { from: item }), {
      class: "plain small",
      "aria-label": `${t("play")}: ${item.name}`,
    });
  }
  const address = webAddress(item.address ?? "");
  return address &&
    linkButton("link", t("item.open"), address, {
      class: "plain small",
      target: "_blank",
      rel: "noopener noreferrer",
      "aria-label": t("item.open_at", { name: item.name, host: item.host }),
    });
}

/** Adding by link or upload (D3, D4). @param {App} app @param {Playlist} playlist */
async function adding(app, playlist) {
  const { t } = app;
  const formats = await api.formats().catch(() => null);
  const kinds = formatWords(app, formats);
  const status = h("p", { class: "notice", role: "status" });
  const problem = h("p", { class: "notice warn", role: "alert" });
  const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": t("item.uploading") });
  const link = h("input", {
    type: "text",
    inputmode: "url",
    autocomplete: "off",
    maxlength: 2000,
    dir: "ltr",
    spellcheck: "false",
  });
  let stop = new AbortController();
  const cancel = button("stop", t("cancel"), () => stop.abort(), { class: "soft small", hidden: true });
  const done = async (/** @type {string} */ text, problem = "") => {
    await app.again();
    app.say([text, problem].filter(Boolean).join(" "), { isProblem: problem !== "", at: "[data-adding]" });
  };
  const addLink = async (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    app.say("");
    const address = enteredAddress(link.value);
    if (!address) return showFieldError(link, t("error.bad_address")), link.focus();
    submit.disabled = true;
    status.textContent = t("item.looking");
    try {
      const added = await api.addItem(playlist.id, { address });
      link.value = "";
      await done(
        "imported" in added ? t("item.imported", { count: added.imported }) : t("item.added", { name: added.name }),
      );
    } catch (error) {
      status.textContent = "";
      showFieldError(link, app.explain(error));
      link.focus();
    } finally {
      submit.disabled = false;
    }
  };
  const upload = async () => {
    const files = await chooseFiles("audio/*,video/*,image/*,.flac,.opus,.mkv,.ts,.heic", true);
    stop = new AbortController();
    problem.textContent = "";
    app.say("");
    const added = [];
    for (const file of files) {
      progress.hidden = cancel.hidden = false;
      status.textContent = t("item.uploading_name", { name: file.name });
      try {
        const job = await api.upload(playlist.id, file, (share) => progress.value = share, stop.signal);
        progress.removeAttribute("value");
        await api.finished(job, stop.signal);
        await api.addItem(playlist.id, { job: job.id });
        added.push(file.name);
      } catch (error) {
        const { code } = /** @type {any} */ (error);
        if (code === "cancelled") break;
        problem.textContent = t("item.failed", { name: file.name, reason: app.explain(error) });
      }
    }
    progress.hidden = cancel.hidden = true;
    status.textContent = "";
    if (added.length > 0) await done(t("item.uploaded", { count: added.length }), problem.textContent ?? "");
  };
  const submit = button("add", t("item.add_link"), null, { type: "submit" });
  return h(
    "div",
    { class: "stack", "data-adding": "" },
    h(
      "form",
      { class: "stack tight", onsubmit: addLink, novalidate: true },
      field(t("item.link"), link, t(app.me.connections.media ? "item.link_hint" : "item.link_hint_off")),
      h("div", { class: "row" }, submit),
    ),
    h(
      "div",
      { class: "stack tight" },
      h("p", { class: "hint", id: "formats" }, t("item.formats", { formats: kinds })),
      h(
        "div",
        { class: "row" },
        button("upload", t("item.upload_file"), upload, { "aria-describedby": "formats" }),
        cancel,
      ),
    ),
    progress,
    status,
    problem,
  );
}

/** The formats as a text. @param {App} app @param {import("../modules/api.js").Formats | null} formats */
function formatWords({ t }, formats) {
  const kinds = /** @type {const} */ (["song", "video", "picture"]);
  return kinds.map((kind) => t(`formats.${kind}`, { list: (formats?.[kind] ?? FORMATS[kind]).join(", ") })).join(" ");
}

/** The items of a new playlist. @param {App} app @param {Playlist} playlist @returns {Promise<Screen>} */
async function draftItems(app, playlist) {
  const { t } = app;
  const problem = h("p", { class: "notice warn", role: "alert" });
  const element = page(
    { class: "narrow" },
    heading(playlist.name, undefined, discardButton(app, playlist, problem)),
    steps(app, 2, PLAYLIST_STEPS, t("playlist.step_items")),
    problem,
    h(
      "section",
      { class: "box", "aria-labelledby": "add" },
      h("h2", { id: "add" }, t("playlist.add")),
      await adding(app, playlist),
    ),
    playlist.items.length === 0 ? empty("song", t("playlist.empty")) : tracks(app, playlist, true),
    actions(
      [linkButton("back", t("back"), `${ROOT}/playlists/${playlist.id}?step=name`)],
      linkButton("next", t("next"), `${ROOT}/playlists/${playlist.id}?step=share`, { class: "main" }),
    ),
  );
  return { element, title: playlist.name };
}

/** Discards a draft. @param {App} app @param {Playlist} playlist @param {HTMLElement} problem */
function discardButton(app, playlist, problem) {
  const { t } = app;
  return button("delete", t("discard"), async () => {
    const answer = await ask(t("playlist.discard_question"), [
      { value: "yes", label: t("activity.discard_yes"), symbol: "delete", kind: "alarm" },
      { value: "no", label: t("activity.keep"), symbol: "back" },
    ]);
    if (answer !== "yes") return;
    try {
      await api.removePlaylist(playlist.id);
      await app.go("/playlists", { message: t("playlist.discarded") });
    } catch (error) {
      problem.textContent = app.explain(error);
    }
  }, { class: "soft" });
}

/** Sharing: with members, by email, or later (D5, D6). @param {App} app @param {Playlist} playlist @returns {Promise<Screen>} */
async function share(app, playlist) {
  const { t } = app;
  const isDraft = playlist.state === "draft";
  const problem = h("p", { class: "notice warn", role: "alert" });
  const others = app.me.members.filter(({ id }) => id !== playlist.owner);
  const draft = new Draft(`share-${playlist.id}`, () => ({
    members: playlist.editors.map(String),
    before: playlist.editors,
  }));
  const invited = h("ul", { class: "list" });
  const canInvite = app.me.role !== "child";
  const listInvited = async () => {
    const { invitations } = await api.invitations(playlist.id);
    invited.replaceChildren(...invitations.map((one) =>
      h(
        "li",
        { class: "part" },
        own(one.email),
        button("delete", t("invitation.revoke", { email: one.email }), async () => {
          try {
            await api.revokeInvitation(playlist.id, one.id);
            await listInvited();
          } catch (error) {
            showFieldError(email, app.explain(error));
          }
        }, { class: "plain small" }),
      )
    ));
  };
  const email = h("input", { type: "email", autocomplete: "off", maxlength: 254, dir: "ltr" });
  const invite = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const to = email.value.trim();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to)) return showFieldError(email, t("error.email")), email.focus();
    try {
      const preview = await api.invitation(playlist.id, to);
      const answer = await ask(t("invitation.preview"), [
        { value: "send", label: t("send"), symbol: "send", kind: "main" },
        { value: "cancel", label: t("cancel"), symbol: "no" },
      ], [
        h("p", {}, t("invitation.to", { email: to })),
        h("p", {}, h("strong", { dir: "auto" }, preview.subject)),
        h("p", { class: "mail", dir: "auto", tabindex: "0" }, preview.text),
      ]);
      if (answer !== "send") return;
      const { sent, link } = await api.invite(playlist.id, to);
      email.value = "";
      await ask(t(sent ? "invitation.sent" : "invitation.copy"), [{
        value: "ok",
        label: t("ok"),
        symbol: "yes",
        kind: "main",
      }], [
        h("p", {}, t(sent ? "invitation.sent_to" : "invitation.copy_hint", { email: to })),
        !sent && h("p", { class: "secret", tabindex: "0" }, link),
      ]);
      await listInvited();
    } catch (error) {
      showFieldError(email, app.explain(error));
    }
  };
  const finish = (/** @type {boolean} */ withOthers) => async () => {
    problem.textContent = "";
    try {
      if (withOthers || !isDraft) {
        await api.share(playlist.id, draft.value.members.map(Number), draft.value.before);
      }
      if (isDraft && withOthers) await api.completePlaylist(playlist.id);
      if (withOthers || !isDraft) draft.discard();
      const message = !isDraft ? "playlist.sharing_saved" : withOthers ? "playlist.created" : "playlist.kept";
      await app.go(isDraft && !withOthers ? "/playlists" : `/playlists/${playlist.id}`, {
        message: t(message, { name: playlist.name }),
      });
    } catch (error) {
      const { code, fields } = /** @type {any} */ (error);
      if (code !== "changed_elsewhere") return problem.textContent = app.explain(error);
      // The choice stays, and a second press replaces what is stored.
      const before = (fields.members ?? "").split(" ").filter(Boolean).map(Number);
      draft.set({ before });
      problem.textContent = before.length > 0
        ? t("playlist.sharing_changed", { names: app.names(before) })
        : t("playlist.sharing_ended");
      problem.scrollIntoView({ block: "center" });
    }
  };
  const back = isDraft ? `/playlists/${playlist.id}?step=items` : `/playlists/${playlist.id}`;
  if (canInvite) await listInvited();
  const element = page(
    { class: "narrow" },
    heading(isDraft ? playlist.name : t("playlist.share"), undefined, isDraft && discardButton(app, playlist, problem)),
    isDraft && steps(app, 3, PLAYLIST_STEPS, t("playlist.step_share")),
    problem,
    h(
      "section",
      { class: "box" },
      choices(
        t("playlist.share_members"),
        others.map(({ id }) => ({ value: String(id), label: app.who(id) })),
        {
          type: "checkbox",
          chosen: draft.value.members,
          changed: (members) => draft.set({ members }),
          hint: t("playlist.share_hint"),
        },
      ),
    ),
    canInvite && h(
      "form",
      { class: "box", onsubmit: invite, novalidate: true },
      h("h2", {}, t("invitation.title")),
      h(
        "p",
        { class: "hint" },
        t(app.me.connections.mail && app.me.mailInstalled ? "invitation.about" : "invitation.about_link"),
      ),
      field(t("email"), email),
      h("div", { class: "row" }, button("mail", t("invitation.make"), null, { type: "submit" })),
      invited,
    ),
    isDraft && h(
      "section",
      { class: "box bar" },
      h("p", {}, t("playlist.later_hint")),
      button("clock", t("playlist.later"), finish(false)),
    ),
    actions(
      [linkButton("back", t("back"), ROOT + back)],
      button("yes", t(isDraft ? "playlist.complete" : "save"), finish(true), { class: "main" }),
    ),
  );
  return { element, title: t("playlist.share") };
}
