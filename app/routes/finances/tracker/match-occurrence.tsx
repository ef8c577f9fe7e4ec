import { useLoaderData } from "@remix-run/react";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { matchAction, occurrenceData } from "~/routes/finances/shared/match.server";
import { MatchOccurrenceDialog } from "~/routes/finances/shared/match-dialogs";

export const loader = memberLoader(({ ctx, params }) => occurrenceData(ctx, params.occurrence));

export const action = matchAction(paths.finances());

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

/** Selects the transaction that a planned occurrence corresponds to. */
export default function MatchOccurrence() {
  return <MatchOccurrenceDialog data={useLoaderData<typeof loader>()} />;
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
