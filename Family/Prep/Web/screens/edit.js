/**
 * The editor's start page: title, description, panoramas, saving and leaving (F16 to F22).
 * @module
 */
import { api, ApiError, mediaUrl } from "../modules/api.js";
import { announce, ask, button, h, linkButton } from "../modules/dom.js";
import { Draft } from "../modules/draft.js";
import {
  changePanorama,
  characters,
  cut,
  defaultTitle,
  DESCRIPTION_LONGEST,
  newPanorama,
  removePanorama,
  titleProblem,
  warnings,
} from "../modules/experience.js";
import { History } from "../modules/history.js";
import { capture } from "./capture.js";
import { editPanorama } from "./edit-panorama.js";
import { panoramaFromFile } from "./made-panorama.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/experience.js").Experience} Experience */
/** @typedef {import("../modules/experience.js").Panorama} Panorama */

/** @param {App} app @param {string} id @returns {Promise<import("../modules/app.js").Screen>} */
export async function edit(app, id) {
  const [{ experience, revision }, { own }, draft] = await Promise.all([
    api.experience(id),
    api.experiences(),
    api.draft(id),
  ]);
  if (!own.some((summary) => summary.id === id)) throw new ApiError(404, "not_found", app.t("error.not_found"));
  const others = own.filter((summary) => summary.id !== id).map((summary) => summary.title);
  const editor = new Editor(app, experience, revision, others);
  return {
    element: editor.element,
    title: app.t("edit.title_page"),
    shown: () => editor.begin(draft),
    release: () => editor.release(),
    camera: () => editor.inside?.look.camera ?? { yaw: 0, pitch: 0, fov: 0, width: 0, height: 0 },
  };
}

export class Editor {
  /** @param {App} app @param {Experience} experience @param {string} revision @param {string[]} others titles of the other experiences */
  constructor(app, experience, revision, others) {
    this.app = app;
    this.t = app.t;
    this.saved = experience;
    this.revision = revision;
    this.others = others;
    this.isNew = new URLSearchParams(location.search).has("new");
    this.history = new History(experience);
    /** @type {import("./edit-panorama.js").PanoramaEditor | null} */
    this.inside = null;
    /** @type {(() => void) | null} */
    this.closeCapture = null;
    this.state = h("p", { class: "quiet", role: "status" });
    this.draft = new Draft((key) => this.state.textContent = this.t(key));
    this.element = h("div", { class: "editing" });
    this.leaving = () => this.draft.flush(true);
    addEventListener("pagehide", this.leaving);
    this.render();
  }

  get experience() {
    return this.history.value;
  }

  get changed() {
    return this.experience !== this.saved;
  }

  /** @param {Experience | null} draft */
  async begin(draft) {
    if (!draft || JSON.stringify(draft) === JSON.stringify(this.saved)) return;
    // Returning from the viewer continues without a question.
    if (this.app.returning) {
      this.app.returning = false;
      this.history.change(draft);
      return this.render();
    }
    const answer = await ask(this.t("edit.draft_question"), [
      { value: "use", label: this.t("edit.draft_use"), symbol: "edit", kind: "main" },
      { value: "drop", label: this.t("edit.draft_drop"), symbol: "save" },
    ]);
    if (answer === "use") this.history.change(draft);
    else await api.removeDraft(this.saved.id).catch(() => undefined);
    this.render();
  }

  /** @param {Experience} experience @param {string} [label] */
  change(experience, label = "") {
    this.history.change(experience, label);
    this.draft.save(this.experience);
    this.showUndo?.();
  }

  render() {
    if (this.inside || this.closeCapture) return;
    const { t, experience } = this;
    const undo = button("undo", t("undo"), () => this.#step("undo"));
    const redo = button("redo", t("redo"), () => this.#step("redo"));
    this.showUndo = () => {
      undo.disabled = !this.history.canUndo;
      redo.disabled = !this.history.canRedo;
    };
    this.showUndo();
    const found = warnings(experience);
    this.element.replaceChildren(h(
      "main",
      { class: "page" },
      h(
        "div",
        { class: "bar" },
        button("exit", t("child.exit"), () => this.exit()),
        h("h1", {}, t("edit.title_page")),
        h("div", { class: "row" }, undo, redo),
      ),
      h("div", { class: "columns" }, this.#titleField(), this.#descriptionField()),
      h(
        "section",
        { class: "stack" },
        h("h2", {}, t("edit.panoramas")),
        h(
          "div",
          { class: "row" },
          button("photo", t("edit.from_photos"), () => this.#fromPhotos(), { class: "main" }),
          button("camera", t("edit.capture"), () => this.#capture(), { class: "main" }),
        ),
        experience.panoramas.length === 0 ? h("p", { class: "quiet" }, t("edit.no_panoramas")) : h(
          "ul",
          { class: "panoramas", tabindex: "0", "aria-label": t("edit.panoramas"), "data-arrows": true },
          experience.panoramas.map((panorama) => this.#card(panorama)),
        ),
        experience.panoramas.length > 0 && found.length > 0 &&
          h("ul", { class: "notice" }, found.map(({ key, values }) => h("li", {}, t(key, values)))),
      ),
      h(
        "div",
        { class: "bar" },
        this.state,
        h(
          "div",
          { class: "row" },
          linkButton("export", t("edit.export"), api.exportUrl(experience.id), { download: true }),
          button("delete", t("edit.delete"), () => this.#delete(), { class: "alarm" }),
        ),
      ),
    ));
  }

  /** @param {"undo" | "redo"} direction */
  #step(direction) {
    this.history[direction]();
    this.draft.save(this.experience);
    this.render();
  }

  #titleField() {
    const { t } = this;
    const error = h("p", { class: "error", id: "title-error", role: "alert" });
    const check = () => {
      const problem = titleProblem(input.value, this.others);
      error.textContent = problem ? t(problem) : "";
      input.setAttribute("aria-invalid", String(problem !== null));
    };
    const input = h("input", {
      id: "title",
      value: this.experience.title,
      "aria-describedby": "title-error",
      autocomplete: "off",
      oninput: () => {
        this.change({ ...this.experience, title: input.value }, "title");
        check();
      },
    });
    check();
    return h("div", { class: "field" }, h("label", { for: "title" }, t("edit.title")), input, error);
  }

  #descriptionField() {
    const { t } = this;
    const left = h("p", { class: "quiet", id: "description-left" });
    const show = () =>
      left.textContent = t("edit.description_left", { count: DESCRIPTION_LONGEST - characters(input.value) });
    const input = h("textarea", {
      id: "description",
      rows: "2",
      value: this.experience.description,
      "aria-describedby": "description-left",
      oninput: () => {
        // Input ends at the limit, also within pasted text.
        if (characters(input.value) > DESCRIPTION_LONGEST) input.value = cut(input.value, DESCRIPTION_LONGEST);
        this.change({ ...this.experience, description: input.value }, "description");
        show();
      },
    });
    show();
    return h("div", { class: "field" }, h("label", { for: "description" }, t("edit.description")), input, left);
  }

  /** @param {Panorama} panorama */
  #card(panorama) {
    const { t } = this;
    const final = h("input", {
      type: "checkbox",
      checked: this.experience.final === panorama.id,
      onchange: () => {
        this.change({ ...this.experience, final: final.checked ? panorama.id : null });
        this.render();
      },
    });
    const named = (/** @type {string} */ key) => ({ "aria-label": `${t(key)}: ${panorama.name}` });
    return h(
      "li",
      { class: "card", "data-id": panorama.id },
      h("img", { class: "cover", src: mediaUrl(panorama.image, 512), alt: "", draggable: "false" }),
      h("h3", {}, panorama.name),
      h("label", { class: "check", title: t("edit.final_hint") }, final, t("edit.final")),
      h(
        "div",
        { class: "row" },
        button("edit", t("edit"), () => this.open(panorama.id), { class: "main", ...named("edit") }),
        button("view", t("view"), () => this.#view(panorama.id), named("view")),
        button("delete", t("delete"), () => this.#removePanorama(panorama), { class: "alarm", ...named("delete") }),
      ),
    );
  }

  async #fromPhotos() {
    const made = await panoramaFromFile(this.app);
    if (made?.kept) this.#add(made);
  }

  #capture() {
    const finish = (/** @type {import("./made-panorama.js").Made | null} */ made) => {
      this.closeCapture?.();
      this.closeCapture = null;
      this.render();
      if (made?.kept) this.#add(made);
      else if (made) this.#capture();
    };
    const screen = capture(this.app, finish);
    this.closeCapture = () => screen.release();
    this.element.replaceChildren(screen.element);
  }

  /** @param {import("./made-panorama.js").Made} made */
  #add({ media, blurred }) {
    const { experience } = this;
    const number = experience.panoramas.length + 1;
    const panorama = { ...newPanorama(media.id, this.t("edit.panorama_name", { number })), blurred };
    this.change({
      ...experience,
      panoramas: [...experience.panoramas, panorama],
      final: experience.final ?? panorama.id,
    });
    this.render();
  }

  /** @param {string} id */
  open(id) {
    this.inside = editPanorama(this, id);
    this.element.replaceChildren(this.inside.element);
    this.inside.look.resize();
  }

  /** Back from inside a panorama. */
  closePanorama() {
    this.inside?.release();
    this.inside = null;
    this.draft.save(this.experience);
    this.render();
  }

  /** @param {string} at */
  async #view(at) {
    await this.draft.flush();
    this.app.preview = { experience: this.experience, at };
    this.app.returning = true;
    await this.app.go(`/view/${this.experience.id}`);
  }

  /** @param {Panorama} panorama */
  async #removePanorama(panorama) {
    const answer = await this.#confirm(this.t("edit.delete_panorama_question", { name: panorama.name }));
    if (!answer) return;
    this.change(removePanorama(this.experience, panorama.id));
    this.render();
  }

  /** @param {string} question */
  async #confirm(question) {
    return await ask(question, [
      { value: "delete", label: this.t("delete"), symbol: "delete", kind: "alarm" },
      { value: "cancel", label: this.t("cancel"), symbol: "back" },
    ]) === "delete";
  }

  async #delete() {
    if (!await this.#confirm(this.t("edit.delete_question", { title: this.experience.title }))) return;
    try {
      this.draft.forget();
      await api.remove(this.saved.id);
      await this.app.go("/", { replace: true });
    } catch (error) {
      this.state.textContent = this.app.explain(error);
    }
  }

  /** Asks whether to save, if there is anything to save (F22). */
  async exit() {
    const { t } = this;
    if (!this.changed && !this.isNew) return this.app.go("/");
    const answer = await ask(t("edit.exit_question"), [
      { value: "save", label: t("edit.save"), symbol: "save", kind: "main" },
      { value: "discard", label: t("discard_changes"), symbol: "delete" },
      { value: "stay", label: t("edit.elsewhere_think"), symbol: "edit" },
    ]);
    if (answer === "save") await this.#save();
    if (answer === "discard") await this.#discard();
  }

  /** Saves and leaves. @returns {Promise<void>} */
  async #save() {
    this.draft.forget();
    let { experience } = this;
    if (titleProblem(experience.title, this.others)) {
      experience = { ...experience, title: defaultTitle(this.others) };
      announce(this.t("edit.title_default", { title: experience.title }));
    }
    experience = { ...experience, title: experience.title.trim() };
    try {
      await api.save(experience, this.revision);
      await api.removeDraft(experience.id).catch(() => undefined);
      await this.app.go("/", { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === "edited_elsewhere") return this.#editedElsewhere();
      if (error instanceof ApiError && error.code === "title_taken") this.others.push(experience.title);
      this.draft.save(this.experience);
      this.render();
      this.state.textContent = this.app.explain(error);
    }
  }

  async #discard() {
    this.draft.forget();
    try {
      // A new experience that was never saved is deleted.
      if (this.isNew) await api.remove(this.saved.id);
      else await api.removeDraft(this.saved.id);
      await this.app.go("/", { replace: true });
    } catch (error) {
      this.state.textContent = this.app.explain(error);
    }
  }

  /** Another window saved first: let the user choose the version to keep. @returns {Promise<void>} */
  async #editedElsewhere() {
    const { t } = this;
    const answer = await ask(t("edit.elsewhere_question"), [
      { value: "mine", label: t("edit.elsewhere_mine"), symbol: "save", kind: "main" },
      { value: "other", label: t("edit.elsewhere_other"), symbol: "redo" },
      { value: "stay", label: t("edit.elsewhere_think"), symbol: "edit" },
    ]);
    if (answer === "stay") return this.draft.save(this.experience);
    try {
      const newest = await api.experience(this.saved.id);
      if (answer === "mine") {
        this.revision = newest.revision;
        return await this.#save();
      }
      await api.removeDraft(this.saved.id);
      this.saved = newest.experience;
      this.revision = newest.revision;
      this.history = new History(newest.experience);
      this.isNew = false;
      this.render();
    } catch (error) {
      this.state.textContent = this.app.explain(error);
    }
  }

  /** @param {string} id @param {(panorama: Panorama) => Panorama} change @param {string} [label] */
  changePanorama(id, change, label = "") {
    this.change(changePanorama(this.experience, id, change), label);
  }

  release() {
    removeEventListener("pagehide", this.leaving);
    this.inside?.release();
    this.closeCapture?.();
    this.draft.flush(true);
    document.querySelectorAll("dialog").forEach((dialog) => dialog.remove());
  }
}
