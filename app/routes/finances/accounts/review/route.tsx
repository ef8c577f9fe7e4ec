import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useRef, useState } from "react";
import { z } from "zod";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { ArrowLeft, GitCompareArrows } from "~/components/ui/icons";
import { VERDICTS } from "~/domain/finance/bank-link/item";
import { decideMatch, listMatches, type MatchView, undecideMatch } from "~/domain/finance/bank-link/review.server";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { withFallback } from "~/http/with-fallback.server";
import { paths } from "~/paths";
import { useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { MatchPair } from "./match-pair";

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

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

/** Transactions from the bank that may be duplicates, for the household to decide on one pair at a time. */
export default function ReviewDuplicates() {
  const { matches, failed } = useLoaderData<typeof loader>();
  const { toReview, problems } = useAccounts();
  const count = toReview.reduce((sum, one) => sum + one.count, 0);
  const isCounted = !failed && problems.length === 0;
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
        <PageHeader title={isCounted ? duplicatesLabel(count) : "Possible duplicates"} />
      </div>
      {failed ? <ProblemBanner messages={["Failed to load possible duplicates"]} /> : <MatchList matches={matches} />}
    </>
  );
}

function duplicatesLabel(count: number): string {
  if (count === 0) return "No possible duplicates";
  return count === 1 ? "1 possible duplicate" : `${count} possible duplicates`;
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";

/** The pairs to review; a reviewed pair keeps its position until the screen is left. Pairs reviewed earlier are below. */
function MatchList({ matches }: { matches: readonly MatchView[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const unseen = matches.filter(({ id, verdict }) => verdict === null && !seen.includes(id)).map(({ id }) => id);
  if (unseen.length > 0) setSeen([...seen, ...unseen]);
  // Decided pairs stay in place, so that nothing moves under a finger.
  const here = seen.flatMap((id) => matches.find((one) => one.id === id) ?? []);
  const before = matches.filter(({ id, verdict }) => verdict !== null && !seen.includes(id));
  const goOn = () => {
    const next = list.current?.querySelector<HTMLElement>("[data-open]");
    (next ?? list.current)?.focus();
  };
  const pairs = (some: typeof matches) =>
    some.map((match) => <MatchPair key={match.id} match={match} onDecided={goOn} />);
  return (
    <>
      {here.length > 0 ? (
        <div className="flex flex-col gap-4">
          <p className="max-w-[65ch] text-muted-foreground">
            Keep one if both are the same purchase. Your own description and notes stay. If they are different, both
            stay. Reconciled transactions never change, and you can undo each answer.
            <span className="touch:hidden"> With the keyboard: S for the same, D for different, U to undo.</span>
          </p>
          <ul ref={list} tabIndex={-1} className="flex flex-col gap-4" aria-label="Possible duplicates">
            {pairs(here)}
          </ul>
        </div>
      ) : (
        <div className="list-frame">
          <EmptyState icon={GitCompareArrows} title="Nothing to review">
            <p>When a transaction from your bank looks like one you entered, it shows up here.</p>
          </EmptyState>
        </div>
      )}
      {before.length > 0 && (
        <Section title="Reviewed">
          <ul className="flex flex-col gap-4">{pairs(before)}</ul>
        </Section>
      )}
    </>
  );
}
