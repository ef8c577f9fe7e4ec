import { lineDiscountText } from "~/domain/billing/charges";
import { percentText, termsLabel } from "~/domain/billing/settings";
import type { TaxTotals } from "~/domain/billing/totals";
import { formatQuantity } from "~/domain/inventory/quantity";
import { formatMoney } from "~/domain/shared/money";
import { formatLongDate } from "~/domain/shared/time/date-format";
import { formatInvoiceNumber, type InvoiceKind, type InvoiceStatus, type Party, type Seller } from "./invoice";
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from "./payment";

interface DocumentLine {
  description: string;
  equipment: string | null;
  quantityMilli: number;
  unit: string;
  unitPriceMinor: number | null;
  discountPpm: number;
  discountAmountMinor: number;
  taxable: boolean;
  amountMinor: number;
}

interface DocumentPayment {
  method: PaymentMethod;
  receivedOn: string;
  reference: string | null;
  appliedMinor: number;
}

export interface IssuedInvoice {
  kind: InvoiceKind;
  status: InvoiceStatus;
  number: number | null;
  billTo: Party;
  site: Party | null;
  seller: Seller | null;
  title: string | null;
  issuedOn: string | null;
  dueOn: string | null;
  termsDays: number;
  memo: string | null;
  footer: string | null;
  taxState: string;
  taxNote: string | null;
  taxes: readonly TaxTotals[];
  subtotalMinor: number;
  discountMinor: number;
  totalMinor: number;
  paidMinor: number;
  creditedMinor: number;
  /** The balance due. */
  balanceMinor: number;
}

interface Block {
  title: string;
  lines: string[];
}

/** The complete contents of an issued document as text, in order; its PDF is drawn from this alone. */
export interface PrintedDocument {
  title: string;
  subtitle: string;
  seller: { name: string; lines: string[] };
  blocks: Block[];
  heading: string | null;
  /** Lines without equipment first, then the lines of each piece of equipment. */
  groups: { equipment: string | null; rows: PrintedRow[] }[];
  totals: { label: string; value: string; strong?: boolean }[];
  payments: string[];
  notes: string[];
}

interface PrintedRow {
  text: string;
  detail: string | null;
  quantity: string;
  price: string;
  amount: string;
}

/** Returns the printed contents of an issued document. */
export function printedDocument(
  invoice: IssuedInvoice,
  lines: readonly DocumentLine[],
  payments: readonly DocumentPayment[],
): PrintedDocument {
  const { kind, status, number, billTo, site, seller, memo, footer } = invoice;
  const isInvoice = kind === "invoice";
  const reference = formatInvoiceNumber(kind, number);
  const day = (date: string | null) => (date === null ? "–" : formatLongDate(date));
  const groups = [...new Set(lines.map(({ equipment }) => equipment))].sort(
    (a, b) => Number(a !== null) - Number(b !== null),
  );
  return {
    title: isInvoice ? "Invoice" : "Credit note",
    subtitle: status === "void" ? `${reference} (void)` : reference,
    seller: {
      name: seller?.name ?? "",
      lines: present([...(seller?.lines ?? []), seller?.phone, seller?.email]),
    },
    blocks: [
      { title: "Bill to", lines: [billTo.name, ...billTo.lines] },
      ...(site ? [{ title: "Service at", lines: [site.name, ...site.lines] }] : []),
      {
        title: "Details",
        lines: [
          `Issued ${day(invoice.issuedOn)}`,
          ...(isInvoice ? [`Due ${day(invoice.dueOn)}`, `Terms: ${termsLabel(invoice.termsDays)}`] : []),
        ],
      },
    ],
    heading: invoice.title,
    groups: groups.map((equipment) => ({
      equipment,
      rows: lines.filter((line) => line.equipment === equipment).map(printedRow),
    })),
    totals: totalsOf(invoice),
    payments: payments.map(
      ({ method, receivedOn, reference, appliedMinor }) =>
        `${formatLongDate(receivedOn)}: ${PAYMENT_METHOD_LABELS[method]}${reference ? ` ${reference}` : ""}, ${formatMoney(appliedMinor)}`,
    ),
    notes: present([
      memo,
      footer,
      lines.some(({ taxable }) => taxable) &&
        "T: taxable. Tax is calculated for each rate on the sum of its lines and rounded half up to the cent.",
    ]),
  };
}

function printedRow(line: DocumentLine): PrintedRow {
  const { description, quantityMilli, unit, unitPriceMinor, taxable, amountMinor } = line;
  return {
    text: description,
    detail: lineDiscountText(line),
    quantity: `${formatQuantity(quantityMilli)} ${unit}`,
    price: unitPriceMinor === null ? "–" : formatMoney(unitPriceMinor),
    amount: `${formatMoney(amountMinor)}${taxable ? " T" : ""}`,
  };
}

function totalsOf(invoice: IssuedInvoice): PrintedDocument["totals"] {
  const { kind, status, taxState, taxNote, taxes, discountMinor, paidMinor, creditedMinor } = invoice;
  const sum = (label: string, minor: number) => ({ label, value: formatMoney(minor) });
  return [
    sum("Subtotal", invoice.subtotalMinor),
    ...(discountMinor > 0 ? [sum("Discount", -discountMinor)] : []),
    ...(taxState === "exempt" ? [sum(`Tax exempt: ${taxNote ?? ""}`, 0)] : []),
    ...taxes.map(({ name, ratePpm, taxMinor }) => sum(`${name} ${percentText(ratePpm)}`, taxMinor)),
    { ...sum(kind === "invoice" ? "Total" : "Credited", invoice.totalMinor), strong: true },
    ...(paidMinor > 0 ? [sum("Paid", -paidMinor)] : []),
    ...(creditedMinor > 0 ? [sum("Credited", -creditedMinor)] : []),
    ...(kind === "invoice" && status === "issued"
      ? [{ ...sum("Balance due", invoice.balanceMinor), strong: true }]
      : []),
  ];
}

const present = (lines: readonly (string | null | undefined | false)[]): string[] =>
  lines.filter((line): line is string => typeof line === "string" && line !== "");
