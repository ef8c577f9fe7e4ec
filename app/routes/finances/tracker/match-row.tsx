import { useLoaderData } from "@remix-run/react";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { matchAction, rowData } from "~/routes/finances/shared/match.server";
import { MatchRowDialog } from "~/routes/finances/shared/match-dialogs";

export const loader = memberLoader(({ ctx, params, url }) =>
  rowData(ctx, params, (date) => `${paths.matchPlanned(params.transactionId ?? "", date)}${url.search}`),
);

export const action = matchAction(paths.finances());

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

/** Selects the planned occurrence that a transaction corresponds to. */
export default function MatchRow() {
  return <MatchRowDialog data={useLoaderData<typeof loader>()} />;
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
