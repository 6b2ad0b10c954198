/* The service worker: stores every file of the app after checking its hash, and answers from that store. */
importScripts("sw-files.js");

const { version, files } = self.EXPRESS_FILES;
const CACHE = `express-${version}`;
const BASE = new URL("./", self.location.href);
const BY_PATH = new Map(files.map((file) => [file.path, file]));
const POLICY = "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob: data:; connect-src 'self'; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  webmanifest: "application/manifest+json",
  svg: "image/svg+xml",
  png: "image/png",
  mp3: "audio/mpeg",
  txt: "text/plain; charset=utf-8",
};
/** Number of files that came from the network, for each page that this worker delivered. */
const served = new Map();

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  const answer = (value) => event.ports[0]?.postMessage(value);
  if (event.data === "activate") event.waitUntil(self.skipWaiting());
  if (event.data === "check") {
    event.waitUntil(check(event.source?.id).then(answer, (error) => answer({ error: String(error) })));
  }
  if (event.data === "repair") {
    event.waitUntil(repair().then(() => answer({}), (error) => answer({ error: String(error.message ?? error) })));
  }
});
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path === null) return;
  const client = event.request.mode === "navigate" ? event.resultingClientId : event.clientId;
  if (event.request.mode === "navigate") served.set(client, 0);
  event.respondWith(respond(path, client));
});

/** The requested file, or null if the network answers. */
function pathOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname)) return null;
  const path = decodeURIComponent(url.pathname.slice(BASE.pathname.length)) || "index.html";
  return BY_PATH.has(path) ? path : null;
}

async function respond(path, client) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(path);
  if (!stored) served.set(client, (served.get(client) ?? 0) + 1);
  const response = stored ?? await download(BY_PATH.get(path)).then(async (fresh) => {
    await cache.put(path, fresh.clone()).catch(() => undefined); // Out of space: still deliver the file.
    return fresh;
  });
  if (path !== "map.html") return response;
  const headers = new Headers(response.headers);
  headers.set("Content-Security-Policy", await mapPolicy());
  return new Response(response.body, { headers });
}

/** The policy of the map page permits the configured servers only. */
async function mapPolicy() {
  const map = await storedMap().catch(() => null);
  const origin = (address) => {
    try {
      return address ? new URL(address.replace(/\{\w\}/g, "0")).origin : "";
    } catch {
      return "";
    }
  };
  return `default-src 'self'; img-src 'self' data: ${origin(map?.tiles)}; connect-src 'self' ${
    origin(map?.routing)
  }; ` +
    "style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
}

function storedMap() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("express2");
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction("state").objectStore("state").get("guardian");
      reading.onsuccess = () => {
        database.close();
        resolve(reading.result?.map ?? null);
      };
      reading.onerror = () => reject(reading.error);
    };
  });
}

async function install() {
  try {
    await store(files);
  } catch (error) {
    await tell({ type: "failed", message: String(error.message ?? error) });
    await caches.delete(CACHE);
    throw error;
  }
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("express-") && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function store(list) {
  const cache = await caches.open(CACHE);
  const waiting = [...list];
  let done = 0;
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      await cache.put(file.path, await reused(file) ?? await download(file));
      done += 1;
      if (done % 20 === 0) await tell({ type: "progress", done, total: list.length });
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
}

/** Returns the same file from the store of an older version, or null. */
async function reused(file) {
  for (const name of await caches.keys()) {
    if (!name.startsWith("express-") || name === CACHE) continue;
    const old = await (await caches.open(name)).match(file.path);
    if (!old) continue;
    const bytes = await old.arrayBuffer();
    if (await hash(bytes) === file.sha256) return answer(file, bytes);
  }
  return null;
}

async function download(file) {
  const response = await fetch(new URL(file.path, BASE), { cache: "reload", credentials: "same-origin" });
  if (!response.ok) throw new Error(`${file.path}: the server answered ${response.status}`);
  const bytes = await response.arrayBuffer();
  if (await hash(bytes) !== file.sha256) throw new Error(`${file.path}: not the file of this version`);
  return answer(file, bytes);
}

function answer(file, bytes) {
  const type = TYPES[file.path.split(".").pop()] ?? "application/octet-stream";
  return new Response(bytes, {
    headers: {
      "Content-Type": type,
      "Content-Length": String(bytes.byteLength),
      "X-Content-Type-Options": "nosniff",
      ...(type.startsWith("text/html") ? { "Content-Security-Policy": POLICY } : {}),
    },
  });
}

async function hash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compares every stored file with its hash. */
async function check(client) {
  const cache = await caches.open(CACHE);
  const missing = [];
  const damaged = [];
  for (const file of files) {
    const stored = await cache.match(file.path);
    if (!stored) missing.push(file.path);
    else if (await hash(await stored.arrayBuffer()) !== file.sha256) damaged.push(file.path);
  }
  return { version, files: files.length, missing, damaged, network: served.get(client) ?? null };
}

async function repair() {
  const { missing, damaged } = await check();
  await store([...missing, ...damaged].map((path) => BY_PATH.get(path)));
}

async function tell(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}
