/**
 * The server's routes below /together/api, exactly as API.md describes them. No DOM.
 * @module
 */

/**
 * @typedef {"parent" | "adult" | "child"} Role
 * @typedef {{id: number, name: string, role: Role, hasEmail: boolean, badge: string | null}} Member
 * @typedef {{member: number, role: Role, profile: "own" | "child", isParent: boolean, zone: string, unread: number,
 *   canHost: boolean, child: number | null, members: Member[],
 *   connections: {calendars: boolean, mail: boolean, media: boolean}, mailInstalled: boolean}} Me
 * @typedef {{kind: string, activity?: string, task?: number, request?: number, notice?: number, resource?: string,
 *   name: string, by?: string}} Step
 * @typedef {{kind: "activity" | "booking" | "task" | "busy", id: string | number, name: string, start: string, end: string,
 *   members: number[], location: string, experience: Experience | null, done: boolean, task?: number,
 *   resource?: string}} PlanItem
 * @typedef {{id: string, title: string}} Experience
 * @typedef {{unread: number, next: Step[], today: PlanItem[], invitations: number}} Overview
 * @typedef {{id: number, kind: string, title: string, text: string, path: string, values: Record<string, any>,
 *   created: string, read: boolean}} Notification
 * @typedef {{name: string, description: string, picture?: string | null}} Option
 * @typedef {{options: Option[], deadline: string, mine: number[], voted: number, of: number, counts: number[] | null,
 *   tied: number[] | null}} Poll
 * @typedef {{name: string, assignee: number, done?: boolean}} Task
 * @typedef {{every: "day" | "week" | "month", interval: number, until: string | null}} Repeat
 * @typedef {"morning" | "afternoon" | "evening" | "night"} TimeOfDay
 * @typedef {{from: string, to: string, hours: number, timesOfDay: TimeOfDay[], lookup: boolean, without: number[]}} Search
 * @typedef {{id: string, host: number, stage: string, invitees: number[], name: string, description: string,
 *   poll: Poll | null, start: string | null, end: string | null, allowsLookup: boolean, search: Search | null,
 *   location: string, type: string, tasks: Task[], experience: Experience | null, repeat: Repeat | null,
 *   form: Record<string, any>, next: string, isHost: boolean,
 *   changes: {at: string, what: string, before: string, after: string}[], created: string, changed: string,
 *   formVersion?: string | null}} Activity
 * @typedef {{start: string, end: string}} Times
 * @typedef {{slots: Times[], zone: string, unreadable: {member: number, reason: string}[], more: boolean}} Slots
 * @typedef {{location: string, type: string, tasks: Task[], experience?: Experience | null, repeat?: Repeat | null}} Details
 * @typedef {{id: string, name: string, tasks: string[], isPreset: boolean}} ActivityType
 * @typedef {"high" | "medium" | "low"} Priority
 * @typedef {{id: number, resource: string, member: number, start: string, end: string, priority: Priority,
 *   reason: string, isMine: boolean}} Booking
 * @typedef {{id: string, name: string, description: string, bookings: number, calendar: "available" | "unavailable",
 *   next: Booking | null}} Resource
 * @typedef {{id: number, resource: string, booking: Booking | null, requester: number, start: string, end: string,
 *   priority: Priority, reason: string, deadline: string, state: string, isMine: boolean, canAnswer: boolean}} Request
 * @typedef {{id: number, resource: string, text: string, created: string, acknowledged: number[]}} Notice
 * @typedef {{resource: Resource, bookings: Booking[], requests: Request[], busy: Times[], free: Times[]}} Availability
 * @typedef {{start: string, end: string, priority: Priority, reason: string}} NewBooking
 * @typedef {{member: number, hours: number, bookings: number, share: number}} Use
 * @typedef {{id: string, kind: "ical" | "caldav", name: string, address: string,
 *   state: "fresh" | "waiting" | "unreadable", problem: {code: string, message: string} | null, checked: string | null,
 *   isWritable: boolean, isTarget: boolean, hidden: Hidden[]}} Calendar
 * @typedef {{from?: string, to?: string, title?: string}} Hidden
 * @typedef {{id: string, name: string, kind: "song" | "video" | "picture", host: string, seconds: number | null,
 *   address: string | null, media: string | null, by: number}} Item
 * @typedef {{id: string, name: string, description: string, owner: number, editors: number[],
 *   state: "draft" | "private" | "shared"}} PlaylistHead
 * @typedef {PlaylistHead & {items: number}} PlaylistSummary
 * @typedef {PlaylistHead & {items: Item[], revision: number}} Playlist
 * @typedef {{song: string[], video: string[], picture: string[]}} Formats
 * @typedef {{id: string, state: string, progress: number, error?: {code: string, message: string},
 *   media?: {id: string}}} Job
 * @typedef {{id: "calendars" | "mail" | "media", isOn: boolean, transmits: string, hosts?: string[]}} Connection
 * @typedef {{zone: string, ownZone: string | null, mail: {isOn: boolean, address: string | null},
 *   connections: Connection[]}} Settings
 * @typedef {{id: number | string, to: string, subject?: string, state: string, problem: string | null, created: string}} Mail
 */

export const ROOT = "/together";
/** Maximum size of an upload, in bytes. */
export const LARGEST_FILE = 100 * 1000 * 1000;
/** Milliseconds between two queries of a job. */
const POLL = 400;

/** An error response of the server, or the code "offline" without a response. */
export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} message @param {Record<string, string>} [fields] */
  constructor(status, code, message, fields = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Seconds since 1970. @param {string | null | undefined} time */
export const seconds = (time) => time ? Date.parse(time) / 1000 : 0;
/** A time in the format of requests and responses. @param {number} seconds */
export const wire = (seconds) => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");
/** @param {Times} times @returns {import("./dates.js").Span} */
export const spanOf = ({ start, end }) => ({ start: seconds(start), end: seconds(end) });

/** The acting profile: the member who signed in, or the child whose profile is in use. @type {"own" | "child"} */
let profile = "own";
/** @param {"own" | "child"} acting */
export function actAs(acting) {
  profile = acting;
}

/** @param {string} path below /together/api */
export function address(path) {
  const whole = `${ROOT}/api/${path}`;
  return profile === "child" ? `${whole}${path.includes("?") ? "&" : "?"}profile=child` : whole;
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
async function call(path, options = {}) {
  return await request(address(path), options);
}

/** @param {string} whole @param {RequestInit} options @returns {Promise<Response>} */
async function request(whole, options) {
  let response;
  try {
    response = await fetch(whole, { credentials: "same-origin", cache: "no-store", ...options });
  } catch {
    throw new ApiError(0, "offline", "The server cannot be reached.");
  }
  if (!response.ok) throw refusal(response.status, await response.json().catch(() => ({})));
  return response;
}

/** @param {number} status @param {any} body */
function refusal(status, body) {
  const error = body?.error ?? body ?? {};
  const message = error.message ?? `The server answered ${status}.`;
  return new ApiError(status, error.code ?? `http_${status}`, message, error.fields ?? {});
}

/** @param {string} method @param {unknown} [body] @param {RequestInit} [more] @returns {RequestInit} */
function json(method, body = {}, more = {}) {
  return { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, ...more };
}

/** @param {string} path @returns {Promise<any>} */
const get = async (path) => (await call(path)).json();
/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function send(method, path, body) {
  const response = await call(path, json(method, body));
  return response.status === 204 ? null : await response.json().catch(() => null);
}
/** @param {string | number} id */
const part = (id) => encodeURIComponent(String(id));
/** @param {Record<string, string | number | undefined>} values */
function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : "";
}

/** Song, video or picture: by the browser's media type, or else by the file name. @param {{type: string, name: string}} file */
export function kindOf({ type, name }) {
  if (type.startsWith("audio/")) return "song";
  if (type.startsWith("video/")) return "video";
  if (type.startsWith("image/")) return "picture";
  if (/\.(mp4|m4v|mov|webm|mkv|avi|ts|mpe?g)$/i.test(name)) return "video";
  return /\.(jpe?g|png|webp|hei[cf]|gif)$/i.test(name) ? "picture" : "song";
}

/** Sends a file with progress from 0 to 1. @param {string} path @param {File} file @param {(share: number) => void} progress @param {AbortSignal} signal @returns {Promise<any>} */
function sendFile(path, file, progress, signal) {
  return new Promise((resolve, reject) => {
    if (file.size > LARGEST_FILE) return reject(new ApiError(413, "too_large", "The file is larger than 100 MB."));
    // fetch cannot report upload progress.
    const request = new XMLHttpRequest();
    request.open("POST", address(path));
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 300) return resolve(request.response);
      reject(refusal(request.status, request.response));
    };
    request.onerror = () => reject(new ApiError(0, "offline", "The server cannot be reached."));
    request.onabort = () => reject(new ApiError(0, "cancelled", "The upload was canceled."));
    signal.addEventListener("abort", () => request.abort());
    if (signal.aborted) return reject(new ApiError(0, "cancelled", "The upload was canceled."));
    request.send(file);
  });
}

export const api = {
  /** @returns {Promise<Me>} */
  me: () => get("me"),
  /** @returns {Promise<Overview>} */
  overview: () => get("overview"),
  /** @param {string} from @param {number} days @param {boolean} everyone @returns {Promise<{from: string, zone: string, items: PlanItem[]}>} */
  plan: (from, days, everyone) => get(`plan${query({ from, days, everyone: everyone ? 1 : undefined })}`),
  /** @param {number} [before] @returns {Promise<{notifications: Notification[], unread: number, more: boolean}>} */
  notifications: (before) => get(`notifications${query({ before })}`),
  /** @param {{upTo: number} | {ids: number[]}} which @returns {Promise<{unread: number}>} */
  markRead: (which) => send("POST", "notifications/read", which),

  /** @param {"open" | "past"} state @param {string} [before] @returns {Promise<{activities: Activity[], more: boolean}>} */
  activities: (state, before) => get(`activities${query({ state, before })}`),
  /** @returns {Promise<Activity>} */
  createActivity: () => send("POST", "activities"),
  /** @param {string} id @returns {Promise<Activity>} */
  activity: (id) => get(`activities/${part(id)}`),
  /** @param {string} id @param {Record<string, unknown>} form @param {string | undefined} version @param {boolean} leaving true when the page is about to close @returns {Promise<{version: string}>} */
  saveForm: async (id, form, version, leaving) => {
    const more = leaving ? { keepalive: true } : {};
    return (await call(`activities/${part(id)}/form`, json("PUT", { form, version }, more))).json();
  },
  /** @param {string} id @param {number[]} invitees @param {number[]} before @returns {Promise<Activity>} */
  invitees: (id, invitees, before) => send("PUT", `activities/${part(id)}/invitees`, { invitees, before }),
  /** @param {string} id @param {{name: string, description: string}} texts @param {{name: string, description: string}} before @returns {Promise<Activity>} */
  enter: (id, texts, before) => send("POST", `activities/${part(id)}/enter`, { ...texts, before }),
  /** @param {string} id @param {Option[]} options @param {string} deadline @returns {Promise<Activity>} */
  openPoll: (id, options, deadline) => send("POST", `activities/${part(id)}/poll`, { options, deadline }),
  /** @param {string} id @param {number[]} options @returns {Promise<Activity>} */
  vote: (id, options) => send("PUT", `activities/${part(id)}/vote`, { options }),
  /** @param {string} id @returns {Promise<Activity>} */
  closePoll: (id) => send("POST", `activities/${part(id)}/close`),
  /** @param {string} id @param {number} option @returns {Promise<Activity>} */
  breakTie: (id, option) => send("POST", `activities/${part(id)}/tie`, { option }),
  /** @param {string} id @param {Search} search @returns {Promise<Slots>} */
  slots: (id, search) => send("POST", `activities/${part(id)}/slots`, search),
  /** @param {string} id @param {Times} times @returns {Promise<Activity>} */
  schedule: (id, times) => send("PUT", `activities/${part(id)}/slot`, times),
  /** @param {string} id @returns {Promise<Activity>} */
  backToSchedule: (id) => send("POST", `activities/${part(id)}/back`),
  /** @param {string} id @param {Details} details @param {string | undefined} version of the form @returns {Promise<Activity>} */
  sendInvites: (id, details, version) => send("POST", `activities/${part(id)}/send`, { ...details, version }),
  /** @param {string} id @param {Partial<Activity>} change @returns {Promise<Activity>} */
  changeActivity: (id, change) => send("POST", `activities/${part(id)}/change`, change),
  /** @param {string} id @param {number} task @param {boolean} done @returns {Promise<Activity>} */
  completeTask: (id, task, done) => send("POST", `activities/${part(id)}/tasks/${task}/done`, { done }),
  /** @param {string} id @param {number} task @param {number} assignee @returns {Promise<Activity>} */
  reassignTask: (id, task, assignee) => send("PUT", `activities/${part(id)}/tasks/${task}/assignee`, { assignee }),
  /** @param {string} id @param {number} task */
  remind: (id, task) => send("POST", `activities/${part(id)}/tasks/${task}/remind`),
  /** @param {string} id @param {Repeat | null} repeat @returns {Promise<Activity>} */
  repeat: (id, repeat) => send("PUT", `activities/${part(id)}/repeat`, { repeat }),
  /** @param {string} id */
  removeActivity: (id) => send("DELETE", `activities/${part(id)}`),
  /** @returns {Promise<{types: ActivityType[]}>} */
  types: () => get("types"),
  /** @param {string} name @param {string[]} tasks @returns {Promise<ActivityType>} */
  addType: (name, tasks) => send("POST", "types", { name, tasks }),
  /** @param {string} id @param {string} name @param {string[]} tasks @param {{name: string, tasks: string[]}} before @returns {Promise<ActivityType>} */
  changeType: (id, name, tasks, before) => send("PUT", `types/${part(id)}`, { name, tasks, before }),
  /** @param {string} id */
  removeType: (id) => send("DELETE", `types/${part(id)}`),

  /** @returns {Promise<{resources: Resource[], notices: Notice[]}>} */
  resources: () => get("resources"),
  /** @param {string} name @param {string} description @returns {Promise<Resource>} */
  addResource: (name, description) => send("POST", "resources", { name, description }),
  /** @param {string} id @param {{name: string, description: string, before: {name: string, description: string}}} change @returns {Promise<Resource>} */
  changeResource: (id, change) => send("PATCH", `resources/${part(id)}`, change),
  /** @param {string} id @param {number} bookings */
  removeResource: (id, bookings) => send("DELETE", `resources/${part(id)}${query({ bookings })}`),
  /** @param {string} id @param {import("./dates.js").Span} span @returns {Promise<Availability>} */
  availability: (id, span) =>
    get(`resources/${part(id)}/bookings${query({ from: wire(span.start), to: wire(span.end) })}`),
  /** @param {string} id @param {NewBooking} booking @returns {Promise<Booking>} */
  book: (id, booking) => send("POST", `resources/${part(id)}/bookings`, booking),
  /** @param {number} id @param {Partial<NewBooking>} change @returns {Promise<Booking>} */
  changeBooking: (id, change) => send("PATCH", `bookings/${part(id)}`, change),
  /** @param {number} id */
  removeBooking: (id) => send("DELETE", `bookings/${part(id)}`),
  /** @param {number} booking @param {NewBooking} request @returns {Promise<Request>} */
  askOverride: (booking, request) => send("POST", `bookings/${part(booking)}/requests`, request),
  /** @returns {Promise<{requests: Request[]}>} */
  requests: () => get("requests"),
  /** @param {number} id @returns {Promise<{request: Request, booking: Booking, offer: Times | null}>} */
  approve: (id) => send("POST", `requests/${part(id)}/approve`),
  /** @param {number} id */
  deny: (id) => send("POST", `requests/${part(id)}/deny`),
  /** @param {number} id */
  withdraw: (id) => send("DELETE", `requests/${part(id)}`),
  /** @param {string} id @param {number} days @returns {Promise<{from: string, to: string, members: Use[]}>} */
  fairness: (id, days) => get(`resources/${part(id)}/fairness${query({ days })}`),
  /** @param {string} id @param {"available" | "unavailable"} state */
  resourceCalendar: (id, state) => send("PUT", `resources/${part(id)}/calendar`, { state }),
  /** @param {number} id */
  acknowledge: (id) => send("POST", `notices/${part(id)}/acknowledge`),

  /** @returns {Promise<{calendars: Calendar[], feed: {address: string}}>} */
  calendars: () => get("calendars"),
  /** @param {{kind: "ical", address: string} | {kind: "caldav", address: string, username: string, password: string}} calendar @returns {Promise<Calendar | {found: {address: string, name: string}[]}>} */
  addCalendar: (calendar) => send("POST", "calendars", calendar),
  /** @param {string} id @param {{name?: string, hidden?: Hidden[], isTarget?: boolean}} change */
  changeCalendar: (id, change) => send("PATCH", `calendars/${part(id)}`, change),
  /** @param {string} id */
  refreshCalendar: (id) => send("POST", `calendars/${part(id)}/refresh`),
  /** @param {string} id */
  removeCalendar: (id) => send("DELETE", `calendars/${part(id)}`),
  /** @returns {Promise<{address: string}>} */
  renewFeed: () => send("POST", "feed/renew"),

  /** @returns {Promise<{playlists: PlaylistSummary[]}>} */
  playlists: () => get("playlists"),
  /** @param {string} name @param {string} description @returns {Promise<Playlist>} */
  addPlaylist: (name, description) => send("POST", "playlists", { name, description }),
  /** @param {string} id @returns {Promise<Playlist>} */
  playlist: (id) => get(`playlists/${part(id)}`),
  /** @param {string} token @returns {Promise<Playlist & {by?: string}>} */
  shared: (token) => get(`shared/${part(token)}`),
  /** @param {string} id @param {{name?: string, description?: string, before?: {name: string, description: string}}} change */
  changePlaylist: (id, change) => send("PATCH", `playlists/${part(id)}`, change),
  /** @param {string} id */
  removePlaylist: (id) => send("DELETE", `playlists/${part(id)}`),
  /** @param {string} id @param {{address: string} | {job: string}} item @returns {Promise<Item | {imported: number}>} */
  addItem: (id, item) => send("POST", `playlists/${part(id)}/items`, item),
  /** @param {string} id @param {string} item @param {string} name */
  renameItem: (id, item, name) => send("PATCH", `playlists/${part(id)}/items/${part(item)}`, { name }),
  /** @param {string} id @param {string} item */
  removeItem: (id, item) => send("DELETE", `playlists/${part(id)}/items/${part(item)}`),
  /** @param {string} id @param {string[]} items @param {number} revision */
  reorder: (id, items, revision) => send("PUT", `playlists/${part(id)}/order`, { items, revision }),
  /** @param {string} id @param {number[]} members @param {number[]} before */
  share: (id, members, before) => send("PUT", `playlists/${part(id)}/sharing`, { members, before }),
  /** @param {string} id @param {string} email @returns {Promise<{subject: string, text: string, link: string}>} */
  invitation: (id, email) => get(`playlists/${part(id)}/invitation${query({ email })}`),
  /** @param {string} id @param {string} email @returns {Promise<{sent: boolean, link?: string}>} */
  invite: (id, email) => send("POST", `playlists/${part(id)}/invitations`, { email }),
  /** @param {string} id @returns {Promise<{invitations: {id: string, email: string, created: string, until: string}[]}>} */
  invitations: (id) => get(`playlists/${part(id)}/invitations`),
  /** @param {string} id @param {string} invitation */
  revokeInvitation: (id, invitation) => send("DELETE", `playlists/${part(id)}/invitations/${part(invitation)}`),
  /** @param {string} id @returns {Promise<Playlist>} */
  completePlaylist: (id) => send("POST", `playlists/${part(id)}/complete`),
  /** @returns {Promise<Formats>} */
  formats: () => get("formats"),
  /** @param {string} id @param {"xspf" | "m3u8" | "jspf"} format */
  exportUrl: (id, format) => address(`playlists/${part(id)}/export?format=${format}`),
  /** @param {File} file @returns {Promise<Playlist>} */
  importPlaylist: async (file) => {
    const type = file.type || "application/octet-stream";
    return (await call(`playlists/import${query({ name: file.name })}`, {
      method: "POST",
      body: file,
      headers: { "Content-Type": type },
    })).json();
  },
  /** @param {string} hash */
  mediaUrl: (hash) => address(`media/${part(hash)}`),

  /** Uploads a file with progress from 0 to 1. @param {string} id playlist @param {File} file @param {(share: number) => void} progress @param {AbortSignal} signal @returns {Promise<Job>} */
  upload(id, file, progress, signal) {
    const path = `playlists/${part(id)}/uploads${query({ name: file.name, kind: kindOf(file) })}`;
    return sendFile(path, file, progress, signal);
  },

  /** Uploads a picture for a poll's option, and returns the name for the poll. @param {string} id activity @param {File} file @param {(share: number) => void} progress @param {AbortSignal} signal @returns {Promise<string>} */
  async uploadPicture(id, file, progress, signal) {
    const job = await sendFile(`activities/${part(id)}/pictures`, file, progress, signal);
    return `media:${(await this.finished(job, signal)).media?.id}`;
  },

  /** Waits for a job; aborting the signal cancels it. @param {Job} job @param {AbortSignal} signal */
  async finished(job, signal) {
    const path = `jobs/${part(job.id)}`;
    for (;;) {
      if (job.state === "done") return job;
      if (job.state === "failed") {
        throw new ApiError(422, job.error?.code ?? "failed", job.error?.message ?? "The file could not be used.");
      }
      if (job.state === "cancelled") throw new ApiError(0, "cancelled", "The work was canceled.");
      await new Promise((resolve) => setTimeout(resolve, POLL));
      if (signal.aborted) {
        await send("DELETE", path).catch(() => undefined);
        throw new ApiError(0, "cancelled", "The work was canceled.");
      }
      job = await get(path);
    }
  },

  /** @returns {Promise<Settings>} */
  settings: () => get("settings"),
  /** @param {string} zone @param {string} before @returns {Promise<Settings>} */
  familyZone: (zone, before) => send("PUT", "settings/zone", { zone, before }),
  /** @param {string | null} zone */
  ownZone: (zone) => send("PUT", "settings/own-zone", { zone }),
  /** @param {boolean} isOn */
  mailMe: (isOn) => send("PUT", "settings/mail", { isOn }),
  /** @param {string} id @param {{isOn: boolean, hosts: string[]}} connection @param {{isOn: boolean, hosts: string[]}} before @returns {Promise<Settings>} */
  connect: (id, connection, before) => send("PUT", `settings/connections/${part(id)}`, { ...connection, before }),
  /** @returns {Promise<{mails: Mail[]}>} */
  mails: () => get("mails"),
  /** @param {number | string} id */
  retryMail: (id) => send("POST", `mails/${part(id)}/retry`),

  /** Unlocks the parent's area of all apps. @param {string} pin */
  enterPin: (pin) => request("/api/parent", json("POST", { pin })),
  /** Signs out of all apps of the family. @returns {Promise<string>} address of the next page */
  signOut: async () => (await (await request("/api/logout", json("POST"))).json()).next ?? "/login",
  /** The address of a recording of the text by the server's voice. @param {string} text @returns {Promise<string>} */
  speak: async (text) => (await (await request("/api/speech", json("POST", { text }))).json()).clip,
  /** Experiences of Prep; none if the family does not use it. @returns {Promise<Experience[]>} */
  experiences: async () => {
    try {
      const { own, bundled } = await (await request("/prep/api/experiences", {})).json();
      return [...own, ...bundled].map(({ id, title }) => ({ id, title }));
    } catch {
      return [];
    }
  },
};
