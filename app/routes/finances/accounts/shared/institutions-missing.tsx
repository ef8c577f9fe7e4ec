import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";

/** What could not be read is not taken for nothing: the form waits for another try. */
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
