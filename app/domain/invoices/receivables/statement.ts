import { formatInvoiceNumber, type Period } from "~/domain/invoices/invoice";
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from "~/domain/invoices/payment";
import { formatMoney } from "~/domain/shared/money";
import { formatDate, formatLongDate } from "~/domain/shared/time/date-format";

/** Days are `YYYY-MM-DD` in the business's zone, amounts in cents. */
export const STATEMENT_ENTRY_TYPES = ["invoice", "credit_note", "payment", "refund"] as const;
type StatementEntryType = (typeof STATEMENT_ENTRY_TYPES)[number];

/** A change of a customer's balance: invoices and refunds increase it, credit notes and payments reduce it. */
export interface StatementEntry {
  type: StatementEntryType;
  id: string;
  on: string;
  /** A document's number; for a refund, that of the invoice it was made from. */
  number: number | null;
  /** A document's title, a payment's reference or a refund's reason. */
  text: string | null;
  /** For payments and refunds. */
  method: PaymentMethod | null;
  dueOn: string | null;
  changeMinor: number;
}

/** Returns the balance after each entry, in the order given, and the totals by kind. */
export function runningStatement<Entry extends StatementEntry>(openingMinor: number, entries: readonly Entry[]) {
  let balanceMinor = openingMinor;
  const sums: Record<StatementEntryType, number> = { invoice: 0, credit_note: 0, payment: 0, refund: 0 };
  const running = entries.map((entry) => {
    balanceMinor += entry.changeMinor;
    sums[entry.type] += entry.changeMinor;
    return { ...entry, balanceMinor };
  });
  return { openingMinor, entries: running, sums, closingMinor: balanceMinor };
}

/** 'Invoice INV-0042', 'Payment, Check'. */
export function entryLabel({ type, number, method }: Pick<StatementEntry, "type" | "number" | "method">): string {
  if (type === "invoice") return `Invoice ${formatInvoiceNumber(type, number)}`;
  if (type === "credit_note") return `Credit note ${formatInvoiceNumber(type, number)}`;
  const of = number === null ? "" : ` of ${formatInvoiceNumber("invoice", number)}`;
  const what = type === "payment" ? "Payment" : `Refund${of}`;
  return method === null ? what : `${what}, ${PAYMENT_METHOD_LABELS[method].toLowerCase()}`;
}

interface StatedCustomer {
  name: string;
  /** The address, one line each. */
  lines: readonly string[];
}

interface Stated extends Period {
  customer: StatedCustomer;
  seller: { name: string; phone: string | null; email: string | null; lines: readonly string[] };
  statement: ReturnType<typeof runningStatement>;
}

export type PrintedStatement = ReturnType<typeof printedStatement>;

/** The complete contents of a statement as text, in order, as its PDF shows them. */
export function printedStatement({ customer, seller, from, to, statement }: Stated) {
  const { openingMinor, entries, sums, closingMinor } = statement;
  const moved = [
    { label: "Invoices", minor: sums.invoice },
    { label: "Credit notes", minor: sums.credit_note },
    { label: "Payments", minor: sums.payment },
    { label: "Refunds", minor: sums.refund },
  ].filter(({ minor }) => minor !== 0);
  return {
    title: "Statement",
    lastDay: to,
    subtitle: `${formatDate(from, true)} to ${formatDate(to, true)}`,
    seller: { name: seller.name, lines: [...seller.lines, seller.phone, seller.email].filter((line) => line !== null) },
    blocks: [
      { title: "Customer", lines: [customer.name, ...customer.lines] },
      { title: closingMinor < 0 ? "Your credit" : "Balance due", lines: [formatMoney(Math.abs(closingMinor))] },
    ],
    rows: [
      {
        on: formatDate(from, true),
        text: "Opening balance",
        detail: null,
        change: "",
        balance: formatMoney(openingMinor),
      },
      ...entries.map((entry) => ({
        on: formatDate(entry.on, true),
        text: entryLabel(entry),
        detail: entryDetail(entry),
        change: formatMoney(entry.changeMinor),
        balance: formatMoney(entry.balanceMinor),
      })),
    ],
    totals: [
      { label: "Opening balance", value: formatMoney(openingMinor) },
      ...moved.map(({ label, minor }) => ({ label, value: formatMoney(minor) })),
      { label: "Closing balance", value: formatMoney(closingMinor), strong: true },
    ],
  };
}

/** The text below an entry's name. */
export function entryDetail({ text, dueOn }: Pick<StatementEntry, "text" | "dueOn">): string | null {
  return [text, dueOn && `due ${formatDate(dueOn, true)}`].filter(Boolean).join(", ") || null;
}

/** The default text of an email with a statement. */
export function statementMailContent(
  { customer, from, to, closingMinor }: Period & { customer: { name: string }; closingMinor: number },
  business: string,
): { subject: string; message: string } {
  const standing =
    closingMinor > 0
      ? `Your balance is ${formatMoney(closingMinor)}.`
      : closingMinor < 0
        ? `You have a credit of ${formatMoney(-closingMinor)}.`
        : "Nothing is owed.";
  return {
    subject: `Statement from ${business}`,
    message: [
      `Hello ${customer.name},`,
      `Your statement from ${formatLongDate(from)} to ${formatLongDate(to)} is attached. ${standing}`,
      `Thank you,\n${business}`,
    ].join("\n\n"),
  };
}
