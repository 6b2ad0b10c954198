/**
 * Notifications, newest first, each with a link to its subject (A3).
 * @module
 */
import { api, ROOT, seconds } from "../modules/api.js";
import { button, h } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { localPath } from "../modules/links.js";
import { changeItem } from "./activity-overview.js";
import { empty, heading, page } from "./parts.js";

/** @typedef {import("../modules/api.js").Notification} Notification */

/** @param {import("../modules/app.js").App} app @returns {Promise<import("../modules/app.js").Screen>} */
export async function notifications(app) {
  const { t, format } = app;
  const found = await api.notifications();
  const list = found.notifications;
  const open = async (/** @type {Notification} */ one) => {
    if (one.read) return;
    const { unread } = await api.markRead({ ids: [one.id] });
    app.me.unread = unread;
    app.head.count();
  };
  const item = (/** @type {Notification} */ one) => {
    const path = localPath(one.path);
    const { before, after } = one.values ?? {};
    return h(
      "li",
      { class: "news", "data-read": String(one.read) },
      h("span", { class: "dot" }, !one.read && h("span", { class: "visually-hidden" }, t("notification.unread"))),
      h(
        "div",
        { class: "stack tight" },
        h(
          "h2",
          { dir: "auto" },
          path ? h("a", { href: path, onclick: () => void open(one).catch(() => undefined) }, one.title) : one.title,
        ),
        h("p", { class: "pre clip", dir: "auto" }, one.text),
        one.kind === "changed" && Array.isArray(one.values.changes) &&
          h(
            "ul",
            {},
            one.values.changes.map((/** @type {any} */ change) => changeItem(app, { at: one.created, ...change })),
          ),
        typeof before === "string" && typeof after === "string" && one.values.what &&
          h("ul", {}, changeItem(app, { at: one.created, what: one.values.what, before, after })),
        h("p", { class: "hint" }, format.relative(seconds(one.created))),
      ),
    );
  };
  const all = h("ul", { class: "list" }, list.map(item));
  const more = button("down", t("more"), async () => {
    const next = await api.notifications(list[list.length - 1].id);
    list.push(...next.notifications);
    all.append(...next.notifications.map(item));
    more.hidden = !next.more;
  }, { hidden: !found.more });
  const readAll = async () => {
    const { unread } = await api.markRead({ upTo: list[0].id });
    app.me.unread = unread;
    app.head.count();
    await app.again();
  };
  const element = page(
    { class: "narrow" },
    heading(
      t("notifications"),
      { label: t("home"), path: "/" },
      list.some(({ read }) => !read) && button("yes", t("notifications.read_all"), readAll),
    ),
    list.length === 0 ? empty("bell", t("notifications.none")) : all,
    h("div", { class: "row" }, more),
    h(
      "p",
      { class: "hint fact" },
      icon("mail"),
      h("span", {}, t("notifications.mail"), " ", h("a", { href: `${ROOT}/settings` }, t("settings"))),
    ),
  );
  return { element, title: t("notifications"), parts: ["notifications"] };
}
