import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";

/** Loading failed, which is not an empty list: the form needs a retry. */
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
