/**
 * The start of an activity: the invitees and the plan, by poll or by hand (B2, B3).
 * @module
 */
import { api, ROOT, wire } from "../modules/api.js";
import { addDays, instant, today } from "../modules/dates.js";
import { ask, button, choices, chooseFiles, field, h, linkButton, showFieldError } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { checkPoll, emptyOption, MOST_OPTIONS } from "../modules/poll.js";
import { actions, heading, page, picture, PICTURES, STEPS, steps } from "./parts.js";

/** @typedef {import("./activity.js").Flow} Flow */
/** @typedef {import("../modules/app.js").Screen} Screen */
/** @typedef {import("../modules/api.js").Option} Option */

/** The invitees, and the choice between poll and entry by hand. @param {Flow} flow @returns {Screen} */
export function invite(flow) {
  const { app, activity, path, problem } = flow;
  const { t } = app;
  const change = async (chosen = activity.invitees.map(String), before = activity.invitees, notice = "") => {
    const error = h("p", { class: "error", role: "alert" }, notice);
    const list = choices(
      t("invite.who"),
      app.me.members.map((member) => ({ value: String(member.id), label: app.who(member.id, true) })),
      { type: "checkbox", chosen, changed: (now) => chosen = now },
    );
    for (;;) {
      const answer = await ask(t("invite.change"), [
        { value: "save", label: t("done"), symbol: "yes", kind: "main" },
        { value: "cancel", label: t("cancel"), symbol: "no" },
      ], [list, error]);
      if (answer !== "save") return;
      if (chosen.length > 0) break;
      error.textContent = t("error.no_invitees");
    }
    await flow.step(() => api.invitees(activity.id, chosen.map(Number), before), path, (now) => {
      const stored = (now.invitees ?? "").split(" ").filter(Boolean).map(Number);
      const names = stored.map((id) => app.name(id)).join(", ");
      return change(chosen, stored, t("invite.changed_elsewhere", { names }));
    });
  };
  const way = (/** @type {string} */ symbol, /** @type {string} */ key, /** @type {string} */ step) =>
    h(
      "a",
      { class: "tile", href: `${ROOT}${path}?step=${step}` },
      icon(symbol),
      h("strong", {}, t(key)),
      h("span", { class: "quiet" }, t(`${key}.about`)),
    );
  const element = page(
    { class: "narrow" },
    heading(t("activity.start"), { label: t("activities"), path: "/activities" }, flow.discard),
    steps(app, 1, STEPS, t("step.people")),
    problem,
    h(
      "section",
      { class: "box", "aria-labelledby": "people" },
      h(
        "div",
        { class: "bar" },
        h("h2", { id: "people" }, t("invite.title")),
        button("people", t("invite.change"), () => change()),
      ),
      h("ul", { class: "row people" }, activity.invitees.map((id) => h("li", { class: "badge" }, app.who(id, true)))),
    ),
    h(
      "section",
      { class: "stack", "aria-labelledby": "way" },
      h("h2", { id: "way" }, t("invite.way")),
      h("div", { class: "tiles" }, way("poll", "way.poll", "poll"), way("edit", "way.enter", "enter")),
    ),
  );
  return { element, title: t("activity.start") };
}

/** Entering name and description by hand. @param {Flow} flow @returns {Screen} */
export function enter(flow) {
  const { app, activity, form, path, problem } = flow;
  const { t } = app;
  const name = h("input", {
    value: form.value.name ?? activity.name,
    maxlength: 200,
    autocomplete: "off",
    dir: "auto",
    oninput: () => form.set({ name: name.value }),
  });
  const description = h("textarea", {
    value: form.value.description ?? activity.description,
    maxlength: 10_000,
    dir: "auto",
    oninput: () => form.set({ description: description.value }),
  });
  let before = { name: activity.name, description: activity.description };
  const next = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!name.value.trim()) return refuse(name, t("error.name_missing"));
    if (!description.value.trim()) return refuse(description, t("error.description_missing"));
    const texts = { name: name.value.trim(), description: description.value.trim() };
    flow.step(() => api.enter(activity.id, texts, before), path, (now) => {
      before = { name: now.name ?? "", description: now.description ?? "" };
      problem.replaceChildren(
        h("p", {}, t("enter.changed_elsewhere")),
        h("p", { class: "pre", dir: "auto" }, `${before.name}\n${before.description}`),
      );
      problem.scrollIntoView({ block: "center" });
    });
  };
  const element = page(
    { class: "narrow" },
    heading(t("way.enter"), undefined, flow.discard),
    steps(app, 2, STEPS, t("step.what")),
    problem,
    h(
      "form",
      { class: "stack", onsubmit: next, novalidate: true, id: "enter" },
      h(
        "div",
        { class: "box" },
        field(t("name"), name, t("enter.name_hint")),
        field(t("description"), description, t("enter.description_hint")),
      ),
    ),
    actions(
      [linkButton("back", t("back"), ROOT + path)],
      button("next", t("next"), null, { type: "submit", form: "enter", class: "main" }),
    ),
  );
  return { element, title: t("way.enter") };
}

/** @param {HTMLElement} control @param {string} message */
export function refuse(control, message) {
  showFieldError(control, message);
  control.focus();
}

/** The options and the deadline of a poll. @param {Flow} flow @returns {Screen} */
export function makePoll(flow) {
  const { app, activity, form, path, problem } = flow;
  const { t, format } = app;
  const now = Math.floor(Date.now() / 1000);
  /** @type {Option[]} */
  const options = form.value.options ?? activity.poll?.options ?? [emptyOption(), emptyOption()];
  const tomorrow = addDays(today(format.zone, now), 1);
  const deadline = form.value.deadline ?? { day: tomorrow, time: "18:00" };
  const keep = () => form.set({ options, deadline });

  const list = h("ol", { class: "list" });
  const draw = (/** @type {number} */ focus = -1) => {
    list.replaceChildren(...options.map((option, index) => optionBox(option, index)));
    add.disabled = options.length >= MOST_OPTIONS;
    if (focus >= 0) list.querySelectorAll("input")[focus]?.focus();
  };
  const optionBox = (/** @type {Option} */ option, /** @type {number} */ index) => {
    const number = { number: index + 1 };
    const name = h("input", {
      value: option.name,
      maxlength: 200,
      autocomplete: "off",
      dir: "auto",
      "data-option": index,
      oninput: () => (option.name = name.value, keep()),
    });
    const description = h("textarea", {
      value: option.description,
      maxlength: 10_000,
      rows: 2,
      dir: "auto",
      oninput: () => (option.description = description.value, keep()),
    });
    const choose = button("picture", t("poll.picture"), async () => {
      const chosen = await choosePicture(app, activity.id, option.picture);
      if (chosen === undefined) return;
      option.picture = chosen;
      keep();
      draw();
    }, { class: "plain small", "aria-label": t("poll.picture_for", number) });
    const remove = button("delete", t("delete"), () => {
      options.splice(index, 1);
      keep();
      draw(Math.max(0, index - 1));
    }, { class: "alarm small", "aria-label": t("poll.delete_option", number) });
    return h(
      "li",
      { class: "box" },
      h("h2", {}, t("poll.option", number)),
      field(t("poll.option_name", number), name),
      field(t("poll.option_description", number), description),
      h("div", { class: "row" }, picture(option.picture), choose, options.length > 2 && remove),
    );
  };
  const add = button("add", t("poll.add_option"), () => {
    options.push(emptyOption());
    keep();
    draw(options.length - 1);
  });
  const day = h("input", {
    type: "date",
    value: deadline.day,
    min: today(format.zone, now),
    onchange: () => (deadline.day = day.value, keep()),
  });
  const time = h("input", { type: "time", value: deadline.time, onchange: () => (deadline.time = time.value, keep()) });
  draw();

  const send = () => {
    const until = day.value && time.value ? instant(day.value, time.value, format.zone) : 0;
    const fault = checkPoll(options, until, Date.now() / 1000);
    if (fault?.field === "deadline") return refuse(day, t(fault.key));
    if (fault) {
      return refuse(
        list.children[fault.option ?? 0].querySelector(fault.field === "name" ? "input" : "textarea"),
        t(fault.key),
      );
    }
    flow.step(() =>
      api.openPoll(
        activity.id,
        options.map(({ name, description, picture }) => ({
          name: name.trim(),
          description: description.trim(),
          ...(picture ? { picture } : {}),
        })),
        wire(until),
      )
    );
  };
  const element = page(
    { class: "narrow" },
    heading(t("way.poll"), undefined, flow.discard),
    steps(app, 2, STEPS, t("step.what")),
    h("p", {}, t("poll.about")),
    problem,
    list,
    h("div", { class: "row" }, add),
    h(
      "section",
      { class: "box" },
      h("h2", {}, t("poll.deadline")),
      h("p", { class: "hint" }, t("poll.deadline_hint")),
      h("div", { class: "pair" }, field(t("day"), day), field(t("time"), time)),
    ),
    actions(
      [linkButton("back", t("back"), ROOT + path)],
      button("send", t("poll.send"), send, { class: "main" }),
    ),
  );
  return { element, title: t("way.poll") };
}

/** A picture for an option; null for none, undefined if nothing was chosen. @param {import("../modules/app.js").App} app @param {string} activity @param {string | null | undefined} now */
async function choosePicture(app, activity, now) {
  const { t } = app;
  let chosen = now ?? "";
  let uploaded = chosen.startsWith("media:") ? chosen : "";
  const stop = new AbortController();
  const status = h("p", { class: "hint", role: "status" });
  const place = h("div", {});
  const draw = () =>
    place.replaceChildren(choices(
      t("poll.picture_hint"),
      [
        { value: "", label: t("poll.no_picture") },
        ...(uploaded ? [{ value: uploaded, label: [picture(uploaded), t("poll.own_picture")] }] : []),
        ...PICTURES.map((name) => ({
          value: `symbol:${name}`,
          label: [picture(`symbol:${name}`), t(`picture.${name}`)],
        })),
      ],
      { chosen: [chosen], changed: ([value]) => chosen = value, class: "choices side" },
    ));
  const upload = button("upload", t("poll.upload_picture"), async () => {
    const [file] = await chooseFiles("image/*,.heic");
    if (!file) return;
    upload.disabled = true;
    status.textContent = t("item.uploading_name", { name: file.name });
    try {
      chosen = uploaded = await api.uploadPicture(activity, file, () => undefined, stop.signal);
      draw();
      status.textContent = t("poll.picture_uploaded");
    } catch (error) {
      if (/** @type {any} */ (error).code !== "cancelled") status.textContent = app.explain(error);
    } finally {
      upload.disabled = false;
    }
  });
  draw();
  const answer = await ask(t("poll.picture"), [
    { value: "save", label: t("done"), symbol: "yes", kind: "main" },
    { value: "cancel", label: t("cancel"), symbol: "no" },
  ], [h("div", { class: "row" }, upload), status, place]);
  stop.abort();
  return answer === "save" ? chosen || null : undefined;
}
