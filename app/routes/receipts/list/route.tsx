import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { DataTable } from "~/components/data-table/data-table";
import { CursorPagination } from "~/components/data-table/pagination";
import { CivilDateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { MonthNavigator } from "~/components/month-navigator";
import { PageHeader } from "~/components/page-header";
import { Stat } from "~/components/stat";
import { TabsNav } from "~/components/tabs-nav";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Download, Receipt as ReceiptIcon } from "~/components/ui/icons";
import { listReceipts, type Receipt } from "~/domain/receipts/list.server";
import { MAX_COUNTED, type ReceiptOwner } from "~/domain/receipts/receipt";
import { ReceiptView } from "~/domain/receipts/schema";
import { formatMoney } from "~/domain/shared/money";
import { counted } from "~/domain/shared/text/counted";
import { formatMonth } from "~/domain/shared/time/date-format";
import { monthKey } from "~/domain/shared/time/dates";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { AddReceipts } from "./add-receipts";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Receipts · Plenum" }];

const PAGE = 50;

export const loader = memberLoader(async ({ ctx, url }) => {
  const { list, ...view } = ReceiptView.parse(Object.fromEntries(url.searchParams));
  const works = ctx.actor.kind === "person" && ctx.actor.person.member !== null;
  // A colleague may have sent the link to someone who works for no business.
  const of = works ? (view.of ?? "business") : "household";
  const found = await listReceipts(ctx, { ...view, of, list, limit: PAGE });
  return { ...found, of, works, list };
});

const ofQuery = (of: ReceiptOwner) => ({ of: of === "household" ? of : undefined });

/** Receipts of a month, for a business or the user's household, with their totals. */
export default function Receipts() {
  const { of, works, list, month, today, totals, toReview, seesAll, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  const navigate = useNavigate();
  const query = ofQuery(of);
  const monthOf = (other: string) => paths.receipts({ ...query, month: other === monthKey(today) ? undefined : other });
  const isReview = list === "review";
  const reviewCount = toReview > MAX_COUNTED ? `${MAX_COUNTED}+` : toReview;
  return (
    <>
      <PageHeader
        title="Receipts"
        secondary={
          !isReview &&
          items.length > 0 && (
            <>
              <Button variant="outline" asChild>
                <a href={paths.apiReceiptExport({ ...query, month, as: "csv" })} download>
                  <Download />
                  CSV
                </a>
              </Button>
              <Button variant="outline" asChild>
                <a href={paths.apiReceiptExport({ ...query, month, as: "zip" })} download>
                  <Download />
                  ZIP with pictures
                </a>
              </Button>
            </>
          )
        }
      />
      <div className="mx-auto flex w-full max-w-[75rem] flex-col gap-4">
        {works && (
          <TabsNav
            label="Whose receipts"
            tabs={[
              {
                to: paths.receipts({ list: isReview ? list : undefined }),
                label: "Business",
                current: of === "business",
              },
              {
                to: paths.receipts({ of: "household", list: isReview ? list : undefined }),
                label: "My household",
                current: of === "household",
              },
            ]}
          />
        )}
        <AddReceipts
          of={of}
          onAdded={(ids, { failed }) => {
            const [first] = ids;
            navigate(
              ids.length === 1 && first && !failed
                ? paths.receipt(first, { ...query, read: "1" })
                : paths.receipts({ ...query, list: "review" }),
            );
          }}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          {isReview ? (
            <>
              <h2 className="font-semibold text-base">To review</h2>
              <Button variant="outline" asChild>
                <Link to={monthOf(month)}>All receipts by month</Link>
              </Button>
            </>
          ) : (
            <>
              <MonthNavigator month={month} today={today} hrefOf={monthOf} />
              {toReview > 0 && (
                <Button variant="outline" asChild>
                  <Link to={paths.receipts({ ...query, list: "review" })}>
                    To review
                    <Badge tone="warn">{reviewCount}</Badge>
                  </Link>
                </Button>
              )}
            </>
          )}
        </div>
        {!isReview && totals.length > 0 && (
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            {totals.flatMap(({ currency, count, totalMinor, taxMinor }) => [
              <Stat
                key={`${currency} total`}
                label={totals.length > 1 ? `Total, ${currency}` : "Total"}
                value={totalMinor}
                format={(minor) => formatMoney(Math.round(minor), currency)}
                hint={counted(count, "confirmed receipt")}
              />,
              <Stat
                key={`${currency} tax`}
                label={totals.length > 1 ? `Tax, ${currency}` : "Tax"}
                value={taxMinor}
                format={(minor) => formatMoney(Math.round(minor), currency)}
                hint="Included in the total"
              />,
            ])}
          </div>
        )}
        <DataTable
          caption={isReview ? "Receipts to review" : `Receipts of ${formatMonth(month)}`}
          rows={items}
          rowKey={({ id }) => id}
          rowHref={({ id }) => paths.receipt(id, query)}
          columns={[
            { key: "merchant", header: "Merchant", cell: (row) => <Merchant receipt={row} /> },
            { key: "date", header: "Date", cell: (row) => <CivilDateText date={row.listedOn} year={isReview} /> },
            { key: "for", header: "For", cell: forCell },
            ...(of === "business" && seesAll
              ? [{ key: "by", header: "Added by", needsRoom: true, cell: (row: Row) => row.addedByName }]
              : []),
            {
              key: "tax",
              header: "Tax",
              numeric: true,
              cell: (row) =>
                row.taxMinor === null ? <EmptyValue /> : <MoneyText minor={row.taxMinor} currency={row.currency} />,
            },
            {
              key: "total",
              header: "Total",
              numeric: true,
              card: "corner",
              cell: (row) =>
                row.confirmedAt === null ? (
                  <Badge tone="warn">To review</Badge>
                ) : (
                  row.totalMinor !== null && <MoneyText minor={row.totalMinor} currency={row.currency} />
                ),
            },
          ]}
          empty={
            <EmptyState
              icon={ReceiptIcon}
              title={isReview ? "Nothing to review" : `No receipts in ${formatMonth(month)}`}
            >
              {isReview
                ? "Receipts waiting to be confirmed show up here."
                : of === "business"
                  ? "Photograph a receipt right after buying. It is read for you and linked to the job, purchase order or part it was for."
                  : "Photograph a receipt. It is read for you and linked to an expense or added as one."}
            </EmptyState>
          }
        />
        <CursorPagination
          page={page}
          href={(at) => paths.receipts({ ...query, list: isReview ? list : undefined, month, ...at })}
        >
          {counted(items.length, "receipt")}
        </CursorPagination>
      </div>
    </>
  );
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["items"][number];

function Merchant({ receipt: { id, of, merchant } }: { receipt: Row | Receipt }) {
  const query = ofQuery(of);
  return (
    <span className="flex min-w-0 items-center gap-3">
      <img
        src={paths.receiptPicture(id, query)}
        alt=""
        loading="lazy"
        className="size-9 shrink-0 rounded border border-border bg-muted object-cover"
      />
      <span className="truncate">{merchant ?? "New receipt"}</span>
    </span>
  );
}

function forCell({ subject }: Row) {
  if (!subject) return <EmptyValue />;
  return <span className="line-clamp-1 break-words">{subject.label ?? "Another record"}</span>;
}
