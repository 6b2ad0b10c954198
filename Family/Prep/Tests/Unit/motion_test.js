import { deviceDirection, Follower, Inertia, keyDirection, Turn } from "../../Web/modules/motion.js";
import { wrapYaw } from "../../Web/modules/sphere.js";
import { assert, assertAlmostEquals, assertEquals } from "./assert.js";

/** @param {number} pause milliseconds between the last movement and the release */
function swipe(pause) {
  const inertia = new Inertia();
  for (let step = 0; step <= 5; step++) inertia.follow({ yaw: 170 + step * 2, pitch: 0 }, step * 16);
  inertia.release(80 + pause);
  return inertia;
}

Deno.test("PREP-F8 inertia: glides on across ±180°, comes to rest, and does not depend on the frame rate", () => {
  const turns = [60, 12].map((rate) => {
    const inertia = swipe(5);
    assert(inertia.moving);
    let yaw = 0;
    for (let frame = 0; frame < rate * 5; frame++) yaw += inertia.step(1 / rate).yaw;
    assert(!inertia.moving, "it never stops");
    return yaw;
  });
  assert(turns[0] > 5 && turns[0] < 60, `turned by ${turns[0]}°`);
  assertAlmostEquals(turns[0], turns[1], 0.5);
});

Deno.test("PREP-F8 inertia: stops at once when touched", () => {
  const inertia = swipe(5);
  inertia.stop();
  assertEquals(inertia.step(0.1), { yaw: 0, pitch: 0 });
});

Deno.test("PREP-F8 inertia: a finger that rested before leaving does not throw the view", () => {
  assert(!swipe(200).moving);
});

Deno.test("PREP-F8 keys: opposite keys cancel each other", () => {
  assertEquals(keyDirection(new Set(["ArrowLeft", "ArrowUp"])), { yaw: -1, pitch: 1 });
  assertEquals(keyDirection(new Set(["ArrowLeft", "ArrowRight"])), { yaw: 0, pitch: 0 });
});

Deno.test("PREP-N8 turn: goes the short way, ends exactly, and is immediate without duration", () => {
  const turn = new Turn({ yaw: 170, pitch: 0 }, { yaw: -170, pitch: 20 }, 300);
  assertAlmostEquals(Math.abs(turn.at(150).yaw), 180, 1e-9);
  assertEquals(turn.at(300), { yaw: -170, pitch: 20, done: true });
  assertEquals(new Turn({ yaw: 0, pitch: 0 }, { yaw: 90, pitch: 0 }, 0).at(0).done, true);
});

Deno.test("PREP-F8 deviceDirection: an upright phone looks at the horizon in every screen orientation", () => {
  const portrait = deviceDirection({ alpha: 0, beta: 90, gamma: 0 }, 0);
  assertAlmostEquals(portrait.yaw, 0, 1e-9);
  assertAlmostEquals(portrait.pitch, 0, 1e-9);
  assertAlmostEquals(portrait.roll, 0, 1e-9);
  // Turned left by 90° about the vertical: alpha grows counterclockwise, yaw clockwise.
  assertAlmostEquals(deviceDirection({ alpha: 90, beta: 90, gamma: 0 }, 0).yaw, -90, 1e-9);
  // Landscape: the top of the phone to the left, the screen rotated by 90°.
  const landscape = deviceDirection({ alpha: 0, beta: 0, gamma: -90 }, 90);
  assertAlmostEquals(landscape.pitch, 0, 1e-9);
  assertAlmostEquals(landscape.roll, 0, 1e-9);
  assertAlmostEquals(wrapYaw(landscape.yaw - 90), 0, 1e-9);
});

Deno.test("PREP-F8 deviceDirection: tilting back looks up, flat on the table looks down", () => {
  assertAlmostEquals(deviceDirection({ alpha: 0, beta: 120, gamma: 0 }, 0).pitch, 30, 1e-9);
  const flat = deviceDirection({ alpha: -40, beta: 0, gamma: 0 }, 0);
  assertAlmostEquals(flat.pitch, -90, 1e-9);
  assertAlmostEquals(flat.yaw, 40, 1e-9);
});

Deno.test("PREP-F20 deviceDirection: measures the roll of the phone", () => {
  const leaning = deviceDirection({ alpha: 0, beta: 90, gamma: 0 }, 10);
  assertAlmostEquals(Math.abs(leaning.roll), 10, 1e-9);
});

Deno.test("PREP-F8 follower: the first reading turns nothing, the next ones turn by the difference", () => {
  const follower = new Follower({ yaw: 100, pitch: 0 });
  assertAlmostEquals(follower.follow({ yaw: -30, pitch: 5 }).yaw, 100, 1e-9);
  assertAlmostEquals(follower.follow({ yaw: -20, pitch: 5 }).yaw, 110, 1e-9);
  follower.restart({ yaw: 0, pitch: 0 });
  assertAlmostEquals(follower.follow({ yaw: -20, pitch: 5 }).yaw, 0, 1e-9);
});
