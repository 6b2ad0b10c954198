// Shows the login screen where a page is wanted and the server is not to be reached (A5), and
// keeps the files that make it up. No page with anybody's data is ever kept.

const version = "{version}";
const shelf = `pet-${version}`;
const shell = "/login";

/** What everybody gets alike, and never changes under its address or hardly does. */
function isShared(address) {
    return address.pathname.startsWith("/assets/")
        || address.pathname === "/content/pictures/icon.svg";
}

/** Styles, modules and drawings that a page names, and what those name in turn. */
async function filesOf(html) {
    const found = new Set();
    const look = (content, from) => {
        const named = /(?:href|src)="([^"]+)"|url\("([^"]+)"\)|(?:from|import) "(\.[^"]+)"/g;
        for (const match of content.matchAll(named)) {
            const address = new URL(match[1] ?? match[2] ?? match[3], from);
            address.hash = "";
            if (address.origin === location.origin && isShared(address)) found.add(address.href);
        }
    };
    look(html, new URL(shell, location.origin));
    // A set grows while it is gone through.
    for (const address of found) {
        if (!/\.(css|js)$/.test(address)) continue;
        const answer = await fetch(address);
        if (answer.ok) look(await answer.text(), address);
    }
    return [...found];
}

async function fill() {
    // Without the cookie: the page of nobody in particular.
    const answer = await fetch(shell, { credentials: "omit", cache: "no-store" });
    if (!answer.ok) throw new Error(`The login screen answered ${answer.status}.`);
    const cache = await caches.open(shelf);
    // A drawing that is missing is no reason to go without the screen.
    await Promise.allSettled((await filesOf(await answer.clone().text()))
        .map((address) => cache.add(address)));
    await cache.put(shell, answer);
}

self.addEventListener("install", (event) => {
    event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys()) {
            if (name.startsWith("pet-") && name !== shelf) await caches.delete(name);
        }
        await self.clients.claim();
    })());
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET") return;
    const address = new URL(request.url);
    if (address.origin !== location.origin || address.pathname.startsWith("/api/")) return;
    if (request.mode === "navigate") {
        event.respondWith(page(request, address));
    } else if (isShared(address)) {
        event.respondWith(file(request));
    }
});

async function page(request, address) {
    try {
        return await fetch(request);
    } catch (error) {
        const kept = await caches.match(shell, { ignoreSearch: true });
        if (!kept) throw error;
        if (address.pathname === shell && address.searchParams.get("from") === "offline") {
            return kept;
        }
        return Response.redirect(`${shell}?from=offline`, 302);
    }
}

async function file(request) {
    return (await caches.match(request)) ?? fetch(request);
}
