/**
 * Draws panoramas on a WebGL sphere or flat on a canvas, with the same interface.
 * @module
 */
import { mediaUrl } from "./api.js";
import { project, projectFlat, sphereMesh, unproject, unprojectFlat, viewMatrix } from "./sphere.js";

/** @typedef {import("./sphere.js").Camera} Camera */

const VERTEX = `
attribute vec3 place;
attribute vec2 picture;
uniform mat4 view;
varying vec2 at;
void main() { at = picture; gl_Position = view * vec4(place, 1.0); }`;
const FRAGMENT = `
precision mediump float;
uniform sampler2D image;
varying highp vec2 at;
void main() { gl_FragColor = texture2D(image, at); }`;
/** Maximum pixel density; more costs time without visible benefit. */
const DENSEST = 2;

/** Average milliseconds per frame; slower devices reduce the density while the view moves. */
const SLOW_FRAME = 45;

/** Sizes the canvas for the screen. @param {HTMLCanvasElement} canvas @param {Camera} camera @param {number} [densest] */
function fit(canvas, camera, densest = DENSEST) {
  const density = Math.min(densest, devicePixelRatio || 1);
  const width = Math.max(1, Math.round(camera.width * density));
  const height = Math.max(1, Math.round(camera.height * density));
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
}

/** The sphere, seen from its center. */
export class SphereRenderer {
  /**
   * @param {HTMLCanvasElement} canvas @param {() => void} restored called when a lost context came back and the
   * picture must be set again
   */
  constructor(canvas, restored) {
    const gl = /** @type {WebGLRenderingContext | null} */ (canvas.getContext("webgl", {
      alpha: false,
      antialias: false,
      depth: false,
      stencil: false,
      powerPreference: "low-power",
    }));
    if (!gl) throw new Error("this browser has no WebGL");
    this.gl = gl;
    this.canvas = canvas;
    this.flat = false;
    this.project = project;
    this.unproject = unproject;
    /** @type {WebGLTexture | null} */
    this.texture = null;
    /** @type {WebGLUniformLocation | null} */
    this.view = null;
    this.count = 0;
    this.drawnAt = 0;
    this.pace = 0;
    this.lost = (/** @type {Event} */ event) => event.preventDefault();
    this.back = () => {
      this.#build();
      restored();
    };
    canvas.addEventListener("webglcontextlost", this.lost);
    canvas.addEventListener("webglcontextrestored", this.back);
    this.#build();
  }

  /** Maximum picture width of the graphics card. */
  get widest() {
    return Number(this.gl.getParameter(this.gl.MAX_TEXTURE_SIZE)) || 2048;
  }

  get ready() {
    return this.texture !== null;
  }

  /** @param {TexImageSource} image */
  setImage(image) {
    const { gl } = this;
    this.clear();
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
  }

  /** Releases the picture's memory. */
  clear() {
    if (this.texture) this.gl.deleteTexture(this.texture);
    this.texture = null;
  }

  /** @param {Camera} camera @param {boolean} [moving] true while sharpness matters less than smoothness */
  draw(camera, moving = false) {
    const { gl } = this;
    if (gl.isContextLost()) return;
    const now = performance.now();
    const took = now - this.drawnAt;
    this.drawnAt = now;
    // Measured only at full density: a device that was slow once stays at reduced density.
    if (moving && took < 500 && this.pace <= SLOW_FRAME) this.pace = 0.7 * this.pace + 0.3 * took;
    fit(this.canvas, camera, moving && this.pace > SLOW_FRAME ? 1 : DENSEST);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    if (!this.texture) return gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniformMatrix4fv(this.view, false, viewMatrix(camera));
    gl.drawElements(gl.TRIANGLES, this.count, gl.UNSIGNED_SHORT, 0);
  }

  release() {
    this.clear();
    this.canvas.removeEventListener("webglcontextlost", this.lost);
    this.canvas.removeEventListener("webglcontextrestored", this.back);
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.canvas.width = this.canvas.height = 1;
  }

  #build() {
    const { gl } = this;
    const program = gl.createProgram();
    for (
      const [type, source] of /** @type {[number, string][]} */ ([
        [gl.VERTEX_SHADER, VERTEX],
        [gl.FRAGMENT_SHADER, FRAGMENT],
      ])
    ) {
      const shader = gl.createShader(type);
      if (!shader) return;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(`WebGL cannot draw here: ${gl.getProgramInfoLog(program)}`);
    }
    gl.useProgram(program);
    const { corners, indices } = sphereMesh(192, 96);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    for (
      const [name, size, offset] of /** @type {[string, number, number][]} */ ([
        ["place", 3, 0],
        ["picture", 2, 12],
      ])
    ) {
      const attribute = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(attribute);
      gl.vertexAttribPointer(attribute, size, gl.FLOAT, false, 20, offset);
    }
    this.view = gl.getUniformLocation(program, "view");
    this.count = indices.length;
    this.texture = null;
    gl.clearColor(0.86, 0.89, 0.91, 1);
  }
}

/** The flat view for browsers without WebGL: the picture as an endless band. */
export class FlatRenderer {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this browser has no canvas");
    this.context = context;
    this.canvas = canvas;
    this.flat = true;
    this.project = projectFlat;
    this.unproject = unprojectFlat;
    this.widest = 2048;
    /** @type {HTMLCanvasElement | null} */
    this.image = null;
  }

  get ready() {
    return this.image !== null;
  }

  /** @param {ImageBitmap | HTMLCanvasElement} image */
  setImage(image) {
    this.image = document.createElement("canvas");
    this.image.width = image.width;
    this.image.height = image.height;
    this.image.getContext("2d")?.drawImage(image, 0, 0);
  }

  clear() {
    if (this.image) this.image.width = this.image.height = 1;
    this.image = null;
  }

  /** @param {Camera} camera */
  draw(camera) {
    fit(this.canvas, camera);
    const { context, image } = this;
    context.fillStyle = "#dbe3e8";
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (!image) return;
    const density = this.canvas.height / camera.height;
    const scale = camera.height / camera.fov * density;
    const left = this.canvas.width / 2 - (camera.yaw + 180) * scale;
    const top = this.canvas.height / 2 - (90 - camera.pitch) * scale;
    for (let turn = -1; turn <= 1; turn++) {
      context.drawImage(image, left + turn * 360 * scale, top, 360 * scale, 180 * scale);
    }
  }

  release() {
    this.clear();
    this.canvas.width = this.canvas.height = 1;
  }
}

/** @typedef {SphereRenderer | FlatRenderer} Renderer */

/** The best renderer of this browser with its canvas. @param {() => void} restored @param {boolean} [flat] true to use the flat view @returns {Renderer} */
export function createRenderer(restored, flat = false) {
  const canvas = () => {
    const element = document.createElement("canvas");
    element.setAttribute("aria-hidden", "true");
    return element;
  };
  if (!flat) {
    try {
      return new SphereRenderer(canvas(), restored);
    } catch {
      // The flat view follows.
    }
  }
  return new FlatRenderer(canvas());
}

/** Loads a panorama in the largest size the renderer takes. Close the result after use. @param {string} id @param {number} widest @param {AbortSignal} [signal] @returns {Promise<ImageBitmap>} */
export async function loadPanorama(id, widest, signal) {
  const response = await fetch(mediaUrl(id, widest < 4096 ? 2048 : undefined), { credentials: "same-origin", signal });
  if (!response.ok) throw new Error(`the picture ${id} is missing (${response.status})`);
  const bitmap = await createImageBitmap(await response.blob());
  if (bitmap.width <= widest && bitmap.height <= widest) return bitmap;
  const smaller = await createImageBitmap(bitmap, {
    resizeWidth: widest,
    resizeHeight: widest / 2,
    resizeQuality: "high",
  });
  bitmap.close();
  return smaller;
}
