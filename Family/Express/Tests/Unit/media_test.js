import { assert, assertAlmostEquals, assertEquals, thrown } from "./assert.js";
import { capacity, encode } from "../../Web/modules/qr.js";
import { leveled, loudness, wav, withoutSilentStart } from "../../Web/modules/loudness.js";

const RATE = 24_000;
const sine = (/** @type {number} */ level, /** @type {number} */ seconds, frequency = 997) =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => level * Math.sin(2 * Math.PI * frequency * i / RATE));

Deno.test("loudness: a 997 Hz sine at full scale is −3.01 LUFS, as BS.1770 says", () => {
  assertAlmostEquals(loudness(sine(1, 3), RATE), -3.01, 0.15);
  assertAlmostEquals(loudness(sine(0.1, 3), RATE), -23.01, 0.15);
  assertEquals(loudness(new Float32Array(RATE), RATE), -Infinity);
});

Deno.test("leveled: quiet and loud recordings end near −16 LUFS; silence is noticed; ends are trimmed", () => {
  for (const level of [0.01, 0.1, 0.9]) {
    const recorded = new Float32Array(4 * RATE);
    recorded.set(sine(level, 2), RATE);
    const result = leveled(recorded, RATE);
    assert(result !== null);
    assertAlmostEquals(loudness(result, RATE), -16, 1);
    assertAlmostEquals(result.length / RATE, 2.18, 0.02);
    assert(result.every((sample) => Math.abs(sample) <= 0.9));
  }
  assertEquals(leveled(new Float32Array(RATE), RATE), null);
});

Deno.test("withoutSilentStart: sound begins after 5 ms; silence and sound at the start stay", () => {
  const recorded = new Float32Array(RATE);
  recorded.set(sine(0.5, 0.5), RATE / 4);
  const result = withoutSilentStart(recorded, RATE);
  assertAlmostEquals(result.findIndex((sample) => Math.abs(sample) > 0.001) / RATE, 0.005, 0.0001);
  assertAlmostEquals(result.length / RATE, 0.755, 0.0001);
  assertEquals(withoutSilentStart(sine(0.5, 1), RATE).length, RATE);
  assertEquals(withoutSilentStart(new Float32Array(100), RATE).length, 100);
});

Deno.test("wav: header and samples", () => {
  const file = wav(new Float32Array([0, 1, -1, 2]), RATE);
  const view = new DataView(file.buffer);
  assertEquals(new TextDecoder().decode(file.slice(0, 4)), "RIFF");
  assertEquals([view.getUint32(24, true), view.getUint32(40, true)], [RATE, 8]);
  assertEquals([44, 46, 48, 50].map((at) => view.getInt16(at, true)), [0, 32767, -32767, 32767]);
});

Deno.test("qr: capacities of the standard for error correction M", () => {
  assertEquals([1, 2, 7, 10, 25, 40].map(capacity), [14, 26, 122, 213, 997, 2331]);
});

Deno.test("qr: the size grows with the text, and text that is too long is refused", async () => {
  assertEquals(encode("x").length, 21);
  assertEquals(encode("x".repeat(2331)).length, 177);
  assert(await thrown(() => encode("x".repeat(2332))) instanceof RangeError);
});

Deno.test("qr: zbar reads every version", async () => {
  // zbarimg reads PBM. Without it, the test fails with a message.
  const folder = await Deno.makeTempDir();
  for (let version = 1; version <= 40; version++) {
    const text = `${version}:ä👩‍👧 `.padEnd(capacity(version) - 8, "Express ").slice(
      0,
      Math.max(1, capacity(version) - 12),
    );
    const code = encode(text);
    const scale = 4;
    const size = (code.length + 8) * scale;
    const pixels = new Uint8Array(size * size).fill(255);
    code.forEach((row, y) =>
      row.forEach((dark, x) => {
        if (!dark) return;
        for (let dy = 0; dy < scale; dy++) {
          const start = ((y + 4) * scale + dy) * size + (x + 4) * scale;
          pixels.fill(0, start, start + scale);
        }
      })
    );
    const path = `${folder}/${version}.pgm`;
    await Deno.writeFile(path, new Uint8Array([...new TextEncoder().encode(`P5 ${size} ${size} 255\n`), ...pixels]));
    const { stdout } = await new Deno.Command("zbarimg", { args: ["--quiet", "--raw", path], stderr: "null" }).output();
    assertEquals(new TextDecoder().decode(stdout).trimEnd(), text.trimEnd(), `version ${version}`);
  }
  await Deno.remove(folder, { recursive: true });
});
