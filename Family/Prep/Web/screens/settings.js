/**
 * Settings: how to look around, this device, volume, and signing out (F7).
 * @module
 */
import { api } from "../modules/api.js";
import { button, h, linkButton } from "../modules/dom.js";

/** @param {import("../modules/app.js").App} app @returns {Promise<import("../modules/app.js").Screen>} */
export function settings(app) {
  const { t, offline } = app;
  const notice = h("p", { class: "notice", role: "status" });

  const swipe = h("input", {
    type: "checkbox",
    checked: app.preferences.swipeOnly,
    "aria-describedby": "swipe-hint",
    onchange: async () => {
      const swipeOnly = swipe.checked;
      try {
        await api.savePreferences({ swipeOnly });
        app.preferences = { ...app.preferences, swipeOnly };
        localStorage.setItem("prep-swipe-only", String(swipeOnly));
        notice.textContent = t("settings.saved");
      } catch (error) {
        swipe.checked = !swipeOnly;
        notice.textContent = app.explain(error);
      }
    },
  });
  const keep = h("input", {
    type: "checkbox",
    checked: offline.approved,
    disabled: !offline.supported,
    "aria-describedby": "keep-hint",
    onchange: async () => {
      await offline.approve(keep.checked);
      notice.textContent = t("settings.saved");
    },
  });
  const signOut = async () => {
    try {
      const next = await api.signOut();
      await offline.approve(false);
      location.assign(next);
    } catch (error) {
      notice.textContent = app.explain(error);
    }
  };
  const element = h(
    "main",
    { class: "page narrow" },
    h("div", { class: "bar" }, h("h1", {}, t("settings")), linkButton("home", t("home"), "/prep/")),
    notice,
    h(
      "section",
      { class: "box" },
      h("h2", {}, t("settings.looking")),
      h("label", { class: "check" }, swipe, t("settings.swipe_only")),
      h("p", { class: "quiet", id: "swipe-hint" }, t("settings.swipe_only_hint")),
    ),
    h(
      "section",
      { class: "box" },
      h("h2", {}, t("settings.device")),
      h("label", { class: "check" }, keep, t("settings.keep")),
      h(
        "p",
        { class: "quiet", id: "keep-hint" },
        t(offline.supported ? "settings.keep_hint" : "settings.keep_unsupported"),
      ),
      h("div", { class: "row" }, linkButton("volume", t("volume"), "/prep/volume")),
    ),
    h("div", { class: "row" }, button("signout", t("settings.sign_out"), signOut)),
  );
  return Promise.resolve({ element, title: t("settings") });
}
