import {
  angleBetween,
  degreesAcross,
  dragged,
  fieldOfView,
  pixelsAcross,
  project,
  projectFlat,
  sphereMesh,
  unproject,
  unprojectFlat,
  viewMatrix,
  wrapYaw,
} from "../../Web/modules/sphere.js";
import { assert, assertAlmostEquals, assertEquals } from "./assert.js";

const camera = { yaw: 30, pitch: -20, fov: 60, width: 800, height: 600 };

Deno.test("PREP-F8 wrapYaw: brings every angle into −180 to 180", () => {
  assertEquals([0, 180, -180, 190, -190, 540, 725].map(wrapYaw), [0, 180, 180, -170, 170, 180, 5]);
});

Deno.test("PREP-F10 project: the direction of the camera is the center of the screen", () => {
  const point = project({ yaw: 30, pitch: -20 }, camera);
  assertAlmostEquals(point.x, 400, 1e-9);
  assertAlmostEquals(point.y, 300, 1e-9);
});

Deno.test("PREP-F10 project: right is right, up is up, and behind is not visible", () => {
  assert(project({ yaw: 40, pitch: -20 }, camera).x > 400);
  assert(project({ yaw: 30, pitch: -10 }, camera).y < 300);
  assert(!project({ yaw: -150, pitch: 20 }, camera).visible);
});

Deno.test("PREP-F10 unproject: is the inverse of project over the whole screen, also across ±180°", () => {
  for (const yaw of [0, 90, 179, -179]) {
    for (const pitch of [-80, 0, 85]) {
      for (const [x, y] of [[0, 0], [799, 1], [400, 300], [123, 456]]) {
        const view = { ...camera, yaw, pitch };
        const point = project(unproject(x, y, view), view);
        assertAlmostEquals(point.x, x, 1e-6);
        assertAlmostEquals(point.y, y, 1e-6);
      }
    }
  }
});

Deno.test("PREP-N8 projectFlat: is undone by unprojectFlat and continues across the seam", () => {
  const view = { ...camera, yaw: 175, pitch: 10 };
  const point = projectFlat({ yaw: -175, pitch: 0 }, view);
  assertAlmostEquals(point.x, 500, 1e-9);
  const direction = unprojectFlat(point.x, point.y, view);
  assertAlmostEquals(direction.yaw, -175, 1e-9);
  assertAlmostEquals(direction.pitch, 0, 1e-9);
});

Deno.test("PREP-REQ8 fieldOfView: the long side shows 90° in both orientations, never a slit", () => {
  assertAlmostEquals(fieldOfView(768, 1024), 90, 1e-9);
  const landscape = { ...camera, pitch: 0, yaw: 0, width: 1024, height: 768, fov: fieldOfView(1024, 768) };
  assertAlmostEquals(unproject(1024, 384, landscape).yaw, 45, 1e-6);
  assertAlmostEquals(fieldOfView(844, 390), 49.6, 0.1);
  assertAlmostEquals(fieldOfView(2000, 400), 48, 1e-9);
  assert(fieldOfView(390, 844) <= 90);
});

Deno.test("pixelsAcross: is undone by degreesAcross", () => {
  assertAlmostEquals(degreesAcross(pixelsAcross(12, camera), camera), 12, 1e-9);
});

Deno.test("PREP-F8 dragged: the picture follows the finger", () => {
  const level = { ...camera, yaw: 0, pitch: 0 };
  const before = unproject(400, 300, level);
  const after = project(before, dragged(level, 20, 0));
  assertAlmostEquals(after.x, 420, 0.5);
  assertEquals(dragged({ ...camera, pitch: 84 }, 0, 5000).pitch, 85);
  assertEquals(dragged({ ...camera, pitch: -84 }, 0, -5000).pitch, -85);
});

Deno.test("angleBetween: a quarter, a half and the poles", () => {
  assertAlmostEquals(angleBetween({ yaw: 0, pitch: 0 }, { yaw: 90, pitch: 0 }), 90, 1e-9);
  assertAlmostEquals(angleBetween({ yaw: 0, pitch: 0 }, { yaw: 180, pitch: 0 }), 180, 1e-9);
  assertAlmostEquals(angleBetween({ yaw: 10, pitch: 90 }, { yaw: -120, pitch: 90 }), 0, 1e-5);
});

Deno.test("PREP-N8 viewMatrix: agrees with project, so that triggers lie on the picture, without roll", () => {
  const matrix = viewMatrix(camera);
  const { corners } = sphereMesh(16, 8);
  for (let at = 0; at < corners.length; at += 5) {
    const [x, y, z, u, v] = corners.subarray(at, at + 5);
    const point = project({ yaw: u * 360 - 180, pitch: 90 - v * 180 }, camera);
    if (!point.visible) continue;
    const row = (/** @type {number} */ index) =>
      matrix[index] * x + matrix[4 + index] * y + matrix[8 + index] * z + matrix[12 + index];
    const pixelX = (row(0) / row(3) + 1) / 2 * 800;
    assert(Math.abs(pixelX - point.x) < Math.max(0.5, Math.abs(point.x) / 1000), `${pixelX} is not ${point.x}`);
    assert(
      Math.abs((1 - row(1) / row(3)) / 2 * 600 - point.y) < Math.max(0.5, Math.abs(point.y) / 1000),
      "the heights differ",
    );
  }
});

Deno.test("sphereMesh: covers the whole picture and stays within 16-bit indices", () => {
  const { corners, indices } = sphereMesh(192, 96);
  assert(corners.length / 5 <= 65_535);
  assertEquals(indices.length, 192 * 96 * 6);
  assertEquals([corners[3], corners[4], corners[corners.length - 2], corners[corners.length - 1]], [0, 0, 1, 1]);
});
