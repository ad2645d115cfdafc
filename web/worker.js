// The service worker. It stores the pages and files with which the app starts, so that an installed app opens without a
// connection. It handles nothing else: API calls and webhooks bypass it, so it stores no reply and repeats no run. The
// build replaces __SHELL__ with a version and the paths to store. `isAppPath` and `pageOf` repeat the rules of
// infra/viewer/single-page.js.
(({ version, files }) => {
  const cacheName = `shell-${version}`;
  /** In milliseconds: enough for a new connection over 4G, and short for a phone whose signal is gone. */
  const patience = 1000;

  self.addEventListener('install', (event) => {
    // Pages have the same name in every build, so the browser must not take them from its own cache.
    const requests = files.map((file) => new Request(file, { cache: file.endsWith('.html') ? 'no-cache' : 'default' }));
    event.waitUntil(storeAll(requests).then(() => self.skipWaiting()));
  });

  self.addEventListener('activate', (event) => {
    // An earlier version enabled it, and the registration keeps it. Browsers would send each navigation that this worker
    // ignores a second time: a webhook would run twice.
    event.waitUntil(Promise.all([deleteOldShells(), self.registration.navigationPreload?.disable()]));
  });

  self.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== self.location.origin) return;
    if (mode === 'navigate' && isAppPath(pathname)) event.respondWith(openPage(event, pathname));
    if (mode !== 'navigate' && files.includes(pathname)) event.respondWith(openFile(event.request, pathname));
  });

  /** The network decides which build opens. The stored page opens only if the network does not answer in time. */
  async function openPage(event, path) {
    const fresh = fetch(event.request);
    const answer = fresh.catch(() => undefined);
    event.waitUntil(answer);
    const late = new Promise((resolve) => setTimeout(resolve, patience));
    return (await Promise.race([answer, late])) ?? (await findStored(pageOf(path))) ?? fresh;
  }

  const openFile = async (request, path) => (await findStored(path)) ?? fetch(request);

  const findStored = async (path) => (await caches.open(cacheName)).match(path);

  const storeAll = async (requests) => (await caches.open(cacheName)).addAll(requests);

  async function deleteOldShells() {
    const names = (await caches.keys()).filter((name) => name !== cacheName);
    await Promise.all(names.map((name) => caches.delete(name)));
  }

  const isAppPath = (path) =>
    !/^\/(\/|api\/|prod\/|trigger\/)/.test(path) && !path.slice(path.lastIndexOf('/')).includes('.');

  function pageOf(path) {
    const tidy = path.replace(/\/+$/, '') || '/dashboard';
    const page = `/pages${tidy.replace(/^\/triggers\/[^/]+$/, '/triggers.id')}.html`;
    return files.includes(page) ? page : '/index.html';
  }
})(__SHELL__);
