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

// Once the screen is there: what a start without a connection needs is kept from now on.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const keepPages = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") keepPages();
  else addEventListener("load", keepPages);
}

/** A part that changed before it was hydrated is drawn anew by the browser, with nothing lost: no error of the page. */
function report(error: unknown): void {
  const drawnAnew = error instanceof Error && /#421\b|received an update before it finished/.test(error.message);
  if (!drawnAnew) reportError(error);
}
