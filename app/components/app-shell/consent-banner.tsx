import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { chooseConsent, useConsent } from "./choices";
import { useShell } from "./use-shell";

/** Asks once. Both buttons look the same, and the page stays usable. */
export function ConsentBanner() {
  const consent = useConsent();
  if (!useShell() || consent !== null) return null;
  return (
    <section
      aria-label="Cookies"
      data-consent-banner
      className={cn(
        "fixed inset-[auto_1rem_max(1rem,env(safe-area-inset-bottom))_1rem] z-35 mx-auto flex max-w-184 flex-wrap items-center",
        "gap-x-6 gap-y-3 rounded-md border border-input bg-muted px-4 py-3 text-foreground shadow-popover",
      )}
    >
      <p className="min-w-0 flex-1 text-sm">
        We use essential cookies to run Plenum. Allow analytics cookies too?{" "}
        <Link to={paths.cookies()} className="text-link underline underline-offset-4">
          Cookie details
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
