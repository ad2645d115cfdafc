// Removes the service worker and the files that it stored. The development server serves this file as /worker.js;
// RUNBOOK.md describes how to publish it.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
