/** Hands the files of this screen to the service worker, which keeps them for a start without a connection. */
export function keepShell(): void {
  if (!("serviceWorker" in navigator)) return;
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const named = [...document.querySelectorAll("link[href], script[src]")].map(
    (element) => element.getAttribute("href") ?? element.getAttribute("src") ?? "",
  );
  const files = new Set([...loaded, ...named].map((name) => new URL(name, location.href)).map(ownFile));
  files.delete("");
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ keep: [...files] }));
}

function ownFile({ origin, pathname }: URL): string {
  return origin === location.origin && /^\/(assets|fonts|icons)\//.test(pathname) ? pathname : "";
}
