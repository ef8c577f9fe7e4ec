import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";

/** A failed read is not an empty list: the form waits for a retry. */
export function InstitutionsMissing({ retryHref }: { retryHref: string }) {
  return (
    <>
      <ProblemBanner messages={["Failed to load institutions list."]} />
      <div>
        <Button variant="outline" asChild>
          <Link to={retryHref}>Try again</Link>
        </Button>
      </div>
    </>
  );
}
