// Makes the app installable, and says so in words when the server cannot be reached. Keeps nothing but that page: what is
// played is always the server's.
const OFFLINE = ['/offline.html', '/offline.css', '/icon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open('offline-1')
      .then((cache) => cache.addAll(OFFLINE))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.mode === 'navigate') {
    event.respondWith(fetch(event.request).catch(() => caches.match('/offline.html')));
  } else if (OFFLINE.includes(path)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(path)));
  }
});
