/**
 * Client of the server's routes below /prep/api. No DOM.
 * @module
 */

/** @typedef {import("./experience.js").Experience} Experience */
/** @typedef {{id: string, title: string, description: string, cover: string | null, panoramas: number, revision: string | number}} Summary */
/** @typedef {{id: string, kind: string, type: string, bytes: number, width?: number, height?: number, seconds?: number}} Media */
/**
 * @typedef {{id: string, state: string, progress: number,
 *   media?: Media, error?: {code: string, message: string}}} Job
 */

/** @typedef {{yaw: number, pitch: number, width: number, height: number}} Region in degrees */
/** Statements of an adult about the faces of a picture. @typedef {{none?: boolean, own?: Region[]}} Faces */

export const ROOT = "/prep";
/** Maximum size of an upload in bytes. */
export const LARGEST_FILE = 100 * 1000 * 1000;
/** Milliseconds between two polls of a job. */
const POLL = 400;

/** An error response of the server, or code "offline" if there was no response. */
export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} message @param {string} [field] */
  constructor(status, code, message, field) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** Address of a medium; panoramas also come 2048 and 512 pixels wide. @param {string} id @param {512 | 2048} [width] */
export function mediaUrl(id, width) {
  return `${ROOT}/media/${encodeURIComponent(id)}${width ? `/${width}` : ""}`;
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
async function call(path, options = {}) {
  let response;
  try {
    response = await fetch(`${ROOT}/api/${path}`, { credentials: "same-origin", cache: "no-store", ...options });
  } catch {
    throw new ApiError(0, "offline", "The server cannot be reached.");
  }
  if (!response.ok) throw await refusal(response.status, response);
  return response;
}

/** @param {number} status @param {{json: () => Promise<any>}} answer */
async function refusal(status, answer) {
  const body = await answer.json().catch(() => ({}));
  const error = body?.error ?? body ?? {};
  return new ApiError(
    status,
    error.code ?? `http_${status}`,
    error.message ?? `The server answered ${status}.`,
    error.field,
  );
}

/** @param {string} method @param {unknown} body @param {Record<string, string>} [headers] @returns {RequestInit} */
function json(method, body, headers = {}) {
  return { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } };
}

/** @param {Faces} faces @returns {string[]} parameters of the address */
function facesQuery({ none, own = [] }) {
  const regions = own.map(({ yaw, pitch, width, height }) => [yaw, pitch, width, height].map((n) => n.toFixed(3)));
  return [...(none ? ["faces=none"] : []), ...(own.length ? [`own=${regions.join(";")}`] : [])];
}

/** @param {string} id */
const at = (id) => `experiences/${encodeURIComponent(id)}`;

export const api = {
  /** @returns {Promise<{bundled: Summary[], own: Summary[]}>} */
  experiences: async () => (await call("experiences")).json(),

  /** @returns {Promise<Experience>} */
  create: async () => (await call("experiences", json("POST", {}))).json(),

  /** @param {string} id @returns {Promise<{experience: Experience, revision: string}>} */
  async experience(id) {
    const response = await call(at(id));
    return { experience: await response.json(), revision: response.headers.get("ETag") ?? "" };
  },

  /** @param {Experience} experience @param {string} revision @returns {Promise<{experience: Experience, revision: string}>} */
  async save(experience, revision) {
    const response = await call(at(experience.id), json("PUT", experience, { "If-Match": revision }));
    return { experience: await response.json(), revision: response.headers.get("ETag") ?? "" };
  },

  /** @param {string} id */
  remove: (id) => call(at(id), { method: "DELETE" }),

  /** The draft that the editor saved last, or null. @param {string} id @returns {Promise<Experience | null>} */
  async draft(id) {
    try {
      const response = await call(`${at(id)}/draft`);
      return response.status === 204 ? null : await response.json();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },

  /** @param {Experience} experience @param {boolean} [leaving] true when the page is about to close */
  saveDraft: (experience, leaving = false) =>
    call(`${at(experience.id)}/draft`, { ...json("PUT", experience), keepalive: leaving }),

  /** @param {string} id */
  async removeDraft(id) {
    try {
      await call(`${at(id)}/draft`, { method: "DELETE" });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  },

  /** @returns {Promise<{swipeOnly: boolean}>} */
  preferences: async () => (await call("preferences")).json(),

  /** @param {{swipeOnly: boolean}} preferences */
  savePreferences: (preferences) => call("preferences", json("PUT", preferences)),

  /** @param {string} experience @param {number | null} before @returns {Promise<{id: string, step: number}>} */
  startVisit: async (experience, before) => (await call("visits", json("POST", { experience, before }))).json(),

  /** @param {string} id @param {{after: number | null, finished: boolean, tooMuch: number}} visit */
  endVisit: (id, visit) => call(`visits/${encodeURIComponent(id)}`, json("PATCH", visit)),

  /** Visits, oldest first. @param {string} experience @returns {Promise<import("./chart.js").Visit[]>} */
  async visits(experience) {
    const answer = await (await call(`visits?experience=${encodeURIComponent(experience)}`)).json();
    return Array.isArray(answer) ? answer : answer.visits;
  },

  /** Uploads a file with progress from 0 to 1. @param {"panorama" | "sound" | "video"} kind @param {Blob} file @param {(share: number) => void} progress @param {AbortSignal} signal @param {Faces} [faces] @returns {Promise<Job>} */
  upload(kind, file, progress, signal, faces = {}) {
    return new Promise((resolve, reject) => {
      if (file.size > LARGEST_FILE) return reject(new ApiError(413, "too_large", "The file is larger than 100 MB."));
      // fetch does not report upload progress.
      const request = new XMLHttpRequest();
      request.open("POST", `${ROOT}/api/media?${[`kind=${kind}`, ...facesQuery(faces)].join("&")}`);
      request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
      request.responseType = "json";
      request.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0);
      request.onload = async () => {
        if (request.status < 300) return resolve(request.response);
        reject(await refusal(request.status, { json: () => Promise.resolve(request.response) }));
      };
      request.onerror = () => reject(new ApiError(0, "offline", "The server cannot be reached."));
      request.onabort = () => reject(new ApiError(0, "cancelled", "The upload was canceled."));
      signal.addEventListener("abort", () => request.abort());
      if (signal.aborted) return reject(new ApiError(0, "cancelled", "The upload was canceled."));
      request.send(file);
    });
  },

  /** Regions of a panorama whose faces were blurred. @param {string} id @returns {Promise<Region[]>} */
  blurred: async (id) => (await (await call(`media/${encodeURIComponent(id)}`)).json()).blurred,

  /** Waits for a job; aborting the signal cancels it. @param {Job} job @param {(share: number) => void} progress @param {AbortSignal} signal @returns {Promise<Media>} */
  async finished(job, progress, signal) {
    const address = `jobs/${encodeURIComponent(job.id)}`;
    for (;;) {
      progress(job.progress);
      if (job.state === "done" && job.media) return job.media;
      if (job.state === "failed") {
        throw new ApiError(422, job.error?.code ?? "failed", job.error?.message ?? "The file could not be used.");
      }
      if (job.state === "cancelled") throw new ApiError(0, "cancelled", "The work was canceled.");
      await new Promise((resolve) => setTimeout(resolve, POLL));
      if (signal.aborted) {
        await call(address, { method: "DELETE" }).catch(() => undefined);
        throw new ApiError(0, "cancelled", "The work was canceled.");
      }
      job = await (await call(address)).json();
    }
  },

  /** @returns {Promise<{id: string}>} */
  startCapture: async () => (await call("captures", json("POST", {}))).json(),

  /** @param {string} id @param {number} number @param {Blob} photo @param {{yaw: number, pitch: number, roll: number, fieldOfView: number} | null} pose */
  savePhoto(id, number, photo, pose) {
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "image/jpeg" };
    if (pose) {
      headers["X-Yaw"] = pose.yaw.toFixed(2);
      headers["X-Pitch"] = pose.pitch.toFixed(2);
      headers["X-Roll"] = pose.roll.toFixed(2);
      headers["X-Field-Of-View"] = pose.fieldOfView.toFixed(2);
    }
    return call(`captures/${encodeURIComponent(id)}/photos/${number}`, { method: "PUT", body: photo, headers });
  },

  /** @param {string} id @param {Faces} [faces] @returns {Promise<Job>} */
  async stitch(id, faces = {}) {
    const query = facesQuery(faces).join("&");
    const path = `captures/${encodeURIComponent(id)}/stitch${query ? `?${query}` : ""}`;
    return (await call(path, json("POST", {}))).json();
  },

  /** @param {string} id */
  removeCapture: (id) => call(`captures/${encodeURIComponent(id)}`, { method: "DELETE" }),

  /** Signs out of all apps of the family. @returns {Promise<string>} address of the next page */
  signOut: async () => (await (await call("../../api/logout", json("POST", {}))).json()).next ?? "/login",

  /** Address of the zip file. @param {string} id */
  exportUrl: (id) => `${ROOT}/api/${at(id)}/export`,

  /** @param {File} file a zip file or a Pannellum tour @param {Faces} [faces] @returns {Promise<Experience>} */
  import: async (file, faces = {}) => {
    const type = file.name.toLowerCase().endsWith(".json") ? "application/json" : "application/zip";
    const query = facesQuery(faces).join("&");
    return (await call(`import${query ? `?${query}` : ""}`, {
      method: "POST",
      body: file,
      headers: { "Content-Type": type },
    })).json();
  },
};
