/**
 * Account settings, calendars, and connections with the data each transmits (A2, N1, N2).
 * @module
 */
import { api, seconds } from "../modules/api.js";
import { isZone } from "../modules/dates.js";
import { ask, button, choices, field, h, linkButton, newId, own, showFieldError } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { calendarAddress, hostOf } from "../modules/links.js";
import { heading, page } from "./parts.js";

/** @typedef {import("../modules/app.js").App} App */
/** @typedef {import("../modules/app.js").Screen} Screen */
/** @typedef {import("../modules/api.js").Calendar} Calendar */

/** @param {App} app @returns {Promise<Screen>} */
export async function settings(app) {
  const view = app.query.get("view");
  if (view === "calendars") return await calendars(app);
  return view === "connections" ? await connections(app) : await account(app);
}

/** Saves immediately and shows a confirmation. @param {App} app @param {() => Promise<unknown>} work */
async function save(app, work) {
  app.say("");
  try {
    await work();
    app.say(app.t("settings.saved"));
    return true;
  } catch (error) {
    app.say(app.explain(error), { isProblem: true });
    return false;
  }
}

/**
 * Saves settings that other parents may change at the same time. What somebody else stored is shown, and the entry
 * stays until the person chooses one of both.
 */
class Saving {
  /** @param {App} app @param {() => Promise<unknown>} [saved] called after each attempt */
  constructor(app, saved = () => Promise.resolve()) {
    this.app = app;
    this.saved = saved;
    /** Shows what is stored, with the choice. */
    this.element = h("div", { class: "notice stack", role: "status" });
    this.running = 0;
  }

  /** Whether an entry of the screen is not stored yet. */
  get isOpen() {
    return this.running > 0 || this.element.hasChildNodes();
  }

  /**
   * @param {() => Promise<unknown>} work
   * @param {(stored: Record<string, string>) => string} adopt takes what is stored as the state before, and describes it
   * @returns {Promise<boolean>} whether the entry is kept: saved, or waiting for the choice
   */
  async save(work, adopt) {
    this.running += 1;
    try {
      return await this.#attempt(work, adopt);
    } finally {
      this.running -= 1;
      await this.saved();
    }
  }

  /** @param {() => Promise<unknown>} work @param {(stored: Record<string, string>) => string} adopt */
  async #attempt(work, adopt) {
    const { app } = this;
    this.element.replaceChildren();
    app.say("");
    try {
      await work();
      app.say(app.t("settings.saved"));
    } catch (error) {
      const { code, fields } = /** @type {any} */ (error);
      if (code !== "changed_elsewhere") {
        app.say(app.explain(error), { isProblem: true });
        return false;
      }
      this.#choose(adopt(fields), work, adopt);
    }
    await app.reloadMe();
    return true;
  }

  /** @param {string} stored @param {() => Promise<unknown>} work @param {(stored: Record<string, string>) => string} adopt */
  #choose(stored, work, adopt) {
    const { t } = this.app;
    const take = () => {
      this.element.replaceChildren();
      return this.app.again();
    };
    this.element.replaceChildren(
      h("p", {}, t("settings.changed_elsewhere")),
      h("p", { class: "pre", dir: "auto" }, stored),
      h(
        "div",
        { class: "row" },
        button("yes", t("settings.replace"), () => this.save(work, adopt)),
        button("repeat", t("settings.take"), take),
      ),
    );
  }
}

/** @param {App} app @returns {Promise<Screen>} */
async function account(app) {
  const { t } = app;
  const found = await api.settings();
  const saving = new Saving(app);
  const zones = newId("zones");
  const zoneField = (
    /** @type {string} */ label,
    /** @type {string} */ value,
    /** @type {string} */ hint,
    /** @type {(zone: string) => Promise<unknown>} */ store,
    adopt = (/** @type {Record<string, string>} */ { zone }) => zone,
  ) => {
    const input = h("input", {
      value,
      list: zones,
      autocomplete: "off",
      onchange: async () => {
        const zone = input.value.trim();
        if (zone && !isZone(zone)) return showFieldError(input, t("error.unknown_zone"));
        await saving.save(() => store(zone), adopt);
      },
    });
    return field(label, input, hint);
  };
  const mail = h("input", {
    type: "checkbox",
    role: "switch",
    checked: found.mail.isOn,
    disabled: !found.mail.address || !app.me.connections.mail,
    onchange: async () => {
      if (!await save(app, () => api.mailMe(mail.checked))) mail.checked = !mail.checked;
    },
  });
  const element = page(
    { class: "narrow" },
    heading(t("settings"), { label: t("home"), path: "/" }),
    saving.element,
    h(
      "section",
      { class: "box" },
      h("h2", {}, t("account")),
      app.who(app.me.member),
      h(
        "div",
        { class: "row" },
        h("a", { class: "plain", href: "/account" }, icon("lock"), h("span", {}, t("account.sign_in_data"))),
        button("signout", t("sign_out"), () => app.signOut()),
      ),
    ),
    h(
      "section",
      { class: "box" },
      h("h2", {}, t("settings.mail")),
      h("label", { class: "check" }, mail, t("settings.mail_me")),
      h(
        "p",
        { class: "hint" },
        !app.me.connections.mail
          ? t("settings.mail_off")
          : found.mail.address
          ? t("settings.mail_to", { address: found.mail.address })
          : t("settings.mail_none"),
      ),
    ),
    h(
      "section",
      { class: "box" },
      h("h2", {}, t("settings.zone")),
      h("datalist", { id: zones }, Intl.supportedValuesOf("timeZone").map((zone) => h("option", { value: zone }))),
      zoneField(
        t("settings.own_zone"),
        found.ownZone ?? "",
        t("settings.own_zone_hint", { zone: found.zone }),
        (zone) => api.ownZone(zone || null),
      ),
      app.me.isParent &&
        zoneField(
          t("settings.family_zone"),
          found.zone,
          t("settings.family_zone_hint"),
          async (zone) => found.zone = (await api.familyZone(zone, found.zone)).zone,
          ({ zone }) => found.zone = zone,
        ),
    ),
    h(
      "section",
      { class: "box" },
      h("h2", {}, t("settings.more")),
      h(
        "div",
        { class: "row" },
        linkButton("calendar", t("calendars"), "/together/settings?view=calendars"),
        linkButton("connection", t("connections"), "/together/settings?view=connections"),
        app.me.role !== "child" && linkButton("type", t("types"), "/together/activities?view=types"),
      ),
    ),
  );
  return { element, title: t("settings") };
}

/** @param {App} app @returns {Promise<Screen>} */
async function calendars(app) {
  const { t } = app;
  const { calendars, feed } = await api.calendars();
  const feedAddress = h(
    "p",
    { class: "secret", tabindex: "0", "aria-label": t("feed.address") },
    location.origin + feed.address,
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(feedAddress.textContent ?? "");
      app.say(t("feed.copied"));
    } catch {
      getSelection()?.selectAllChildren(feedAddress);
      app.say(t("feed.select"));
    }
  };
  const renew = async () => {
    const answer = await ask(t("feed.renew_question"), [
      { value: "yes", label: t("feed.renew"), symbol: "repeat", kind: "alarm" },
      { value: "no", label: t("cancel"), symbol: "no" },
    ]);
    if (answer !== "yes") return;
    try {
      feedAddress.textContent = location.origin + (await api.renewFeed()).address;
      app.say(t("feed.renewed"));
    } catch (error) {
      app.say(app.explain(error), { isProblem: true });
    }
  };
  const element = page(
    { class: "narrow" },
    heading(t("calendars"), { label: t("settings"), path: "/settings" }),
    h("p", {}, t("calendars.about")),
    h(
      "ul",
      { class: "list" },
      calendars.map((calendar) => calendarItem(app, calendar)),
    ),
    calendars.length === 0 && h("p", { class: "quiet" }, t("calendars.none")),
    app.me.connections.calendars ? addCalendar(app) : h(
      "div",
      { class: "notice stack" },
      h("p", {}, t("calendars.off")),
      h("div", { class: "row" }, linkButton("connection", t("connections"), "/together/settings?view=connections")),
    ),
    h(
      "section",
      { class: "box" },
      h("h2", {}, t("feed")),
      h("p", {}, t("feed.about")),
      feedAddress,
      h("div", { class: "row" }, button("copy", t("feed.copy"), copy), button("repeat", t("feed.renew"), renew)),
      h("p", { class: "hint" }, t("feed.secret")),
    ),
  );
  return {
    element,
    title: t("calendars"),
    parts: ["calendars"],
    refresh: async () => {
      if (!/** @type {any} */ (document.activeElement)?.value) await app.again();
    },
  };
}

/** @param {App} app @param {Calendar} calendar */
function calendarItem(app, calendar) {
  const { t, format } = app;
  const attempt = async (/** @type {() => Promise<unknown>} */ work) => {
    if (await save(app, work)) await app.again();
  };
  const remove = async () => {
    const answer = await ask(t("calendar.delete_question", { name: calendar.name }), [
      { value: "yes", label: t("delete"), symbol: "delete", kind: "alarm" },
      { value: "no", label: t("cancel"), symbol: "no" },
    ], [h("p", {}, t("calendar.delete_about"))]);
    if (answer === "yes") await attempt(() => api.removeCalendar(calendar.id));
  };
  const hide = async () => {
    const title = h("input", { maxlength: 200, dir: "auto" });
    const answer = await ask(t("calendar.hide"), [
      { value: "save", label: t("calendar.hide_add"), symbol: "add", kind: "main" },
      { value: "cancel", label: t("cancel"), symbol: "no" },
    ], [h("p", {}, t("calendar.hide_about")), field(t("calendar.hide_title"), title)]);
    if (answer === "save" && title.value.trim()) {
      await attempt(() =>
        api.changeCalendar(calendar.id, { hidden: [...calendar.hidden, { title: title.value.trim() }] })
      );
    }
  };
  const target = h("input", {
    type: "checkbox",
    checked: calendar.isTarget,
    onchange: () => attempt(() => api.changeCalendar(calendar.id, { isTarget: target.checked })),
  });
  const isBad = calendar.state === "unreadable";
  return h(
    "li",
    { class: isBad ? "item call" : "item" },
    h(
      "div",
      { class: "bar" },
      h("h2", { dir: "auto" }, calendar.name || hostOf(calendar.address)),
      h(
        "span",
        { class: calendar.state === "fresh" ? "badge good" : "badge" },
        icon(isBad ? "warning" : calendar.state === "fresh" ? "yes" : "clock"),
        t(`calendar.${calendar.state}`),
      ),
    ),
    h(
      "p",
      { class: "quiet" },
      [
        t(`calendar.${calendar.kind}`),
        hostOf(calendar.address),
        calendar.checked && t("calendar.checked", { when: format.relative(seconds(calendar.checked)) }),
      ].filter(Boolean).join(" · "),
    ),
    calendar.problem && h("p", { class: "error" }, calendar.problem.message),
    calendar.isWritable && h("label", { class: "check" }, target, t("calendar.target")),
    calendar.hidden.length > 0 && h(
      "ul",
      { class: "row" },
      calendar.hidden.map((hidden, index) =>
        h(
          "li",
          {},
          button("no", t("calendar.show_again", { name: hidden.title ?? `${hidden.from} – ${hidden.to}` }), () =>
            attempt(() =>
              api.changeCalendar(calendar.id, {
                hidden: calendar.hidden.filter((_, other) =>
                  other !== index
                ),
              })
            ), { class: "plain small" }),
        )
      ),
    ),
    h(
      "div",
      { class: "row" },
      button("repeat", t("calendar.refresh"), () => attempt(() => api.refreshCalendar(calendar.id)), {
        class: "plain small",
      }),
      button("eye", t("calendar.hide"), hide, { class: "plain small" }),
      button("delete", t("delete"), remove, { class: "alarm small", "aria-label": `${t("delete")}: ${calendar.name}` }),
    ),
  );
}

/** @param {App} app */
function addCalendar(app) {
  const { t } = app;
  const problem = h("p", { class: "notice warn", role: "alert" });
  const address = h("input", {
    type: "text",
    inputmode: "url",
    autocomplete: "off",
    maxlength: 2000,
    dir: "ltr",
    spellcheck: "false",
  });
  const username = h("input", { autocomplete: "off", maxlength: 200, dir: "ltr", spellcheck: "false" });
  const password = h("input", { type: "password", autocomplete: "new-password", maxlength: 500 });
  const secrets = h(
    "div",
    { class: "two", hidden: true },
    field(t("calendar.username"), username),
    field(t("calendar.password"), password, t("calendar.password_hint")),
  );
  let kind = "ical";
  const kinds = choices(t("calendar.kind"), [
    { value: "ical", label: [t("calendar.ical"), h("span", { class: "hint" }, t("calendar.ical_about"))] },
    { value: "caldav", label: [t("calendar.caldav"), h("span", { class: "hint" }, t("calendar.caldav_about"))] },
  ], { chosen: [kind], changed: ([value]) => (kind = value, secrets.hidden = kind !== "caldav") });
  const add = async (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    const normal = calendarAddress(address.value);
    if (!normal) return showFieldError(address, t("error.bad_address")), address.focus();
    const request = (/** @type {string} */ to) =>
      kind === "caldav"
        ? { kind: /** @type {const} */ ("caldav"), address: to, username: username.value, password: password.value }
        : { kind: /** @type {const} */ ("ical"), address: to };
    try {
      let made = await api.addCalendar(request(normal));
      if ("found" in made) {
        let chosen = made.found[0]?.address ?? "";
        const answer = await ask(t("calendar.which"), [
          { value: "add", label: t("add"), symbol: "add", kind: "main" },
          { value: "cancel", label: t("cancel"), symbol: "no" },
        ], [
          choices(t("calendar.found"), made.found.map((one) => ({ value: one.address, label: own(one.name) })), {
            chosen: [chosen],
            changed: ([value]) => chosen = value,
          }),
        ]);
        if (answer !== "add") return;
        made = await api.addCalendar(request(chosen));
      }
      await app.go("/settings?view=calendars", { replace: true, message: t("calendar.added") });
    } catch (error) {
      problem.textContent = app.explain(error);
    }
  };
  return h(
    "form",
    { class: "box", onsubmit: add, novalidate: true },
    h("h2", {}, t("calendars.add")),
    kinds,
    field(t("calendar.address"), address, t("calendar.address_hint")),
    secrets,
    problem,
    h("div", { class: "row" }, button("add", t("add"), null, { type: "submit", class: "main" })),
  );
}

/** Unlocks the parent's area with the PIN. @param {App} app */
async function enterPin(app) {
  const { t } = app;
  const pin = h("input", { type: "password", inputmode: "numeric", autocomplete: "off", maxlength: 20 });
  const row = field(t("connections.pin"), pin);
  for (;;) {
    const answer = await ask(t("connections.pin"), [
      { value: "ok", label: t("next"), symbol: "next", kind: "main" },
      { value: "cancel", label: t("cancel"), symbol: "no" },
    ], [row]);
    if (answer !== "ok") return;
    try {
      await api.enterPin(pin.value);
      await app.reloadMe();
      return void await app.again();
    } catch (error) {
      row.querySelector(".error").textContent = app.explain(error);
    }
  }
}

/** @param {App} app @returns {Promise<Screen>} */
async function connections(app) {
  const { t, format } = app;
  const [{ connections }, mails] = await Promise.all([
    api.settings(),
    app.me.isParent ? api.mails().then(({ mails }) => mails) : [],
  ]);
  const saving = new Saving(app, () => redraw());
  /** Whether text was typed that is not saved yet. */
  let isTyping = false;
  /** Whether data changed that the screen does not show yet. */
  let isOutdated = false;
  /** Draws the screen again, unless that would take an entry away. */
  const redraw = async () => {
    if (!isOutdated || isTyping || saving.isOpen) return;
    isOutdated = false;
    await app.again();
  };
  const part = (/** @type {import("../modules/api.js").Connection} */ connection) => {
    const { id } = connection;
    let before = { isOn: connection.isOn, hosts: connection.hosts ?? [] };
    const wanted = () => ({ isOn: isOn.checked, hosts: lines(hosts.value) });
    const store = async () => {
      const entered = hosts.value;
      const { connections } = await api.connect(id, wanted(), before);
      const stored = connections.find((one) => one.id === id);
      before = { isOn: stored?.isOn ?? isOn.checked, hosts: stored?.hosts ?? [] };
      if (hosts.value === entered) isTyping = false;
    };
    const adopt = (/** @type {Record<string, string>} */ stored) => {
      before = { isOn: stored.isOn === "true", hosts: lines(stored.hosts ?? "") };
      return [t(before.isOn ? "connection.is_on" : "connection.is_off"), ...before.hosts].join("\n");
    };
    const isOn = h("input", {
      type: "checkbox",
      role: "switch",
      checked: connection.isOn,
      disabled: !app.me.isParent,
      onchange: async () => {
        if (!await saving.save(store, adopt)) isOn.checked = !isOn.checked;
      },
    });
    const hosts = h("textarea", {
      value: (connection.hosts ?? []).join("\n"),
      rows: 3,
      dir: "ltr",
      spellcheck: "false",
      oninput: () => isTyping = true,
      onchange: () => saving.save(store, adopt),
    });
    return h(
      "section",
      { class: "box" },
      h(
        "h2",
        { class: "fact" },
        icon({ calendars: "calendar", mail: "mail", media: "song" }[id]),
        h("span", {}, t(`connection.${id}`)),
      ),
      h("label", { class: "check" }, isOn, t("connection.on")),
      h("p", {}, h("strong", {}, t("connection.transmits")), " ", connection.transmits),
      id === "mail" && !app.me.mailInstalled && h("p", { class: "notice" }, t("connection.no_mail")),
      id === "media" &&
        (app.me.isParent
          ? field(t("connection.hosts"), hosts, t("connection.hosts_hint"))
          : (connection.hosts ?? []).length > 0 && h("p", { class: "hint" }, (connection.hosts ?? []).join(", "))),
    );
  };
  const element = page(
    { class: "narrow" },
    heading(t("connections"), { label: t("settings"), path: "/settings" }),
    h("p", {}, t("connections.about")),
    !app.me.isParent &&
      h(
        "div",
        { class: "notice bar" },
        h("p", {}, t("connections.parent")),
        app.me.role === "parent" && button("lock", t("connections.pin"), () => enterPin(app)),
      ),
    saving.element,
    connections.map(part),
    mails.length > 0 && h(
      "section",
      { class: "box" },
      h("h2", {}, t("mails")),
      h(
        "ul",
        { class: "list" },
        mails.map((mail) =>
          h(
            "li",
            { class: "part" },
            h(
              "span",
              { class: "when" },
              own(mail.subject ?? t("mail.hidden")),
              h("br"),
              h("span", { class: "hint" }, own(mail.to), " · ", format.relative(seconds(mail.created))),
            ),
            h("span", { class: mail.state === "sent" ? "badge good" : "badge" }, t(`mail.${mail.state}`)),
            mail.problem && h("p", { class: "error" }, mail.problem),
            mail.state === "failed" && button("repeat", t("mail.retry"), async () => {
              if (await save(app, () => api.retryMail(mail.id))) await app.again();
            }, { class: "plain small" }),
          )
        ),
      ),
    ),
  );
  return {
    element,
    title: t("connections"),
    parts: ["settings"],
    refresh: () => {
      isOutdated = true;
      return redraw();
    },
  };
}

/** @param {string} text */
function lines(text) {
  return text.split(/\s+/).filter(Boolean);
}
