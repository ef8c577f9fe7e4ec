import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { DateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { ClipboardCheck } from "~/components/ui/icons";
import { seesCosts } from "~/domain/inventory/costs";
import { COUNT_STATUS_LABELS, COUNT_STATUSES } from "~/domain/inventory/counts/count";
import { type Count, listCounts } from "~/domain/inventory/counts/counts.server";
import { CountView } from "~/domain/inventory/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allow, can } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { CountBadge } from "~/routes/inventory/shared/count-badge";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = CountView.parse(Object.fromEntries(url.searchParams));
  const me = allow(ctx, "inventory.read");
  return {
    filter,
    mayWrite: can(me, "inventory.write"),
    hasValues: seesCosts(me),
    timeZone: me.timeZone,
    list: await listCounts(ctx, filter),
  };
});

const statuses = choicesOf(COUNT_STATUSES, COUNT_STATUS_LABELS);

const valueColumn: Column<Count> = {
  key: "value",
  header: "Value",
  numeric: true,
  cell: ({ status, postedValueMinor }) =>
    status === "posted" && postedValueMinor !== null ? <MoneyText minor={postedValueMinor} signed /> : <EmptyValue />,
};

const columnsFor = (timeZone: string, hasValues: boolean): readonly Column<Count>[] => [
  { key: "location", header: "Location", className: "w-[34%]", cell: ({ locationName }) => locationName },
  { key: "status", header: "Status", card: "corner", cell: (count) => <CountBadge count={count} /> },
  { key: "counted", header: "Counted", cell: ({ countedCount, lineCount }) => `${countedCount} of ${lineCount}` },
  {
    key: "different",
    header: "Differences",
    numeric: true,
    cell: ({ differentCount }) => differentCount ?? <EmptyValue />,
  },
  ...(hasValues ? [valueColumn] : []),
  {
    key: "started",
    header: "Started",
    cell: ({ createdAt }) => <DateText at={createdAt} zone={timeZone} />,
  },
];

export default function Counts() {
  const { filter, mayWrite, hasValues, timeZone, list } = useLoaderData<typeof loader>();
  const { status, locationId } = filter;
  const query = { status, locationId };
  const [first] = list.items;
  const chips =
    locationId && first
      ? [{ label: first.locationName, clearHref: paths.counts({ ...query, locationId: undefined }) }]
      : [];
  return (
    <>
      <FilterBar
        chips={chips}
        clearHref={paths.counts()}
        keep={{ locationId }}
        fileHref={paths.apiListFile("inventory/counts", { status, locationId })}
      >
        <FilterSelect name="status" label="Status" any="Any status" value={status ?? ""} choices={statuses} />
      </FilterBar>
      <DataTable
        caption="Counts"
        columns={columnsFor(timeZone, hasValues)}
        rows={list.items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.count(id)}
        empty={
          <EmptyState
            icon={ClipboardCheck}
            title={status || locationId ? "No count matches" : "No counts yet"}
            action={
              mayWrite && (
                <Button asChild variant="default">
                  <Link to={paths.newCount()}>New count</Link>
                </Button>
              )
            }
          >
            Count a warehouse or a truck to find what is missing, and correct the stock with one button.
          </EmptyState>
        }
      />
      <CursorPagination page={list} href={(at) => paths.counts({ ...query, ...at })}>
        {counted(list.items.length, "count")}
      </CursorPagination>
    </>
  );
}
