/* The service worker of /prep: stores the pages' files with their hashes checked, and answers without a network. */
importScripts("/prep/web/sw-files.js");

const { version, files } = self.PREP_FILES;
const CACHE = `prep-${version}`;
/** Cache of experiences kept on this device, filled by the page (modules/offline.js). */
const KEPT = "prep-kept";
const ROOT = "/prep/";
const SHELL = "/prep/web/index.html";
const BY_ADDRESS = new Map(files.map((file) => [`/prep/web/${file.path}`, file]));
const POLICY = "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob: data:; connect-src 'self'; " +
  "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** Milliseconds to wait for the server before a stored page is used. */
const PATIENCE = 4000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(ROOT)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (BY_ADDRESS.has(url.pathname)) event.respondWith(file(url.pathname));
  else if (url.pathname.startsWith("/prep/media/")) event.respondWith(media(request, url.pathname));
  else if (url.pathname === "/prep/api/experiences") event.respondWith(list(request));
  else if (/^\/prep\/api\/experiences\/[^/]+$/.test(url.pathname)) event.respondWith(experience(request, url.pathname));
});

async function install() {
  const cache = await caches.open(CACHE);
  for (const [address, expected] of BY_ADDRESS) {
    await cache.put(address, await checked(address, expected));
  }
  await self.skipWaiting();
}

/** Downloads a file and rejects any other version of it. */
async function checked(address, { sha256 }) {
  const response = await fetch(address, { cache: "reload", credentials: "same-origin" });
  if (!response.ok) throw new Error(`${address}: the server answered ${response.status}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== sha256) throw new Error(`${address}: not the file of this version`);
  return response;
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("prep-") && name !== CACHE && name !== KEPT) await caches.delete(name);
  }
  await self.clients.claim();
}

/** Prefers the server's page, because the server checks the session. Without network, uses the stored shell. */
async function page(request) {
  try {
    return await Promise.race([
      fetch(request),
      new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error("too slow"))),
    ]);
  } catch {
    const stored = await (await caches.open(CACHE)).match(SHELL);
    if (!stored) return Response.error();
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY };
    return new Response(stored.body, { headers });
  }
}

async function file(address) {
  return await (await caches.open(CACHE)).match(address) ?? fetch(address);
}

/** Media never change: stored files are used at once; range requests are supported. */
async function media(request, address) {
  const stored = await (await caches.open(KEPT)).match(address);
  if (!stored) return fetch(request);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("Range") ?? "");
  if (!range) return stored;
  const bytes = await stored.blob();
  const first = Number(range[1]);
  const last = Math.min(range[2] ? Number(range[2]) : bytes.size - 1, bytes.size - 1);
  if (first >= bytes.size) {
    return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${bytes.size}` } });
  }
  return new Response(bytes.slice(first, last + 1), {
    status: 206,
    headers: {
      "Content-Type": stored.headers.get("Content-Type") ?? "application/octet-stream",
      "Content-Length": String(last - first + 1),
      "Content-Range": `bytes ${first}-${last}/${bytes.size}`,
      "Accept-Ranges": "bytes",
    },
  });
}

async function experience(request, address) {
  try {
    return await fetch(request);
  } catch {
    return await (await caches.open(KEPT)).match(address) ?? Response.error();
  }
}

/** The list of experiences; without network, the stored ones. */
async function list(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(KEPT);
    const bundled = [];
    for (const { url } of await cache.keys()) {
      if (!/\/prep\/api\/experiences\/[^/]+$/.test(new URL(url).pathname)) continue;
      const { id, title, description, panoramas } = await (await cache.match(url)).json();
      const cover = panoramas[0]?.image ?? null;
      bundled.push({ id, title, description, cover, panoramas: panoramas.length, revision: "" });
    }
    // Without the server nothing can be edited, so all experiences appear as bundled ones.
    return Response.json({ bundled, own: [] });
  }
}
