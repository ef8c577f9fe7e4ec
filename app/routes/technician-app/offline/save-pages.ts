/** Hands this screen's files and today's page to the service worker; true once a start without a connection works. */
export async function savePagesForOffline(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const named = [...document.querySelectorAll("link[href], script[src]")].map(
    (element) => element.getAttribute("href") ?? element.getAttribute("src") ?? "",
  );
  const files = new Set([...loaded, ...named].map((name) => new URL(name, location.href)).map(ownFile));
  files.delete("");
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  active?.postMessage({ files: [...files] }, [port2]);
  return answered;
}

function ownFile({ origin, pathname }: URL): string {
  return origin === location.origin && /^\/(assets|fonts|icons)\//.test(pathname) ? pathname : "";
}
