import { chooseConsent, useConsent } from "~/components/app-shell/choices";
import { useShell } from "~/components/app-shell/use-shell";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { shellPaths } from "~/shell-paths";

/** Asks for cookie consent once, as the last section of the page, without covering anything. Both buttons look the same. */
export function ConsentQuestion() {
  const consent = useConsent();
  if (!useShell() || consent !== null) return null;
  return (
    <Card as="section" aria-label="Cookies" className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
      <p className="min-w-0 grow basis-72 text-sm">
        We use essential cookies to run Plenum. Allow analytics cookies too?{" "}
        <TextLink to={shellPaths.cookies()}>Cookie details</TextLink>
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full [&>*]:max-sm:flex-1">
        <Button variant="outline" size="sm" onClick={() => chooseConsent("rejected")}>
          Reject
        </Button>
        <Button variant="outline" size="sm" onClick={() => chooseConsent("accepted")}>
          Accept
        </Button>
      </div>
    </Card>
  );
}
