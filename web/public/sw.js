// Makes the app installable. What "Take it with me" has kept (src/local/take.ts), the page and the pack, is served from
// there; without a network and without that, a page says so in words. What is played at a server is always the server's.
// And shows that somebody's turn has come in a match by days, also while no page is open (src/core/alerts.svelte.ts).
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

/** The pages of this house that are open. */
const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Somebody's turn has come. Whoever looks at that very table is told by the table itself. */
async function tell({ table, title, text }) {
  const looks = (page) => page.focused && page.url === here(`#/table/${table}`);
  if (table && (await pages()).some(looks)) return;
  const icon = here('icon.svg');
  await self.registration.showNotification(title, { body: text, tag: table ?? 'trial', icon, data: { table } });
}
self.addEventListener('push', (event) => event.waitUntil(tell(event.data.json())));

/** The table is shown: where it is open already, or in a page of its own. */
async function show(table) {
  const address = here(table ? `#/table/${table}` : '#/card');
  const open = (await pages()).find((page) => page.url === address);
  await (open ? open.focus() : self.clients.openWindow(address));
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.table));
});
