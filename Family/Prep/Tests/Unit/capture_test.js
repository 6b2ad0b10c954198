import { capturePlan, nearestTarget, paintPhoto, Shutter, turnTo } from "../../Web/modules/capture-plan.js";
import { PhotoQueue } from "../../Web/modules/photo-queue.js";
import { unproject, wrapYaw } from "../../Web/modules/sphere.js";
import { assert, assertEquals } from "./assert.js";

Deno.test("PREP-F20 capturePlan: 8 to 60 pictures cover the whole sphere, for phones upright and sideways", () => {
  for (const [horizontal, vertical] of [[50, 65], [65, 50], [40, 30], [90, 70]]) {
    const plan = capturePlan(horizontal, vertical);
    assert(plan.length >= 8 && plan.length <= 60, `${plan.length} pictures`);
    if (horizontal === 40) continue; // A telephoto lens cannot cover the sphere with 60 pictures.
    const sphere = { width: 72, height: 36, data: new Uint8ClampedArray(72 * 36 * 4) };
    const size = { width: horizontal * 2, height: 0 };
    size.height = Math.round(
      size.width * Math.tan(vertical * Math.PI / 360) / Math.tan(horizontal * Math.PI / 360),
    );
    const photo = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4).fill(200) };
    for (const target of plan) paintPhoto(sphere, photo, target, vertical);
    const holes = Array.from({ length: 72 * 36 }, (_, index) => sphere.data[index * 4 + 3]).filter((a) => a === 0);
    assertEquals(holes.length, 0, `${horizontal}×${vertical}: holes in the sphere`);
  }
});

Deno.test("PREP-F20 shutter: waits until the phone is aligned and still, then takes the picture once", () => {
  const targets = capturePlan(50, 65);
  const shutter = new Shutter(targets);
  assertEquals(shutter.see({ yaw: 12, pitch: 0 }, 0), null);
  assertEquals(shutter.see({ yaw: 3, pitch: 0 }, 50), null, "still moving");
  assertEquals(shutter.see({ yaw: 2.9, pitch: 0 }, 100), null, "only just still");
  const target = shutter.see({ yaw: 2.8, pitch: 0 }, 400);
  assertEquals(target?.number, 0);
  if (target) target.taken = true;
  assertEquals(shutter.see({ yaw: 2.8, pitch: 0 }, 900), null, "taken twice");
});

Deno.test("PREP-F20 shutter: movement starts the wait again", () => {
  const shutter = new Shutter(capturePlan(50, 65));
  shutter.see({ yaw: 1, pitch: 0 }, 0);
  shutter.see({ yaw: 1, pitch: 0 }, 200);
  shutter.see({ yaw: 3.9, pitch: 0 }, 230);
  assertEquals(shutter.see({ yaw: 3.9, pitch: 0 }, 300), null);
});

Deno.test("PREP-F20 nearestTarget: skips what was taken, also across ±180°", () => {
  const targets = [{ yaw: 170, pitch: 0, number: 0, taken: true }, { yaw: 160, pitch: 0, number: 1, taken: false }];
  assertEquals(nearestTarget(targets, { yaw: -175, pitch: 0 })?.number, 1);
  assertEquals(nearestTarget([targets[0]], { yaw: 0, pitch: 0 }), null);
});

Deno.test("PREP-F20 paintPhoto: a picture's center lies at its direction, its right side to the right", () => {
  const sphere = { width: 360, height: 180, data: new Uint8ClampedArray(360 * 180 * 4) };
  const photo = { width: 100, height: 100, data: new Uint8ClampedArray(100 * 100 * 4) };
  for (let at = 0; at < photo.data.length; at += 4) {
    photo.data.set((at / 4) % 100 < 50 ? [255, 0, 0, 255] : [0, 0, 255, 255], at);
  }
  const direction = { yaw: 178, pitch: 0 };
  paintPhoto(sphere, photo, direction, 40);
  const color = (/** @type {number} */ x) => {
    const { yaw, pitch } = unproject(x, 50, { ...direction, fov: 40, width: 100, height: 100 });
    const column = Math.floor((wrapYaw(yaw) + 180) / 360 * 360) % 360;
    return Array.from(sphere.data.subarray((Math.floor(90 - pitch) * 360 + column) * 4).subarray(0, 4));
  };
  assertEquals(color(20), [255, 0, 0, 255]);
  assertEquals(color(80), [0, 0, 255, 255]);
});

Deno.test("PREP-F20 turnTo: names the side and the degrees", () => {
  assertEquals(turnTo({ yaw: 170, pitch: 0 }, { yaw: -160, pitch: 0 }), { side: "right", degrees: 30 });
  assertEquals(turnTo({ yaw: 0, pitch: 0 }, { yaw: 0, pitch: -45 }), { side: "down", degrees: 45 });
  assertEquals(turnTo({ yaw: 0, pitch: 0 }, { yaw: 0, pitch: 0 }).side, "straight");
});

Deno.test("PREP-F20 photo queue: tries again, keeps what fails, and sends it at the end", async () => {
  let broken = true;
  /** @type {number[]} */
  const sent = [];
  const queue = new PhotoQueue((number) => {
    if (broken && number === 2) return Promise.reject(new Error("no network"));
    sent.push(number);
    return Promise.resolve();
  }, 0);
  for (const number of [1, 2, 3]) queue.add(number, new Blob(), null);
  assertEquals(await queue.settled(() => undefined), 1);
  assertEquals(sent, [1, 3]);
  broken = false;
  assertEquals(await queue.settled(() => undefined), 0);
  assertEquals(sent, [1, 3, 2]);
});
