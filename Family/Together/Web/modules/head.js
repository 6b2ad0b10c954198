/**
 * The head of every screen: the menu of all features, the bell with its count, and the account.
 * @module
 */
import { ROOT } from "./api.js";
import { button, h, linkButton } from "./dom.js";
import { icon } from "./icons.js";

/** @type {[string, string, string][]} symbol, key, path */
const FEATURES = [
  ["activity", "activities", "/activities"],
  ["thing", "resources", "/resources"],
  ["playlist", "playlists", "/playlists"],
];
/** @type {[string, string, string][]} */
const MORE = [
  ["week", "plan", "/plan"],
  ["bell", "notifications", "/notifications"],
  ["calendar", "calendars", "/settings?view=calendars"],
  ["connection", "connections", "/settings?view=connections"],
];

/** A label for wide screens, and a short one for phones. @param {string} long @param {string} short */
function words(long, short) {
  return [h("span", { class: "label long" }, long), h("span", { class: "label short" }, short)];
}

export class Head {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.root = /** @type {HTMLElement} */ (document.getElementById("head"));
    this.shownFor = "";
  }

  show() {
    const { app } = this;
    const { t } = app;
    if (!app.signedIn || app.profile === "child") {
      this.shownFor = "";
      return this.root.replaceChildren();
    }
    const shownFor = JSON.stringify([app.me.member, app.path, location.search]);
    if (shownFor === this.shownFor) return this.count();
    this.shownFor = shownFor;
    const focused = document.activeElement instanceof HTMLElement && this.root.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : undefined;
    this.bell = h(
      "a",
      { class: "plain", href: `${ROOT}/notifications`, "data-key": "bell" },
      icon("bell"),
      ...words(t("notifications"), t("head.news")),
    );
    this.root.replaceChildren(
      h(
        "header",
        { class: "head" },
        h(
          "div",
          { class: "head-row" },
          button("menu", t("menu"), () => this.#menu(), { "aria-haspopup": "dialog", "data-key": "menu" }),
          h(
            "a",
            { class: "brand", href: `${ROOT}/`, "data-key": "brand" },
            icon("home"),
            ...words(t("home"), t("head.home")),
          ),
          h("nav", { "aria-label": t("features") }, FEATURES.map((feature) => this.#link(feature))),
          this.bell,
          h(
            "button",
            {
              type: "button",
              class: "plain",
              onclick: () => this.#account(),
              "aria-haspopup": "dialog",
              "data-key": "account",
              "aria-label": t("account"),
            },
            icon("person"),
            ...words(`${t("account")} ▾`, `${t("head.me")} ▾`),
          ),
        ),
      ),
    );
    this.count();
    const again = focused && this.root.querySelector(`[data-key="${focused}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** The number on the bell. */
  count() {
    const { bell, app } = this;
    if (!bell) return;
    const { unread } = app.me;
    bell.querySelector(".count")?.remove();
    if (unread > 0) bell.append(h("span", { class: "count", "aria-hidden": "true" }, unread > 99 ? "99+" : unread));
    bell.setAttribute("aria-label", app.t("notifications.unread", { count: unread }));
  }

  /** @param {[string, string, string]} feature @param {string} [prefix] of the key that distinguishes the same link in the menu */
  #link([symbol, key, path], prefix = "") {
    const here = this.app.path + location.search;
    const isHere = here === path || !path.includes("?") && this.app.path.startsWith(`${path}/`) ||
      this.app.path === path && !path.includes("?") && !location.search.includes("view=");
    return linkButton(symbol, this.app.t(key), ROOT + path, {
      "aria-current": isHere && "page",
      "data-key": prefix + key,
    });
  }

  #menu() {
    const { app } = this;
    const { t } = app;
    const items = (/** @type {[string, string, string][]} */ list) =>
      h("ul", {}, list.map((feature) => h("li", {}, this.#link(feature, "menu-"))));
    this.#drawer(
      t("menu"),
      h(
        "nav",
        { "aria-label": t("menu") },
        items([["home", "home", "/"], ...FEATURES]),
        h("h2", {}, t("menu.more")),
        items(MORE.filter(([, key]) => key !== "connections" || app.me.role === "parent")),
        h(
          "ul",
          {},
          h("li", {}, this.#link(["settings", "account", "/settings"], "menu-")),
          (app.me.child !== null || app.me.role === "child") &&
            h("li", {}, this.#link(["picture", "child.page", "/child"], "menu-")),
          h("li", {}, h("a", { class: "plain", href: "/" }, icon("back"), t("menu.all_apps"))),
        ),
      ),
    );
  }

  #account() {
    const { app } = this;
    const { t } = app;
    this.#drawer(
      t("account"),
      h("p", {}, app.who(app.me.member)),
      h(
        "nav",
        { "aria-label": t("account") },
        h(
          "ul",
          {},
          h("li", {}, this.#link(["settings", "settings", "/settings"], "account-")),
          h("li", {}, h("a", { class: "plain", href: "/account" }, icon("lock"), t("account.sign_in_data"))),
          h("li", {}, button("signout", t("sign_out"), () => app.signOut(), { "data-key": "sign-out" })),
        ),
      ),
    );
  }

  /** @param {string} title @param {...HTMLElement} content */
  #drawer(title, ...content) {
    const close = () => {
      drawer.close();
      drawer.remove();
    };
    const drawer = h(
      "dialog",
      {
        class: "drawer",
        "aria-label": title,
        onclose: () => drawer.remove(),
        onclick: (/** @type {MouseEvent} */ event) => {
          const inLink = event.target instanceof Element && event.target.closest("a");
          if (event.target === drawer || inLink) close();
        },
      },
      button("no", this.app.t("close"), close),
      ...content,
    );
    document.body.append(drawer);
    drawer.showModal();
  }
}
