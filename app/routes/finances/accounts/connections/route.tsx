import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Landmark, Link2 } from "~/components/ui/icons";
import { syncNow } from "~/domain/finance/bank-link/connect.server";
import { listItems } from "~/domain/finance/bank-link/items.server";
import { recordId } from "~/domain/shared/fields";
import { householdZone } from "~/domain/shared/time/household-day";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { Connection } from "./connection";

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Bank connections · Plenum" }];

export const loader = memberLoader(async ({ ctx }) => ({
  items: await listItems(ctx),
  now: ctx.now.getTime(),
  zone: householdZone(ctx),
}));

const Which = z.object({ itemId: recordId });

const outcomes = {
  busy: "This bank is already syncing.",
  unusable: "Your bank needs your attention first. See below.",
} as const;

export const action = formActions({
  sync: formCase(Which, async ({ ctx, input, request }) => {
    const outcome = await syncNow(ctx, input.itemId);
    const text =
      outcome.state === "synced"
        ? `Up to date: ${outcome.added} added, ${outcome.changed} changed, ${outcome.removed} removed.`
        : outcomes[outcome.state];
    return redirectWithToast(request, paths.bankConnections(), {
      tone: outcome.state === "synced" ? "success" : "info",
      text,
    });
  }),
});

/** Bank connections with their last sync, status, and required action. */
export default function Connections() {
  const { items, now, zone } = useLoaderData<typeof loader>();
  const { sessionEnded, lastResult } = useFormRefusal(useActionAnswer());
  const connect = (
    <Button asChild variant="default">
      <Link to={paths.connectBank()}>
        <Link2 />
        Connect Bank
      </Link>
    </Button>
  );
  return (
    <div className="mx-auto flex w-full max-w-[60rem] flex-col gap-5">
      <PageHeader
        title="Bank connections"
        action={items.length > 0 && connect}
        secondary={
          <Button variant="outline" asChild>
            <Link to={paths.accounts()}>Back to Accounts</Link>
          </Button>
        }
      />
      <ProblemBanner messages={Object.values(lastResult?.error ?? {}).flatMap((messages) => messages ?? [])} />
      {items.length === 0 && (
        <div className="list-frame">
          <EmptyState icon={Landmark} title="No banks connected" action={connect}>
            <p>A connected bank keeps balances and transactions up to date, and never overwrites your own edits.</p>
          </EmptyState>
        </div>
      )}
      {items.map((item) => (
        <Connection key={item.id} item={item} now={now} zone={zone} />
      ))}
      <Outlet />
      {sessionEnded}
    </div>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
