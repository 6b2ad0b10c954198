/**
 * The visual schedule, "first … then …", for one or two A4 pages (N5).
 * @module
 */
import { api, mediaUrl } from "../modules/api.js";
import { button, h, linkButton } from "../modules/dom.js";
import { findPanorama } from "../modules/experience.js";

/** @typedef {import("../modules/experience.js").Experience} Experience */
/** @typedef {import("../modules/experience.js").Panorama} Panorama */

/** Panoramas in the order in which a child visits them: along the doors, with the final one last. @param {Experience} experience @returns {Panorama[]} */
export function walk(experience) {
  /** @type {Panorama[]} */
  const order = [];
  const waiting = [...experience.panoramas];
  const follow = (/** @type {Panorama | null | undefined} */ panorama) => {
    if (!panorama || order.includes(panorama)) return;
    order.push(panorama);
    for (const trigger of panorama.triggers) {
      if (trigger.kind === "door") follow(findPanorama(experience, trigger.to));
    }
  };
  for (const panorama of waiting) follow(panorama);
  const last = findPanorama(experience, experience.final);
  return last ? [...order.filter((panorama) => panorama !== last), last] : order;
}

/** @param {import("../modules/app.js").App} app @param {string} id @returns {Promise<import("../modules/app.js").Screen>} */
export async function schedule(app, id) {
  const { t } = app;
  const { experience } = await api.experience(id);
  const steps = walk(experience);
  const element = h(
    "main",
    { class: "page" },
    h(
      "div",
      { class: "bar" },
      h("h1", {}, t("schedule.title", { title: experience.title })),
      h(
        "div",
        { class: "row no-print" },
        button("print", t("print"), () => globalThis.print(), { class: "main" }),
        linkButton("home", t("home"), "/prep/"),
      ),
    ),
    steps.length === 0 && h("p", {}, t("warning.no_panorama")),
    h(
      "ol",
      { class: "sheet" },
      steps.map((panorama, index) =>
        h(
          "li",
          {},
          h(
            "p",
            { class: "when" },
            `${index + 1}. ${t(index === 0 ? "schedule.first" : "schedule.then")}: ${panorama.name}`,
          ),
          h("img", { src: mediaUrl(panorama.image, 512), alt: "" }),
          panorama.story && h("p", {}, panorama.story),
        )
      ),
      steps.length > 0 && h("li", {}, h("p", { class: "when" }, t("schedule.last"))),
    ),
  );
  return { element, title: t("schedule.title", { title: experience.title }) };
}
