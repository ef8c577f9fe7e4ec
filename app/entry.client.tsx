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

/** A part that changed before it was hydrated is drawn anew by the browser, with nothing lost: no error of the page. */
function report(error: unknown): void {
  const drawnAnew = error instanceof Error && /#421\b|received an update before it finished/.test(error.message);
  if (!drawnAnew) reportError(error);
}
