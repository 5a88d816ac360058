// Service worker: once everything is cached, the page works without a network. A version is cached completely
// or not at all, and deleted when the next one is active.
const version = "rattleback-@VERSION@";
const files = ["./", ..."@FILES@"];

self.addEventListener("install", (e) => {
    e.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

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
