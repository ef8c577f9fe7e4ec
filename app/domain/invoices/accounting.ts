import { formatInvoiceNumber, type InvoiceKind } from "./invoice";
import type { PaymentMethod } from "./payment";
import { PAYMENT_METHOD_LABELS } from "./payment";

/** The accounting files. */
export const ACCOUNTING_FILES = ["invoices", "payments", "quickbooks"] as const;
type AccountingFile = (typeof ACCOUNTING_FILES)[number];

export const ACCOUNTING_FILE_LABELS: Record<AccountingFile, string> = {
  invoices: "Invoices and credit notes",
  payments: "Payments and refunds",
  quickbooks: "QuickBooks Online invoices",
};

/** A text, or an amount in cents. */
export type Cell = string | number;

export const ACCOUNTING_HEADERS: Record<AccountingFile, readonly string[]> = {
  invoices: [
    ...["Number", "Kind", "Status", "Customer number", "Customer", "Work order", "Issued", "Due", "Corrects"],
    ...["Subtotal", "Discount", "Tax", "Total", "Paid", "Credited", "Balance"],
  ],
  payments: [
    ...["Date", "Kind", "Customer number", "Customer", "Method", "Reference", "Invoices", "Work order"],
    ...["Amount", "On invoices", "Refunded", "Credit", "Note"],
  ],
  // Column names of QuickBooks Online's invoice import; an asterisk is part of the name.
  quickbooks: [
    ...["*InvoiceNo", "*Customer", "*InvoiceDate", "*DueDate", "Terms", "Location", "Memo", "Item(Product/Service)"],
    ...["ItemDescription", "ItemQuantity", "ItemRate", "*ItemAmount", "Taxable", "TaxRate"],
  ],
};

export interface DocumentRow {
  kind: InvoiceKind;
  status: "issued" | "void";
  number: number;
  customerNumber: number;
  customerName: string;
  workOrderNumber: number | null;
  issuedOn: string;
  dueOn: string | null;
  correctsNumber: number | null;
  subtotalMinor: number;
  discountMinor: number;
  taxMinor: number;
  totalMinor: number;
  paidMinor: number;
  creditedMinor: number;
}

const DOCUMENT_KINDS: Record<InvoiceKind, string> = { invoice: "Invoice", credit_note: "Credit note" };

/** A void invoice is listed along with its full credit note, so that the total column adds up to the net amount billed. */
export function documentCells(row: DocumentRow): Cell[] {
  const sign = row.kind === "invoice" ? 1 : -1;
  const owed =
    row.kind === "invoice" && row.status === "issued" ? row.totalMinor - row.paidMinor - row.creditedMinor : 0;
  return [
    ...[formatInvoiceNumber(row.kind, row.number), DOCUMENT_KINDS[row.kind], row.status === "void" ? "Void" : "Issued"],
    ...[String(row.customerNumber), row.customerName, numbered(row.workOrderNumber), row.issuedOn, row.dueOn ?? ""],
    row.correctsNumber === null ? "" : formatInvoiceNumber("invoice", row.correctsNumber),
    ...[row.subtotalMinor, row.discountMinor, row.taxMinor, row.totalMinor].map((minor) => sign * minor),
    ...[row.paidMinor, row.creditedMinor, owed],
  ];
}

interface PaymentRow {
  on: string;
  customerNumber: number;
  customerName: string;
  method: PaymentMethod;
  reference: string | null;
  workOrderNumber: number | null;
  amountMinor: number;
  note: string | null;
}

interface ReceivedRow extends PaymentRow {
  /** The numbers of the invoices it was applied to, separated by commas. */
  invoiceNumbers: string | null;
  allocatedMinor: number;
  refundedMinor: number;
}

export function paymentCells(row: ReceivedRow): Cell[] {
  const numbers = row.invoiceNumbers?.split(",").map(Number) ?? [];
  return [
    ...moved(row, "Payment"),
    numbers.map((number) => formatInvoiceNumber("invoice", number)).join(" "),
    numbered(row.workOrderNumber),
    ...[row.amountMinor, row.allocatedMinor, row.refundedMinor],
    row.amountMinor - row.allocatedMinor - row.refundedMinor,
    row.note ?? "",
  ];
}

interface RefundRow extends PaymentRow {
  /** The number of the invoice it was made from. */
  invoiceNumber: number | null;
}

/** Refunds are negative, so that the amount column adds up to the money kept. */
export function refundCells(row: RefundRow): Cell[] {
  return [
    ...moved(row, "Refund"),
    row.invoiceNumber === null ? "" : formatInvoiceNumber("invoice", row.invoiceNumber),
    numbered(row.workOrderNumber),
    -row.amountMinor,
    ...["", "", "", row.note ?? ""],
  ];
}

function moved({ on, customerNumber, customerName, method, reference }: PaymentRow, kind: string): Cell[] {
  return [on, kind, String(customerNumber), customerName, PAYMENT_METHOD_LABELS[method], reference ?? ""];
}

export interface BilledLine {
  number: number;
  customerName: string;
  issuedOn: string;
  dueOn: string | null;
  termsDays: number;
  title: string | null;
  kind: string;
  description: string;
  quantityMilli: number;
  unitPriceMinor: number;
  netMinor: number;
  taxMinor: number;
  /** Parts per million, all of the invoice's rates combined. */
  ratePpm: number;
}

/**
 * A line of an invoice. QuickBooks computes quantity times price itself: a line changed by a discount or rounding is exported
 * as quantity 1 at its net price.
 */
export function quickBooksCells(line: BilledLine): Cell[] {
  const isProduct = line.quantityMilli * line.unitPriceMinor === line.netMinor * 1000;
  const quantity = isProduct ? String(line.quantityMilli / 1000) : "1";
  const isTaxed = line.taxMinor !== 0;
  return [
    ...[formatInvoiceNumber("invoice", line.number), line.customerName, american(line.issuedOn)],
    ...[american(line.dueOn ?? line.issuedOn), termsOf(line.termsDays), "", line.title ?? ""],
    ...[`${line.kind.charAt(0).toUpperCase()}${line.kind.slice(1)}`, line.description, quantity],
    ...[isProduct ? line.unitPriceMinor : line.netMinor, line.netMinor],
    ...[isTaxed ? "Y" : "N", isTaxed ? `${line.ratePpm / 10_000}%` : ""],
  ];
}

const termsOf = (days: number) => (days === 0 ? "Due on receipt" : `Net ${days}`);
const numbered = (number: number | null) => (number === null ? "" : String(number));

/** `11/22/2026` */
function american(day: string): string {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
}
