// Shows the login page when the server is unreachable (A5), and stores the files of that page.
// Pages with personal data are never stored.

const version = "{version}";
const shelf = `pet-${version}`;
const shell = "/login";

/** Files that are the same for all users and never, or rarely, change under their address. */
function isShared(address) {
    return address.pathname.startsWith("/assets/")
        || address.pathname === "/content/pictures/icon.svg";
}

/** Styles, modules and drawings that a page names, and the files that these name in turn. */
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
    // Iterating over a set includes entries added meanwhile.
    for (const address of found) {
        if (!/\.(css|js)$/.test(address)) continue;
        const answer = await fetch(address);
        if (answer.ok) look(await answer.text(), address);
    }
    return [...found];
}

async function fill() {
    // Without the cookie: the page without personal data.
    const answer = await fetch(shell, { credentials: "omit", cache: "no-store" });
    if (!answer.ok) throw new Error(`The login screen answered ${answer.status}.`);
    const cache = await caches.open(shelf);
    // The page works without a missing drawing.
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
