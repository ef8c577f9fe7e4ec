import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { paths } from "~/paths";
import { chooseConsent, useConsent } from "./choices";
import { useShell } from "./use-shell";

/** Asks once. Both answers weigh the same, and the page stays usable while it waits. */
export function ConsentBanner() {
  const consent = useConsent();
  if (!useShell() || consent !== null) return null;
  return (
    <section aria-label="Cookies" className="consent-banner">
      <p className="min-w-0 flex-1 text-sm">
        Plenum keeps what it needs to work in your browser. May it also count visits to improve itself?{" "}
        <Link to={paths.cookies()} className="text-link underline underline-offset-4">
          What is kept
        </Link>
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full [&>*]:max-sm:flex-1">
        <Button variant="outline" size="sm" onClick={() => chooseConsent("rejected")}>
          Reject
        </Button>
        <Button variant="outline" size="sm" onClick={() => chooseConsent("accepted")}>
          Accept
        </Button>
      </div>
    </section>
  );
}
