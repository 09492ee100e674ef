// Keeps all files of the site, so that it works offline; a new digest replaces them.
const CACHE = "puzzlekit-DIGEST";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  const keep = async () => {
    await (await caches.open(CACHE)).addAll(FILES);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("puzzlekit-") && name !== CACHE && name !== "puzzlekit-image") await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const find = async () => (await caches.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  event.respondWith(find());
});
