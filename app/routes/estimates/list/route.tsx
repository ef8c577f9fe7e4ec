import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EstimateBadge } from "~/components/estimates/state-badge";
import { EmptyState } from "~/components/feedback/empty-state";
import { RefusedAction } from "~/components/feedback/refused-action";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { FileSignature, Plus } from "~/components/ui/icons";
import { createEstimate } from "~/domain/estimates/draft.server";
import { ESTIMATE_STATE_LABELS, formatEstimateNumber } from "~/domain/estimates/estimate";
import { type EstimateListItem, listEstimates } from "~/domain/estimates/list.server";
import { EstimateView, NewEstimate } from "~/domain/estimates/schema";
import { allow, can } from "~/domain/shared/permissions";
import { formatDate } from "~/domain/shared/time/date-format";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Estimates · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const view = EstimateView.parse(Object.fromEntries(url.searchParams));
  const { state = null, sentFrom = null, sentTo = null } = view;
  const me = allow(ctx, "leads.read");
  const mayWrite = can(me, "leads.write") && can(me, "customers.read");
  return { state, sentFrom, sentTo, mayWrite, list: await listEstimates(ctx, view) };
});

export const action = formAction(NewEstimate, async ({ ctx, input, request }) => {
  const { id } = await createEstimate(ctx, input);
  return redirectWithToast(request, paths.editEstimate(id), { tone: "success", text: "Draft estimate created." });
});

const TABS = ["draft", "sent", "approved", "declined", "expired"] as const;

export default function Estimates() {
  const { state, sentFrom, sentTo, mayWrite, list } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        title="Estimates"
        facts={
          (sentFrom || sentTo) && (
            <>
              <span>
                Sent{" "}
                {[sentFrom && `from ${formatDate(sentFrom, true)}`, sentTo && `to ${formatDate(sentTo, true)}`]
                  .filter(Boolean)
                  .join(" ")}
              </span>
              <TextLink to={paths.estimates({ state })}>Show all</TextLink>
            </>
          )
        }
        secondary={<FileLink href={paths.apiListFile("estimates", { state, sentFrom, sentTo })} />}
        action={
          mayWrite && (
            <Button asChild>
              <Link to={paths.newEstimate(Object.fromEntries(search))} preventScrollReset>
                <Plus />
                New estimate
              </Link>
            </Button>
          )
        }
      />
      <TabsNav
        label="Estimates by status"
        tabs={[
          { to: paths.estimates(), label: "All", current: state === null },
          ...TABS.map((one) => ({
            to: paths.estimates({ state: one }),
            label: ESTIMATE_STATE_LABELS[one],
            current: state === one,
          })),
        ]}
      />
      <RefusedAction />
      <DataTable
        caption="Estimates"
        columns={columns}
        rows={list.items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.estimate(id)}
        empty={
          <EmptyState
            icon={FileSignature}
            title={state === null ? "No estimates yet" : "None here"}
            action={
              state === null && (
                <Button asChild variant="outline">
                  <Link to={paths.leads()}>Open leads</Link>
                </Button>
              )
            }
          >
            An estimate starts from a lead, a customer or a job, with good, better and best options to choose from.
          </EmptyState>
        }
      />
      <CursorPagination page={list} href={(at) => paths.estimates({ state, sentFrom, sentTo, ...at })}>
        {`${list.items.length} shown`}
      </CursorPagination>
      <Outlet />
    </>
  );
}

const columns: readonly Column<EstimateListItem>[] = [
  {
    key: "title",
    header: "Estimate",
    className: "w-[40%]",
    cell: ({ number, revision, title }) => (
      <>
        <span className="mr-2 font-normal text-muted-foreground tabular">{formatEstimateNumber(number, revision)}</span>
        {title}
      </>
    ),
  },
  { key: "state", header: "State", card: "corner", cell: ({ state }) => <EstimateBadge state={state} /> },
  { key: "for", header: "For", cell: ({ billTo }) => billTo.name },
  { key: "valid", header: "Valid until", cell: ({ validUntil }) => formatDate(validUntil, true) },
  {
    key: "total",
    header: "Total",
    numeric: true,
    cell: ({ approvedMinor, totalMinor }) => <MoneyText minor={approvedMinor ?? totalMinor} />,
  },
];
