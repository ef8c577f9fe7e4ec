import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { z } from "zod";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { VERDICTS } from "~/domain/finance/bank-link/item";
import { decideMatch, listMatches, undecideMatch } from "~/domain/finance/bank-link/review.server";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { withFallback } from "~/http/with-fallback.server";
import { paths } from "~/paths";
import { useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { MatchList } from "./match-list";

export const meta: MetaFunction = () => [{ title: "Possible duplicates · Plenum" }];

export const loader = memberLoader((input) =>
  withFallback(
    input,
    async () => {
      const [open, decided] = await Promise.all([
        listMatches(input.ctx, { state: "open", limit: 50 }),
        listMatches(input.ctx, { state: "decided", limit: 20 }),
      ]);
      return { matches: [...open.items, ...decided.items] };
    },
    { matches: [] },
  ),
);

const Decision = z.object({ matchId: z.string().max(100), verdict: z.enum([...VERDICTS, "undo"]) });

export const action = formAction(Decision, ({ ctx, input: { matchId, verdict } }) =>
  verdict === "undo" ? undecideMatch(ctx, matchId) : decideMatch(ctx, matchId, verdict),
);

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

/** Transactions from the bank that may be duplicates: the household decides pair by pair. */
export default function ReviewDuplicates() {
  const { matches, failed } = useLoaderData<typeof loader>();
  const count = useAccounts().toReview.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <div className="flex flex-col gap-2">
        <div>
          <Button asChild variant="link" size="sm">
            <Link to={paths.accounts()}>
              <ArrowLeft />
              Back to Accounts
            </Link>
          </Button>
        </div>
        <PageHeader title={duplicatesLabel(count)} />
      </div>
      <ProblemBanner messages={failed ? ["Failed to load possible duplicates"] : []} />
      <MatchList matches={matches} />
    </>
  );
}

function duplicatesLabel(count: number): string {
  if (count === 0) return "No possible duplicates";
  return count === 1 ? "1 possible duplicate" : `${count} possible duplicates`;
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
