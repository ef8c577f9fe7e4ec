import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
    { onRecoverableError: report },
  );
});

// Registered once the page has loaded: the service worker then caches what starting offline requires.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const keepPages = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") keepPages();
  else addEventListener("load", keepPages);
}

/** If a part changes before it is hydrated, the browser renders it again and nothing is lost, so that error is not reported. */
function report(error: unknown): void {
  const isRecoverable = error instanceof Error && /#421\b|received an update before it finished/.test(error.message);
  if (!isRecoverable) reportError(error);
}
