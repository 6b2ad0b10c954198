/**
 * A playlist for people without an account, by the link of their invitation (D6).
 * @module
 */
import { address, api, ROOT } from "../modules/api.js";
import { button, h, own } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { empty, heading, page } from "./parts.js";
import { duration, playOrOpen } from "./playlist.js";

/** @param {import("../modules/app.js").App} app @param {string} token @returns {Promise<import("../modules/app.js").Screen>} */
export async function shared(app, token) {
  const { t, player } = app;
  const found = await api.shared(token);
  const playlist = {
    ...found,
    id: found.id ?? token,
    url: (/** @type {import("../modules/api.js").Item} */ item) =>
      address(`shared/${encodeURIComponent(token)}/media/${encodeURIComponent(item.media ?? "")}`),
  };
  const element = page(
    { class: "narrow" },
    heading(playlist.name),
    playlist.description && h("p", { class: "pre", dir: "auto" }, playlist.description),
    playlist.items.some(({ media }) => media) && h(
      "div",
      { class: "row" },
      button("play", t("playlist.play"), () => player.play(playlist), { class: "main" }),
      button("shuffle", t("playlist.shuffle"), () => player.play(playlist, { shuffled: true })),
    ),
    playlist.items.length === 0 ? empty("song", t("playlist.empty")) : h(
      "ol",
      { class: "list tracks" },
      playlist.items.map((item) =>
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
              [t(`item.${item.kind}`), item.host, duration(item.seconds)].filter(Boolean).join(" · "),
            ),
          ),
          playOrOpen(app, playlist, item),
        )
      ),
    ),
    h("p", { class: "hint" }, t("shared.about"), " ", h("a", { href: `${ROOT}/` }, t("shared.sign_in"))),
  );
  return { element, title: playlist.name };
}
