import { calendarAddress, enteredAddress, hostOf, localPath, webAddress } from "../../Web/modules/links.js";
import { assertEquals } from "./assert.js";

const DANGEROUS = [
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://example.org/1",
  "ftp://example.org/a.mp3",
];

Deno.test("only web addresses become links", () => {
  for (const address of DANGEROUS) {
    assertEquals(webAddress(address), null, address);
    assertEquals(enteredAddress(address), null, address);
    assertEquals(calendarAddress(address), null, address);
  }
  assertEquals(webAddress("https://example.org/a b"), "https://example.org/a%20b");
});

Deno.test("an address with a name and a password is rejected", () => {
  assertEquals(webAddress("https://ada:secret@example.org/"), null);
});

Deno.test("an address without a protocol is taken as https", () => {
  assertEquals(enteredAddress("example.org/song.mp3"), "https://example.org/song.mp3");
  assertEquals(enteredAddress("example.org:8443/x"), "https://example.org:8443/x");
  assertEquals(enteredAddress("a song"), null);
  assertEquals(enteredAddress(""), null);
});

Deno.test("a webcal address is https", () => {
  assertEquals(calendarAddress("webcal://p1.example.org/x.ics"), "https://p1.example.org/x.ics");
});

Deno.test("the host is shown without www", () => {
  assertEquals(hostOf("https://www.example.org/watch?v=1"), "example.org");
  assertEquals(hostOf("javascript:alert(1)"), "");
});

Deno.test("notifications lead only to pages of this app", () => {
  assertEquals(localPath("/together/activities/7f0c"), "/together/activities/7f0c");
  assertEquals(
    localPath("/together/resources/1?view=book&from=2026-12-01"),
    "/together/resources/1?view=book&from=2026-12-01",
  );
  for (const path of ["//example.org", "/togetherx", "/together/../parent", "javascript:alert(1)", "", null]) {
    assertEquals(localPath(path), null, String(path));
  }
});
