// Service worker: once everything is cached, the page works without a network. A version is cached completely
// and unchanged, or not at all, and deleted when the next one is active.
const version = "rattleback-@VERSION@";
const files = "@FILES@"; // name: SHA-256

async function matches(response, hash) {
    if (!response?.ok) return false;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === hash;
}

async function keep(cache, name, hash) {
    const kept = await cache.match(name); // load.js has stored the large files
    if (kept && await matches(kept, hash)) return;
    const response = await fetch(name, {cache: "no-cache"});
    if (!await matches(response, hash)) throw new Error(`${name}: not the file of this version`);
    await cache.put(name, response);
}

async function keepAll() {
    const cache = await caches.open(version);
    await Promise.all(Object.entries(files).map(([name, hash]) => keep(cache, name, hash)));
    await cache.put("./", await cache.match("index.html"));
    await self.skipWaiting();
}

self.addEventListener("install", (e) => e.waitUntil(keepAll()));

self.addEventListener("activate", (e) => {
    e.waitUntil(caches.keys()
        .then((names) => Promise.all(names.filter((name) => name.startsWith("rattleback-") && name !== version)
            .map((name) => caches.delete(name))))
        .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (e) => {
    const url = new URL(e.request.url);
    if (e.request.method !== "GET" || url.origin !== location.origin) return;
    e.respondWith(caches.open(version)
        .then((cache) => cache.match(e.request, {ignoreSearch: true}))
        .then((kept) => kept || fetch(e.request)));
});
