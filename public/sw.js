// Keeps what a start without a connection needs: the files of the screens seen, a page that says so, the technician's day.
const SHELL = "plenum-shell-1";
const DEVICE = "plenum-device-1";
const OFFLINE = "/offline";
const TODAY = "/technician/jobs/today";
const patience = 5000;
const mostFiles = 400;

// Sends what waits when the connection is back and no page is open. Only a build has it.
try {
  importScripts("/sw-outbox.js");
} catch {}

addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add(OFFLINE)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((n) => n.startsWith("plenum-") && n !== SHELL && n !== DEVICE).map((n) => caches.delete(n))))
      .then(() => clients.claim()),
  );
});

addEventListener("message", ({ data }) => {
  if (Array.isArray(data?.keep)) keepFiles(data.keep);
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  // Signing out takes the device's copies along, whoever asked for it.
  if (request.method === "POST" && url.pathname.startsWith("/auth/sign-out")) event.waitUntil(caches.delete(DEVICE));
  if (request.method !== "GET") return;
  if (/^\/(assets|fonts|icons)\//.test(url.pathname)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

/** Files are named by their content: the kept one is the right one. */
async function file(request) {
  const kept = await caches.match(request, { cacheName: SHELL });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(SHELL);
    await cache.put(request, answer.clone()).catch(() => {});
  }
  return answer;
}

/** The network first; without it the technician's day as it was kept, and for every other screen a page that says so. */
async function page(event, url) {
  const ofPhone = url.pathname.startsWith("/technician/jobs/");
  try {
    const answer = await (ofPhone ? soon(event.request) : fetch(event.request));
    if (ofPhone && answer.status >= 500) return (await keptPage(url)) ?? answer;
    if (ofPhone && answer.ok) event.waitUntil(keepPage(url, answer.clone()));
    return answer;
  } catch {
    return (ofPhone && (await keptPage(url))) || (await caches.match(OFFLINE, { cacheName: SHELL })) || Response.error();
  }
}

function soon(request) {
  return Promise.race([fetch(request), new Promise((_, reject) => setTimeout(reject, patience, new Error("too slow")))]);
}

async function keepPage(url, answer) {
  const cache = await caches.open(DEVICE);
  await cache.put(url.pathname, answer);
  if (url.pathname !== TODAY && !(await cache.match(TODAY))) {
    const today = await fetch(TODAY);
    if (today.ok && !today.redirected) await cache.put(TODAY, today);
  }
}

/** Any job of the day can be drawn from the kept list, which holds them all. */
async function keptPage(url) {
  const cache = await caches.open(DEVICE);
  const kept = await cache.match(url.pathname);
  if (kept) return kept;
  const job = url.pathname.slice("/technician/jobs/".length);
  return (await cache.match(TODAY)) ? Response.redirect(`${TODAY}?job=${job}`, 302) : undefined;
}

async function keepFiles(names) {
  const cache = await caches.open(SHELL);
  for (const name of names) {
    if (!(await cache.match(name))) await cache.add(name).catch(() => {});
  }
  const kept = await cache.keys();
  const now = new Set([...names, OFFLINE]);
  const old = kept.filter((request) => !now.has(new URL(request.url).pathname));
  await Promise.all(old.slice(0, Math.max(kept.length - mostFiles, 0)).map((request) => cache.delete(request)));
}
