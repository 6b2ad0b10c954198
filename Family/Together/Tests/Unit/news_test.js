import { News } from "../../Web/modules/live.js";
import { Texts } from "../../Web/modules/texts.js";
import { kindOf, seconds, spanOf, wire } from "../../Web/modules/api.js";
import { assertEquals } from "./assert.js";

function receiver() {
  /** @type {any[]} */
  const got = [];
  return {
    got,
    notification: (/** @type {any} */ one) => void got.push(["notification", one.id]),
    unread: (/** @type {number} */ count) => void got.push(["unread", count]),
    changed: (/** @type {string[] | null} */ parts) => void got.push(["changed", parts]),
  };
}

Deno.test("a notification that is sent again is reported once", () => {
  const to = receiver();
  const news = new News(to);
  for (const id of ["5", "6", "6", "5", "7"]) news.take("notification", JSON.stringify({ id: Number(id) }), id);
  assertEquals(to.got, [["notification", 5], ["notification", 6], ["notification", 7]]);
  assertEquals(news.last, "7");
});

Deno.test("a different version after reconnecting reports missed changes", () => {
  const to = receiver();
  const news = new News(to);
  news.take("hello", '{"unread": 2, "version": 10}', "");
  news.take("change", '{"version": 11, "parts": ["playlists"]}', "");
  news.take("hello", '{"unread": 2, "version": 11}', "");
  news.take("hello", '{"unread": 3, "version": 15}', "");
  assertEquals(to.got, [["unread", 2], ["changed", ["playlists"]], ["unread", 2], ["changed", null], ["unread", 3]]);
});

Deno.test("a damaged event is ignored", () => {
  const to = receiver();
  new News(to).take("notification", "{", "1");
  assertEquals(to.got, []);
});

const texts = new Texts({
  language: "en",
  name: "English",
  texts: { "votes.one": "{count} vote", "votes.other": "{count} votes", hello: "Hello {name}!" },
});

Deno.test("plurals choose their text", () => {
  assertEquals([0, 1, 2].map((count) => texts.t("votes", { count })), ["0 votes", "1 vote", "2 votes"]);
});

Deno.test("a right-to-left name is isolated from the sentence", () => {
  assertEquals(texts.t("hello", { name: "نور" }), "Hello \u2068نور\u2069!");
  assertEquals(texts.t("hello", { name: "Ada" }), "Hello Ada!");
  assertEquals(texts.t("hello", { name: "{name} $& \\1" }), "Hello {name} $& \\1!");
});

Deno.test("a missing text shows its key", () => {
  assertEquals(texts.t("nothing.here"), "nothing.here");
});

Deno.test("the kind of a file is derived from its type, or else from its name", () => {
  assertEquals(kindOf({ type: "audio/mpeg", name: "a.mp4" }), "song");
  assertEquals(kindOf({ type: "", name: "Film.MKV" }), "video");
  assertEquals(kindOf({ type: "", name: "a.heic" }), "picture");
  assertEquals(kindOf({ type: "", name: "a.flac" }), "song");
});

Deno.test("times in requests are whole seconds in UTC", () => {
  assertEquals(wire(seconds("2026-12-01T18:00:00Z")), "2026-12-01T18:00:00Z");
  assertEquals(seconds(null), 0);
  assertEquals(spanOf({ start: "1970-01-01T00:01:00Z", end: "1970-01-01T00:02:00Z" }), { start: 60, end: 120 });
});
