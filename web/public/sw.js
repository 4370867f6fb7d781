// Makes the app installable. What "Take it with me" has kept (src/local/take.ts), the page and the pack, is served from
// there; without a network and without that, a page says so in words. What is played at a server is always the server's.
const here = (path) => new URL(path, self.registration.scope).href;
const OFFLINE = ['offline.html', 'offline.css', 'icon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open('offline-2')
      .then((cache) => cache.addAll(OFFLINE.map(here)))
      .then(() => caches.delete('offline-1'))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The page that was kept, told that it is alone: what it needs of the house is kept too, and runs in the browser. */
async function keptPage() {
  const page = await caches.match(here('./'));
  if (!page) return caches.match(here('offline.html'));
  const text = (await page.text()).replace('<head>', '<head><meta name="banquise-house" content="here" />');
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

self.addEventListener('fetch', (event) => {
  const { url, method, mode } = event.request;
  if (method !== 'GET' || !url.startsWith(self.registration.scope)) return;
  const path = url.slice(self.registration.scope.length).split(/[?#]/)[0];
  if (path.startsWith('api/') || path === 'ws') return;
  if (mode === 'navigate') {
    event.respondWith(fetch(event.request).catch(keptPage));
  } else if (path.startsWith('assets/') || (path.startsWith('pack/') && !path.endsWith('pack.json'))) {
    // These are named for what is in them, or belong to a version of the pack: what is kept is right.
    event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request)));
  } else {
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(event.request)) ?? Response.error()));
  }
});
