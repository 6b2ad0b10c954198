/**
 * Home: the experiences as cards, and the question after a visit.
 * @module
 */
import { api, ApiError, mediaUrl } from "../modules/api.js";
import { announce, button, chooseFiles, h, linkButton } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { MOST_EXPERIENCES } from "../modules/experience.js";
import { feelings } from "./feelings.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").Summary} Summary */

/** @param {App} app @returns {Promise<import("../modules/app.js").Screen>} */
export async function home(app) {
  const { t } = app;
  const { bundled, own } = await api.experiences();
  const notice = h("p", { class: "notice", role: "status" });
  const fail = (/** @type {unknown} */ error) => notice.textContent = app.explain(error);

  const create = async () => {
    if (own.length >= MOST_EXPERIENCES) return notice.textContent = t("error.too_many");
    try {
      const experience = await api.create();
      await app.go(`/edit/${experience.id}?new`);
    } catch (error) {
      fail(error);
    }
  };
  const bring = async () => {
    const [file] = await chooseFiles(".zip,.json,application/zip,application/json");
    if (file) await read(file, {});
  };
  /** @param {File} file @param {import("../modules/api.js").Faces} faces @returns {Promise<void>} */
  const read = async (file, faces) => {
    notice.textContent = t("home.importing");
    try {
      const experience = await api.import(file, faces);
      await app.go(`/edit/${experience.id}`);
    } catch (error) {
      fail(error);
      if (!(error instanceof ApiError && error.code === "faces_unavailable") || faces.none) return;
      const { confirmNoPeople } = await import("./made-panorama.js");
      if (await confirmNoPeople(app)) await read(file, { none: true });
    }
  };

  const element = h(
    "main",
    { class: "page" },
    h(
      "header",
      { class: "bar" },
      h("h1", {}, t("home.title")),
      h(
        "nav",
        { class: "row", "aria-label": t("home.menu") },
        linkButton("progress", t("progress"), "/prep/progress"),
        linkButton("settings", t("settings"), "/prep/settings"),
      ),
    ),
    app.unrated && askAfterwards(app),
    notice,
    cardRow(app, t("home.own"), own, true, [
      button("add", t("home.new"), create, { class: "main" }),
      button("import", t("home.import"), bring),
    ]),
    cardRow(app, t("home.bundled"), bundled, false, []),
  );
  return { element, title: t("home.title") };
}

/** The question after a visit that was left early. @param {App} app */
function askAfterwards(app) {
  const visit = app.unrated;
  if (!visit) return null;
  const finish = (/** @type {number | null} */ after) => {
    app.unrated = null;
    if (after !== null) app.visits.end(visit.id, { after, finished: false, tooMuch: visit.tooMuch });
    box.remove();
    announce(app.t("child.thanks"));
  };
  const box = h(
    "section",
    { class: "after", "aria-label": app.t("child.feel_now") },
    feelings(app, "child.feel_now", finish),
  );
  return box;
}

/** @param {App} app @param {string} heading @param {Summary[]} list @param {boolean} own @param {HTMLElement[]} actions */
function cardRow(app, heading, list, own, actions) {
  const { t } = app;
  const row = h(
    "ul",
    {
      class: "cards",
      tabindex: "0",
      "aria-label": heading,
      "data-arrows": true,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.target !== row) return;
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) event.preventDefault(), move(step);
      },
    },
    list.map((summary) => card(app, summary, own)),
  );
  const move = (/** @type {number} */ step) => {
    const width = (row.firstElementChild?.getBoundingClientRect().width ?? 300) + 16;
    row.scrollBy({ left: step * width, behavior: "instant" });
  };
  const arrows = h(
    "div",
    { class: "row arrows" },
    button("back", t("previous"), () => move(-1)),
    button("next", t("next"), () => move(1)),
  );
  const check = () => arrows.hidden = row.scrollWidth <= row.clientWidth + 2;
  new ResizeObserver(check).observe(row);
  return h(
    "section",
    { class: "stack" },
    h("div", { class: "bar" }, h("h2", {}, heading), h("div", { class: "row" }, ...actions, arrows)),
    list.length > 0 ? row : h("p", { class: "quiet" }, t(own ? "home.no_own" : "home.no_bundled")),
  );
}

/** @param {App} app @param {Summary} summary @param {boolean} own */
function card(app, summary, own) {
  const { t } = app;
  const ready = h("p", { class: "ready", hidden: true }, icon("offline"), t("home.ready_offline"));
  app.offline.isReady(summary.id).then((isReady) => ready.hidden = !isReady, () => undefined);
  return h(
    "li",
    { class: "card", "data-id": summary.id },
    summary.cover
      ? h("img", { class: "cover", src: mediaUrl(summary.cover, 512), alt: "", loading: "lazy", draggable: "false" })
      : h("div", { class: "cover empty" }, icon("photo")),
    h("h3", {}, summary.title),
    summary.description && h("p", { class: "description" }, summary.description),
    ready,
    h(
      "div",
      { class: "row" },
      summary.panoramas > 0 &&
        linkButton("play", t("play"), `/prep/view/${summary.id}`, {
          class: "main",
          "aria-label": `${t("play")}: ${summary.title}`,
        }),
      own &&
        linkButton("edit", t("edit"), `/prep/edit/${summary.id}`, { "aria-label": `${t("edit")}: ${summary.title}` }),
      linkButton("print", t("schedule"), `/prep/schedule/${summary.id}`, {
        "aria-label": `${t("schedule")}: ${summary.title}`,
      }),
    ),
  );
}
