import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { DateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Ban, CircleAlert, CircleCheck, Download, FileText } from "~/components/ui/icons";
import { PLAN_INVOICE_LABELS, type PlanOwnerKind } from "~/domain/plans/plan";
import type { PlanView } from "~/domain/plans/read.server";
import { counted } from "~/domain/shared/text/counted";
import { formatDateRange } from "~/domain/shared/time/date-format";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { paths } from "~/paths";

type Invoice = PlanView["invoices"]["items"][number];

const states = {
  paid: { tone: "ok", icon: CircleCheck },
  open: { tone: "bad", icon: CircleAlert },
  void: { tone: "neutral", icon: Ban },
} as const;

const dayOf = (instant: string, zone: string) => wallTimeOf(Date.parse(instant), zone).date;

const columnsIn = (zone: string): Column<Invoice>[] => [
  { key: "number", header: "Invoice", className: "w-full", cell: ({ number }) => number },
  { key: "issued", header: "Date", cell: ({ issuedAt }) => <DateText at={issuedAt} zone={zone} style="date" year /> },
  {
    key: "period",
    header: "Period",
    needsRoom: true,
    cell: ({ periodStart, periodEnd }) => formatDateRange(dayOf(periodStart, zone), dayOf(periodEnd, zone)),
  },
  {
    key: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge label={PLAN_INVOICE_LABELS[status]} {...states[status]} />,
  },
  {
    key: "amount",
    header: "Amount",
    numeric: true,
    card: "corner",
    cell: (row) => <MoneyText minor={row.amountMinor} />,
  },
  {
    key: "pdf",
    header: "PDF",
    cell: ({ id, number }) => (
      <Button asChild variant="ghost" size="icon-sm">
        <a href={paths.apiPlanInvoicePdf(id)} download aria-label={`Download invoice ${number}`}>
          <Download />
        </a>
      </Button>
    ),
  },
];

type InvoicesProps = { of: PlanOwnerKind; page: PlanView["invoices"]; zone: string };

/** Charges for the plan. */
export function Invoices({ of, page, zone }: InvoicesProps) {
  return (
    <Section
      title="Plan invoices"
      description="Charges for Pro, each as a PDF."
      action={page.items.length > 0 && <FileLink href={paths.apiPlanInvoiceFile(of)} />}
    >
      <DataTable
        caption="Plan invoices"
        columns={columnsIn(zone)}
        rows={page.items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={FileText} title="No invoices">
            Invoices for Pro will be listed here, each as a PDF.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.payment({ of, ...at })}>
        {counted(page.items.length, "invoice")}
      </CursorPagination>
    </Section>
  );
}
