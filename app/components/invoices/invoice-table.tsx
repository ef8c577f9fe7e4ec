import { type Column, DataTable } from "~/components/data-table/data-table";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { MoneyText } from "~/components/money-text";
import { formatInvoiceNumber, type InvoiceKind, type InvoiceState } from "~/domain/invoices/invoice";
import { paths } from "~/paths";
import { InvoiceStateBadge } from "./state-badge";

interface InvoiceTableRow {
  id: string;
  kind: InvoiceKind;
  state: InvoiceState;
  number: number | null;
  title: string | null;
  customerName?: string;
  issuedOn: string | null;
  dueOn: string | null;
  totalMinor: number;
  balanceMinor: number;
}

const columns: readonly Column<InvoiceTableRow>[] = [
  {
    key: "number",
    header: "Invoice",
    className: "w-[34%]",
    cell: ({ kind, number, title, customerName }) => (
      <>
        <span className="tabular">{formatInvoiceNumber(kind, number)}</span>
        <SecondLine wraps>{[customerName, title].filter(Boolean).join(" · ")}</SecondLine>
      </>
    ),
  },
  { key: "state", header: "Status", card: "corner", cell: (row) => <InvoiceStateBadge {...row} /> },
  { key: "issuedOn", header: "Issued", needsRoom: true, cell: ({ issuedOn }) => <Day date={issuedOn} /> },
  {
    key: "dueOn",
    header: "Due",
    cell: ({ kind, dueOn }) => <Day date={kind === "invoice" ? dueOn : null} />,
  },
  {
    key: "total",
    header: "Total",
    numeric: true,
    cell: ({ kind, totalMinor }) => <MoneyText minor={kind === "invoice" ? totalMinor : -totalMinor} />,
  },
  {
    key: "balance",
    header: "Balance",
    numeric: true,
    cell: ({ balanceMinor }) => (balanceMinor === 0 ? <EmptyValue /> : <MoneyText minor={balanceMinor} />),
  },
];

function Day({ date }: { date: string | null }) {
  return date === null ? <EmptyValue /> : <CivilDateText date={date} year />;
}

/** Invoices and credit notes; a credit note's total is shown as negative. */
export function InvoiceTable({ rows, empty }: { rows: readonly InvoiceTableRow[]; empty: React.ReactNode }) {
  return (
    <DataTable
      caption="Invoices"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.invoice(id)}
      empty={empty}
    />
  );
}
