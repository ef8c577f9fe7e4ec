import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, type FilterChip, FilterDay } from "~/components/data-table/filter-bar";
import { Pagination } from "~/components/data-table/pagination";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Download, ReceiptText } from "~/components/ui/icons";
import { AGING_BUCKETS, AGING_LABELS, type AgingBucket } from "~/domain/invoices/invoice";
import { AGING_HEADERS, type Owed } from "~/domain/invoices/receivables/aging";
import { listOwing } from "~/domain/invoices/receivables/aging.server";
import { AgingView } from "~/domain/invoices/schema";
import { formatMoney } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { InvoiceTabs } from "~/routes/invoices/shared/invoice-tabs";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Aging · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = AgingView.parse(Object.fromEntries(url.searchParams));
  return { filter, ...(await listOwing(ctx, filter)) };
});

/** A customer, or the total of all customers, which has no number. */
interface Row extends Owed {
  id: string;
  number: number | null;
  name: string;
}

const columns: readonly Column<Row>[] = [
  {
    key: "name",
    header: "Customer",
    sortable: true,
    className: "w-[24%]",
    cell: ({ name, number }) => (
      <>
        {name}
        {number !== null && <span className="ml-2 font-normal text-subtle-foreground tabular">#{number}</span>}
      </>
    ),
  },
  ...AGING_BUCKETS.map((bucket) => amount(bucket, (row) => row[bucket])),
  amount("credit", ({ credit }) => -credit),
  amount("total", ({ total }) => total),
];

function amount(key: keyof typeof AGING_HEADERS, of: (row: Row) => number): Column<Row> {
  return {
    ...{ key, header: AGING_HEADERS[key], numeric: true, sortable: true },
    needsRoom: key === "current" || key === "credit",
    // A phone's card omits zeros.
    card: (row) => (of(row) === 0 ? "hidden" : "line"),
    cell: (row) =>
      of(row) === 0 ? (
        <span className="text-subtle-foreground">–</span>
      ) : (
        <MoneyText minor={of(row)} className={key === "total" ? "font-medium text-foreground" : undefined} />
      ),
  };
}

export default function Aging() {
  const { filter, asOf, today, items, totals, total, nextCursor, previousCursor } = useLoaderData<typeof loader>();
  const { search, sortBy, sortOrder } = filter;
  const query = { search, asOf: filter.asOf, sortBy, sortOrder };
  const at = (change: Record<string, string | undefined>) => paths.aging({ ...query, ...change });
  const chips: FilterChip[] = [
    ...(search ? [{ label: `“${search}”`, clearHref: at({ search: undefined }) }] : []),
    ...(asOf === today ? [] : [{ label: `As of ${formatDate(asOf, true)}`, clearHref: at({ asOf: undefined }) }]),
  ];
  return (
    <>
      <PageHeader
        title="Aging"
        count={total ?? undefined}
        facts={
          <span>
            What customers owe as of <CivilDateText date={asOf} year />
          </span>
        }
        secondary={
          <Button variant="outline" asChild>
            <a href={paths.apiAgingFile({ search, asOf })} download>
              <Download />
              CSV
            </a>
          </Button>
        }
      />
      <InvoiceTabs />
      <AgingBar totals={totals} />
      <FilterBar
        search={{ name: "search", value: search ?? "", label: "Customer" }}
        chips={chips}
        clearHref={paths.aging()}
        keep={{ sortBy, sortOrder }}
      >
        <FilterDay name="asOf" label="As of" value={asOf} />
      </FilterBar>
      <DataTable<Row>
        caption="Owed by customer"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.invoices({ customerId: id, state: "owed" })}
        sort={{
          key: sortBy,
          direction: sortOrder,
          href: (key, direction) => at({ sortBy: key, sortOrder: direction }),
        }}
        totals={{
          ...totals,
          id: "",
          number: null,
          name: total === 1 ? "1 customer" : `All ${total?.toLocaleString("en-US")} customers`,
        }}
        empty={
          <EmptyState icon={ReceiptText} title={search ? "No customer matches" : "Nothing is owed"}>
            {search ? "Try another name or number." : "Invoices that are issued and not paid yet are shown here."}
          </EmptyState>
        }
      />
      <Pagination
        previousHref={previousCursor ? at({ before: previousCursor }) : undefined}
        nextHref={nextCursor ? at({ cursor: nextCursor }) : undefined}
      >
        {`${items.length} of ${(total ?? 0).toLocaleString("en-US")}`}
      </Pagination>
    </>
  );
}

const tones: Record<AgingBucket, string> = {
  current: "text-cool",
  "1_30": "text-info",
  "31_60": "text-warn",
  "61_90": "text-heat",
  over_90: "text-bad",
};

/** Everything owed as one bar, by how late it is. Hidden if nothing is owed. */
function AgingBar({ totals }: { totals: Owed }) {
  const owed = AGING_BUCKETS.reduce((sum, bucket) => sum + totals[bucket], 0);
  if (owed <= 0) return null;
  const parts = AGING_BUCKETS.map((bucket, at) => ({
    bucket,
    minor: totals[bucket],
    share: (totals[bucket] / owed) * 100,
    begins: (AGING_BUCKETS.slice(0, at).reduce((sum, each) => sum + totals[each], 0) / owed) * 100,
  })).filter(({ minor }) => minor > 0);
  const words = parts.map(({ bucket, minor }) => `${AGING_LABELS[bucket]} ${formatMoney(minor)}`).join(", ");
  return (
    <figure className="mb-4">
      <svg role="img" aria-label={`Owed: ${words}`} className="block h-3 w-full overflow-hidden rounded-full">
        {parts.map(({ bucket, share, begins }) => (
          <rect
            key={bucket}
            x={`${begins.toFixed(3)}%`}
            width={`${share.toFixed(3)}%`}
            height="100%"
            fill="currentColor"
            className={tones[bucket]}
          />
        ))}
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-sm">
        {parts.map(({ bucket, share }) => (
          <span key={bucket} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" className={`size-2.5 ${tones[bucket]}`}>
              <rect width="100%" height="100%" rx="2" fill="currentColor" />
            </svg>
            {AGING_LABELS[bucket]}
            <span className="tabular">{share < 1 ? "<1" : Math.round(share)}%</span>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
