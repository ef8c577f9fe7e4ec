import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { Wallet } from "~/components/ui/icons";
import { paymentsReceived, weekSoFar } from "~/domain/invoices/money.server";
import { PAYMENT_METHOD_LABELS } from "~/domain/invoices/payment";
import { ReceivedView } from "~/domain/invoices/schema";
import { formatMoney } from "~/domain/shared/money";
import { counted } from "~/domain/shared/text/counted";
import { formatDateRange } from "~/domain/shared/time/date-format";
import { isScheduleDate } from "~/domain/shared/time/dates";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Payments received · Plenum" }];

/** Payments of the dates in the URL, otherwise of this week. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const [from, to] = [url.searchParams.get("from") ?? "", url.searchParams.get("to") ?? ""];
  const isGiven = isScheduleDate(from) && isScheduleDate(to);
  const at = ReceivedView.parse(Object.fromEntries(url.searchParams));
  return paymentsReceived(ctx, { ...(isGiven ? { from, to } : weekSoFar(ctx)), ...at });
});

type Payment = Awaited<ReturnType<typeof paymentsReceived>>["items"][number];

const columns: Column<Payment>[] = [
  { key: "customer", header: "Customer", className: "w-full", cell: (row) => row.customerName },
  { key: "received", header: "Received", cell: (row) => <CivilDateText date={row.receivedOn} /> },
  {
    key: "method",
    header: "Method",
    cell: (row) => [PAYMENT_METHOD_LABELS[row.method], row.reference].filter(Boolean).join(" · "),
  },
  { key: "amount", header: "Amount", numeric: true, card: "corner", cell: (row) => <MoneyText minor={row.minor} /> },
];

/** The payments behind the amount received. */
export default function PaymentsReceived() {
  const { from, to, count, minor, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  return (
    <>
      <PageHeader
        title="Payments received"
        secondary={<FileLink href={paths.apiListFile("payments-received", { from, to })} />}
        facts={`${formatDateRange(from, to)}: ${formatMoney(minor)} in ${counted(count, "payment")}`}
      />
      <DataTable
        caption="Payments received"
        columns={columns}
        rows={items}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.customerInvoices(row.customerNumber)}
        empty={
          <EmptyState icon={Wallet} title="No payments in this period">
            Payments are recorded on an invoice, or come in through its payment link.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.paymentsReceived({ from, to, ...at })}>
        {`${items.length} of ${count.toLocaleString("en-US")}`}
      </CursorPagination>
    </>
  );
}
