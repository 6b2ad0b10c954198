/**
 * The shared resources: the list, adding and deleting, notices, and requests to the member (C1, C7).
 * @module
 */
import { api, ROOT, spanOf } from "../modules/api.js";
import { ask, button, field, h, linkButton, own, showFieldError } from "../modules/dom.js";
import { disc, icon } from "../modules/icons.js";
import { empty, heading, page } from "./parts.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/api.js").Resource} Resource */
/** @typedef {import("../modules/api.js").Notice} Notice */
/** @typedef {import("../modules/api.js").Request} Request */

/** @param {App} app @returns {Promise<import("../modules/app.js").Screen>} */
export async function resources(app) {
  if (app.query.get("view") === "new") return add(app);
  const { t } = app;
  const [{ resources, notices }, { requests }] = await Promise.all([api.resources(), api.requests()]);
  const open = requests.filter(({ state, canAnswer, isMine }) => state === "open" && (canAnswer || isMine));
  const element = page(
    {},
    heading(
      t("resources"),
      { label: t("home"), path: "/" },
      app.me.role !== "child" && linkButton("add", t("resources.add"), `${ROOT}/resources?view=new`, { class: "main" }),
    ),
    noticeList(app, notices.filter(({ acknowledged }) => !acknowledged.includes(app.me.member))),
    open.length > 0 && h(
      "section",
      { class: "stack", "aria-labelledby": "requests" },
      h("h2", { id: "requests" }, t("requests")),
      h("ul", { class: "list" }, open.map((request) => requestItem(app, request, resources))),
    ),
    resources.length === 0
      ? empty("thing", t(app.me.role === "child" ? "resources.none_child" : "resources.none"))
      : h("ul", { class: "tiles" }, resources.map((one, index) => resourceItem(app, one, index))),
  );
  return { element, title: t("resources"), parts: ["resources", "members"] };
}

/** @param {App} app @param {Resource} resource @param {number} index */
function resourceItem(app, resource, index) {
  const { t, format } = app;
  return h(
    "li",
    { class: "item" },
    h("h2", { class: "who" }, disc(resource.name, index), own(resource.name)),
    resource.description && h("p", { class: "clip quiet", dir: "auto" }, resource.description),
    h(
      "p",
      { class: "item-line" },
      resource.next
        ? h(
          "span",
          {},
          icon("clock"),
          t("resource.next", { when: format.span(spanOf(resource.next)), name: app.name(resource.next.member) }),
        )
        : h("span", {}, icon("yes"), t("resource.free_for_now")),
    ),
    h(
      "div",
      { class: "row" },
      linkButton("calendar", t("resource.choose"), `${ROOT}/resources/${resource.id}`, {
        class: "main",
        "aria-label": `${t("resource.choose")}: ${resource.name}`,
      }),
      linkButton("fair", t("fairness"), `${ROOT}/resources/${resource.id}?view=fairness`, {
        "aria-label": `${t("fairness")}: ${resource.name}`,
      }),
    ),
  );
}

/** @param {App} app @param {Request} request @param {Resource[]} resources */
function requestItem(app, request, resources) {
  const { t, format } = app;
  const name = resources.find(({ id }) => id === request.resource)?.name ?? "";
  const values = { name: app.name(request.requester), resource: name };
  return h(
    "li",
    { class: request.canAnswer ? "item call" : "item" },
    h(
      "h3",
      {},
      h(
        "a",
        { href: `${ROOT}/requests/${request.id}` },
        t(request.canAnswer ? "request.asks_you" : "request.you_asked", values),
      ),
    ),
    h("p", { class: "item-line" }, h("span", {}, icon("clock"), format.span(spanOf(request)))),
  );
}

/** Notices that a member can acknowledge (C7). @param {App} app @param {Notice[]} notices */
export function noticeList(app, notices) {
  const { t } = app;
  return notices.length > 0 && h(
    "ul",
    { class: "list" },
    notices.map((notice) =>
      h(
        "li",
        { class: "notice warn bar" },
        h("p", { class: "fact" }, icon("warning"), h("span", {}, notice.text)),
        button("yes", t("notice.understood"), async () => {
          await api.acknowledge(notice.id);
          await app.again();
        }),
      )
    ),
  );
}

/** @param {App} app @returns {import("../modules/app.js").Screen} */
function add(app) {
  const { t } = app;
  const problem = h("p", { class: "notice warn", role: "alert" });
  const name = h("input", { maxlength: 200, autocomplete: "off", dir: "auto" });
  const description = h("textarea", { maxlength: 10_000, dir: "auto" });
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!name.value.trim()) return showFieldError(name, t("error.name_missing")), name.focus();
    try {
      await api.addResource(name.value.trim(), description.value.trim());
      await app.go("/resources", { message: t("resources.added", { name: name.value.trim() }) });
    } catch (error) {
      if (/** @type {any} */ (error).code === "name_taken") showFieldError(name, app.explain(error));
      else problem.textContent = app.explain(error);
    }
  };
  const element = page(
    { class: "narrow" },
    heading(t("resources.add"), { label: t("resources"), path: "/resources" }),
    problem,
    h(
      "form",
      { class: "box", onsubmit: save, novalidate: true },
      field(t("name"), name, t("resources.name_hint")),
      field(t("description_optional"), description),
      h(
        "div",
        { class: "row" },
        button("add", t("add"), null, { type: "submit", class: "main" }),
        linkButton("no", t("cancel"), `${ROOT}/resources`, { class: "soft" }),
      ),
    ),
  );
  return { element, title: t("resources.add") };
}

/** Deletes a resource and its bookings after confirmation. @param {App} app @param {Resource} resource @param {HTMLElement} problem */
export async function removeResource(app, resource, problem) {
  const { t } = app;
  for (;;) {
    const answer = await ask(t("resource.delete_question", { name: resource.name }), [
      { value: "yes", label: t("delete"), symbol: "delete", kind: "alarm" },
      { value: "no", label: t("cancel"), symbol: "no" },
    ], [
      h(
        "p",
        {},
        resource.bookings > 0 ? t("resource.delete_bookings", { count: resource.bookings }) : t("resource.delete_none"),
      ),
    ]);
    if (answer !== "yes") return;
    try {
      await api.removeResource(resource.id, resource.bookings);
      return await app.go("/resources", { message: t("resource.deleted", { name: resource.name }) });
    } catch (error) {
      const { code, fields } = /** @type {any} */ (error);
      // A booking was added in the meantime: ask again with the new number.
      if (code !== "changed") return void (problem.textContent = app.explain(error));
      resource.bookings = Number(fields.bookings);
    }
  }
}
