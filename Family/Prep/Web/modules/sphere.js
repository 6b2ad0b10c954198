/**
 * Geometry of the panorama: directions on the sphere, the camera and the flat view.
 * Yaw grows to the right from −180 to 180 degrees, pitch grows upwards from −90 to 90. The camera never rolls. No DOM.
 * @module
 */

/** @typedef {{yaw: number, pitch: number}} Direction */
/** @typedef {{yaw: number, pitch: number, fov: number, width: number, height: number}} Camera fov is vertical */
/** @typedef {{x: number, y: number, visible: boolean}} Point pixels from the top left; visible is false behind the camera */

const RADIANS = Math.PI / 180;
/** Maximum pitch in degrees: at the poles, turning would spin the picture. */
export const PITCH_LIMIT = 85;
/** Field of view of the long side, and minimum of the short side, in degrees. */
const LONG_SIDE = 90;
const SHORT_SIDE = 48;

/** Brings a yaw into −180 (exclusive) to 180 (inclusive). @param {number} yaw */
export function wrapYaw(yaw) {
  const wrapped = ((yaw + 180) % 360 + 360) % 360 - 180;
  return wrapped === -180 ? 180 : wrapped;
}

/** @param {number} pitch */
export function limitPitch(pitch) {
  return Math.max(-PITCH_LIMIT, Math.min(PITCH_LIMIT, pitch));
}

/** Signed degrees from one yaw to another, the short way round. @param {number} from @param {number} to */
export function yawBetween(from, to) {
  return wrapYaw(to - from);
}

/** Unit vector of a direction: x right, y up, z ahead. @param {Direction} direction */
export function vector({ yaw, pitch }) {
  const level = Math.cos(pitch * RADIANS);
  return {
    x: level * Math.sin(yaw * RADIANS),
    y: Math.sin(pitch * RADIANS),
    z: level * Math.cos(yaw * RADIANS),
  };
}

/** Angle between two directions in degrees. @param {Direction} a @param {Direction} b */
export function angleBetween(a, b) {
  const u = vector(a);
  const v = vector(b);
  return Math.acos(Math.max(-1, Math.min(1, u.x * v.x + u.y * v.y + u.z * v.z))) / RADIANS;
}

/**
 * Vertical field of view in degrees: the long side of the screen shows 90°, the short side at least 48°.
 * @param {number} width @param {number} height
 */
export function fieldOfView(width, height) {
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  const short = Math.max(SHORT_SIDE, 2 * Math.atan(Math.tan(LONG_SIDE / 2 * RADIANS) / ratio) / RADIANS);
  const long = 2 * Math.atan(Math.tan(short / 2 * RADIANS) * ratio) / RADIANS;
  return height > width ? long : short;
}

/** Distance of the picture plane in pixels. @param {Camera} camera */
export function focalLength({ fov, height }) {
  return height / 2 / Math.tan(fov / 2 * RADIANS);
}

/** Place of a direction on the screen. @param {Direction} direction @param {Camera} camera @returns {Point} */
export function project(direction, camera) {
  const { x, y, z } = vector({ yaw: direction.yaw - camera.yaw, pitch: direction.pitch });
  const cos = Math.cos(camera.pitch * RADIANS);
  const sin = Math.sin(camera.pitch * RADIANS);
  const depth = z * cos + y * sin;
  const up = y * cos - z * sin;
  const focal = focalLength(camera);
  if (depth < 0.01) return { x: Number.NaN, y: Number.NaN, visible: false };
  return { x: camera.width / 2 + focal * x / depth, y: camera.height / 2 - focal * up / depth, visible: true };
}

/** Direction seen at a point of the screen. @param {number} x @param {number} y @param {Camera} camera @returns {Direction} */
export function unproject(x, y, camera) {
  const focal = focalLength(camera);
  const right = (x - camera.width / 2) / focal;
  const up = (camera.height / 2 - y) / focal;
  const cos = Math.cos(camera.pitch * RADIANS);
  const sin = Math.sin(camera.pitch * RADIANS);
  const ahead = cos - up * sin;
  const high = sin + up * cos;
  const length = Math.hypot(right, ahead, high);
  return {
    yaw: wrapYaw(camera.yaw + Math.atan2(right, ahead) / RADIANS),
    pitch: Math.asin(Math.max(-1, Math.min(1, high / length))) / RADIANS,
  };
}

/** Pixels across of something that spans an angle at the center of the screen. @param {number} degrees @param {Camera} camera */
export function pixelsAcross(degrees, camera) {
  return 2 * focalLength(camera) * Math.tan(degrees / 2 * RADIANS);
}

/** Degrees of an angle that spans this many pixels at the center of the screen. @param {number} pixels @param {Camera} camera */
export function degreesAcross(pixels, camera) {
  return 2 * Math.atan(pixels / 2 / focalLength(camera)) / RADIANS;
}

/**
 * The camera after a drag. The dragged point stays under the finger as far as possible without roll.
 * @template {Camera} C @param {C} camera @param {number} dx @param {number} dy pixels @returns {C}
 */
export function dragged(camera, dx, dy) {
  const degrees = 1 / focalLength(camera) / RADIANS;
  const level = Math.max(0.35, Math.cos(camera.pitch * RADIANS));
  return {
    ...camera,
    yaw: wrapYaw(camera.yaw - dx * degrees / level),
    pitch: limitPitch(camera.pitch + dy * degrees),
  };
}

/** Place of a direction in the flat view, in which both axes are linear. @param {Direction} direction @param {Camera} camera @returns {Point} */
export function projectFlat(direction, camera) {
  const scale = camera.height / camera.fov;
  const away = yawBetween(camera.yaw, direction.yaw);
  return {
    x: camera.width / 2 + away * scale,
    y: camera.height / 2 - (direction.pitch - camera.pitch) * scale,
    visible: true,
  };
}

/** Direction at a point of the flat view. @param {number} x @param {number} y @param {Camera} camera @returns {Direction} */
export function unprojectFlat(x, y, camera) {
  const scale = camera.height / camera.fov;
  return {
    yaw: wrapYaw(camera.yaw + (x - camera.width / 2) / scale),
    pitch: Math.max(-90, Math.min(90, camera.pitch - (y - camera.height / 2) / scale)),
  };
}

/**
 * Triangles of a sphere seen from inside, with texture coordinates.
 * @param {number} columns @param {number} rows at most 65,535 corners in all
 */
export function sphereMesh(columns, rows) {
  const corners = new Float32Array((columns + 1) * (rows + 1) * 5);
  const indices = new Uint16Array(columns * rows * 6);
  let at = 0;
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const u = column / columns;
      const v = row / rows;
      const { x, y, z } = vector({ yaw: u * 360 - 180, pitch: 90 - v * 180 });
      corners.set([x, y, z, u, v], at);
      at += 5;
    }
  }
  at = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const first = row * (columns + 1) + column;
      const below = first + columns + 1;
      indices.set([first, below, first + 1, first + 1, below, below + 1], at);
      at += 6;
    }
  }
  return { corners, indices };
}

/** Column-major matrix from directions to clip space. @param {Camera} camera */
export function viewMatrix(camera) {
  const cy = Math.cos(camera.yaw * RADIANS);
  const sy = Math.sin(camera.yaw * RADIANS);
  const cp = Math.cos(camera.pitch * RADIANS);
  const sp = Math.sin(camera.pitch * RADIANS);
  const tall = 1 / Math.tan(camera.fov / 2 * RADIANS);
  const wide = tall * camera.height / camera.width;
  const right = [cy, 0, -sy];
  const up = [-sy * sp, cp, -cy * sp];
  const ahead = [sy * cp, sp, cy * cp];
  const matrix = new Float32Array(16);
  for (let axis = 0; axis < 3; axis++) {
    matrix[axis * 4] = wide * right[axis];
    matrix[axis * 4 + 1] = tall * up[axis];
    matrix[axis * 4 + 2] = 0;
    matrix[axis * 4 + 3] = ahead[axis];
  }
  return matrix;
}
