// Makes a start without a connection possible: files of the screens seen, the technician's pages, and an offline page.
const SHELL_CACHE = "plenum-shell-1";
const DEVICE_CACHE = "plenum-device-1";
const OFFLINE_PAGE = "/offline";
const TODAY_PAGE = "/technician/jobs/today";
/** Addresses that lead a technician to today's jobs: of the app's icon, and Home. */
const START_PAGES = ["/start", "/"];
/** In the device's cache: whose pages they are. */
const OWNER = "/device-owner";
const PAGE_TIMEOUT_MS = 5000;
const WINDOW_ANSWER_MS = 1000;
const MAX_FILES = 400;
/** Pages of single jobs; today's page holds every job of the day. */
const MAX_PAGES = 30;

// Background sync of the outbox: written by the build, absent in development.
try {
  importScripts("/sw-outbox.js");
} catch {}

addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL_CACHE).then((cache) => cache.add(OFFLINE_PAGE)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(deleteOldCaches().then(() => clients.claim()));
});

addEventListener("message", (event) => {
  const { files, userId } = event.data ?? {};
  if (!Array.isArray(files)) return;
  event.waitUntil(saveForOffline(files, userId).then((isSaved) => event.ports[0]?.postMessage(isSaved)));
});

// A reminder, as the server encrypted it for this browser.
addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data?.json() ?? {};
  if (!title) return;
  const icon = "/icons/icon-192.png";
  event.waitUntil(registration.showNotification(title, { body, tag, icon, badge: icon, data: { path } }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? "/"));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  // Signing out removes the person's day from the device.
  if (request.method === "POST" && url.pathname.startsWith("/auth/sign-out")) event.waitUntil(signOut());
  if (request.method !== "GET") return;
  if (/^\/(assets|fonts|icons)\//.test(url.pathname)) event.respondWith(respondWithFile(request));
  else if (request.mode === "navigate") event.respondWith(respondWithPage(event, url));
});

/**
 * In a window of this product that is open and answers, or in a new one. Nothing but an address of its own. The window goes there
 * itself, by its router, so that a half-filled form is not lost.
 */
async function openPage(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return;
  const [open] = await clients.matchAll({ type: "window" });
  const port = open && (await answerOf(open));
  // A press allows one of the two, once.
  if (!port) return clients.openWindow(url);
  port.postMessage(url.pathname + url.search + url.hash);
  await open.focus();
}

/** The way to a window; nothing of one that is about to close, asleep, or of a page without the app. */
function answerOf(client) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    setTimeout(resolve, WINDOW_ANSWER_MS);
    port1.onmessage = () => resolve(port1);
    client.postMessage("notification-pressed", [port2]);
  });
}

/** Reminders end with the session; being asked to sign in again after a while does not end them. */
async function signOut() {
  await registration.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe()).catch(() => {});
  await forgetPerson();
}

/** What was not sent yet stays in the database, tied to its author. */
async function forgetPerson() {
  await caches.delete(DEVICE_CACHE);
  await self.forgetDevice?.();
}

async function deleteOldCaches() {
  const names = await caches.keys();
  const current = [SHELL_CACHE, DEVICE_CACHE];
  const old = names.filter((name) => name.startsWith("plenum-") && !current.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Files are named by their content: a saved one never changes. */
async function respondWithFile(request) {
  const saved = await caches.match(request, { cacheName: SHELL_CACHE });
  if (saved) return saved;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(SHELL_CACHE);
    await cache.put(request, response.clone()).catch(() => {});
  }
  return response;
}

/** The network first. Without it the technician's saved pages, and the offline page for every other screen. */
async function respondWithPage(event, url) {
  const isTechnicianPage = url.pathname.startsWith("/technician/jobs/");
  try {
    const response = await (isTechnicianPage ? fetchInTime(event.request) : fetch(event.request));
    if (isTechnicianPage && response.status >= 500) return (await savedPage(url)) ?? response;
    // Whoever is asked to sign in is not signed in.
    if (url.pathname === "/login" && response.ok) event.waitUntil(forgetPerson());
    // Whoever left the business keeps nothing of it. A network in between may refuse as well, without the server's id.
    if (isTechnicianPage && response.status === 403 && response.headers.has("X-Request-Id"))
      event.waitUntil(forgetPerson());
    if (isTechnicianPage && response.ok) event.waitUntil(savePage(url.pathname, response.clone()));
    return response;
  } catch {
    const saved = isTechnicianPage ? await savedPage(url) : await startPage(url);
    return saved ?? (await caches.match(OFFLINE_PAGE, { cacheName: SHELL_CACHE })) ?? Response.error();
  }
}

function fetchInTime(request) {
  const timeout = new Promise((_, reject) => setTimeout(reject, PAGE_TIMEOUT_MS, new Error("timeout")));
  return Promise.race([fetch(request), timeout]);
}

/** The oldest jobs make room: a phone is not to hold those of years. */
async function savePage(path, response) {
  const cache = await caches.open(DEVICE_CACHE);
  await cache.put(path, response);
  const jobs = (await cache.keys()).filter(({ url }) => ![TODAY_PAGE, OWNER, path].includes(new URL(url).pathname));
  await Promise.all(jobs.slice(0, Math.max(jobs.length + 1 - MAX_PAGES, 0)).map((request) => cache.delete(request)));
}

/** Today's page holds every work order of the day and stands in for any of them. */
async function savedPage(url) {
  const cache = await caches.open(DEVICE_CACHE);
  const saved = await cache.match(url.pathname);
  if (saved) return saved;
  const id = url.pathname.slice("/technician/jobs/".length);
  return (await cache.match(TODAY_PAGE)) ? Response.redirect(`${TODAY_PAGE}?job=${id}`, 302) : undefined;
}

async function startPage(url) {
  if (!START_PAGES.includes(url.pathname)) return undefined;
  const today = await caches.match(TODAY_PAGE, { cacheName: DEVICE_CACHE });
  return today && Response.redirect(TODAY_PAGE, 302);
}

/**
 * The files of the open screen and today's page, which a first visit loaded before this worker saw it. True only once all of
 * them are there.
 */
async function saveForOffline(files, userId) {
  const hasFiles = await saveFiles(files);
  const cache = await cacheOf(userId);
  if (await cache.match(TODAY_PAGE)) return hasFiles;
  const today = await fetch(TODAY_PAGE).catch(() => null);
  if (!today?.ok || today.redirected) return false;
  await cache.put(TODAY_PAGE, today);
  return hasFiles;
}

/** Another person's pages are removed first. */
async function cacheOf(userId) {
  const cache = await caches.open(DEVICE_CACHE);
  const owner = await cache.match(OWNER);
  if ((await owner?.text()) === userId) return cache;
  await caches.delete(DEVICE_CACHE);
  const own = await caches.open(DEVICE_CACHE);
  await own.put(OWNER, new Response(userId));
  return own;
}

async function saveFiles(files) {
  const cache = await caches.open(SHELL_CACHE);
  let isComplete = true;
  for (const file of files) {
    if (await cache.match(file)) continue;
    isComplete = (await cache.add(file).then(() => true, () => false)) && isComplete;
  }
  const saved = await cache.keys();
  const current = new Set([...files, OFFLINE_PAGE]);
  const old = saved.filter((request) => !current.has(new URL(request.url).pathname));
  await Promise.all(old.slice(0, Math.max(saved.length - MAX_FILES, 0)).map((request) => cache.delete(request)));
  return isComplete;
}
