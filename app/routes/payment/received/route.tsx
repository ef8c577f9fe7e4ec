import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { CursorPagination } from "~/components/data-table/pagination";
import { CivilDateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { MonthNavigator } from "~/components/month-navigator";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleAlert, CircleCheck, Clock, Download, Wallet } from "~/components/ui/icons";
import { type CardPaymentList, listCardPayments } from "~/domain/invoices/payouts/list.server";
import { CardPaymentView } from "~/domain/invoices/payouts/schema";
import { formatMoney } from "~/domain/shared/money";
import { counted } from "~/domain/shared/text/counted";
import { formatMonth } from "~/domain/shared/time/date-format";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Card payments · Plenum" }];

export const loader = pageLoader(({ ctx, url }) =>
  listCardPayments(ctx, CardPaymentView.parse(Object.fromEntries(url.searchParams))),
);

type Row = CardPaymentList["items"][number];

const payouts = {
  pending: { label: "Pending", tone: "neutral", icon: Clock },
  in_transit: { label: "On its way", tone: "cool", icon: Clock },
  paid: { label: "Paid out", tone: "ok", icon: CircleCheck },
  failed: { label: "Failed", tone: "bad", icon: CircleAlert },
  canceled: { label: "Canceled", tone: "bad", icon: CircleAlert },
} as const;

const columns: Column<Row>[] = [
  { key: "customer", header: "Customer", className: "w-full", cell: (row) => row.customerName },
  { key: "received", header: "Received", cell: (row) => <CivilDateText date={row.receivedOn} /> },
  { key: "gross", header: "Gross", numeric: true, cell: (row) => <MoneyText minor={row.grossMinor} /> },
  {
    key: "refunded",
    header: "Refunded",
    numeric: true,
    needsRoom: true,
    cell: (row) => (row.refundedMinor === 0 ? <EmptyValue /> : <MoneyText minor={row.refundedMinor} />),
  },
  {
    key: "fee",
    header: "Fee",
    numeric: true,
    cell: (row) => (row.feeMinor === null ? <EmptyValue /> : <MoneyText minor={row.feeMinor} />),
  },
  {
    key: "net",
    header: "Net",
    numeric: true,
    card: "corner",
    cell: (row) => (row.netMinor === null ? <EmptyValue /> : <MoneyText minor={row.netMinor} />),
  },
  { key: "payout", header: "Payout", cell: (row) => <Payout row={row} /> },
];

function Payout({ row: { payoutStatus, arrivesOn, availableOn } }: { row: Row }) {
  if (payoutStatus && arrivesOn)
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <StatusBadge {...payouts[payoutStatus]} />
        <CivilDateText date={arrivesOn} />
      </span>
    );
  if (!availableOn) return <EmptyValue />;
  return (
    <>
      Available <CivilDateText date={availableOn} />
    </>
  );
}

/** Card payments from customers: the processor's fees, and when the rest is paid out to the bank. */
export default function CardPayments() {
  const { month, today, totals, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <MonthNavigator month={month} today={today} hrefOf={(each) => paths.cardPayouts({ month: each })} />
        {totals.count > 0 && (
          <Button asChild variant="outline">
            <a href={paths.apiCardPaymentFile({ month })} download>
              <Download />
              Export CSV
            </a>
          </Button>
        )}
      </div>
      {totals.count > 0 && (
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {[
            ["Gross", totals.grossMinor],
            ["Refunded", totals.refundedMinor],
            ["Fees", totals.feeMinor],
            ["Net", totals.netMinor],
          ].map(([label, minor]) => (
            <Card key={label} className="p-4">
              <dt className="text-muted-foreground text-sm">{label}</dt>
              <dd className="tabular font-semibold text-lg">{formatMoney(Number(minor))}</dd>
            </Card>
          ))}
        </dl>
      )}
      {totals.withoutFee > 0 && (
        <p className="text-muted-foreground">
          The processor has not reported the fee of {counted(totals.withoutFee, "payment")} yet. Fees and net cover the
          other payments.
        </p>
      )}
      <DataTable
        caption={`Card payments of ${formatMonth(month)}`}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        rowHref={(row) => paths.customerInvoices(row.customerNumber)}
        empty={
          <EmptyState icon={Wallet} title={`No card payments in ${formatMonth(month)}`}>
            Card payments from your customers' invoice pages are listed here, with the processor's fee and the payout to
            your bank.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.cardPayouts({ month, ...at })}>
        {`${items.length} of ${totals.count.toLocaleString("en-US")}`}
      </CursorPagination>
    </div>
  );
}
