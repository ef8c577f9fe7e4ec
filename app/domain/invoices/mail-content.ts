import { formatMoney } from "~/domain/shared/money";
import { formatLongDate } from "~/domain/shared/time/date-format";
import { formatInvoiceNumber, type InvoiceKind, type InvoiceState } from "./invoice";

export const INVOICE_MAIL_KINDS = ["document", "reminder"] as const;
type InvoiceMailKind = (typeof INVOICE_MAIL_KINDS)[number];

interface Mailed {
  kind: InvoiceKind;
  number: number | null;
  state: InvoiceState;
  billTo: { name: string };
  dueOn: string | null;
  totalMinor: number;
  balanceMinor: number;
}

/** The default text of an email with a document. */
export function mailContent(
  mail: InvoiceMailKind,
  invoice: Mailed,
  business: string,
): { subject: string; message: string } {
  const number = formatInvoiceNumber(invoice.kind, invoice.number);
  const what = invoice.kind === "invoice" ? "invoice" : "credit note";
  const title = `${what[0]?.toUpperCase()}${what.slice(1)} ${number}`;
  return {
    subject: mail === "reminder" ? `Reminder: ${title} from ${business}` : `${title} from ${business}`,
    message: [
      `Hello ${invoice.billTo.name},`,
      sentence(mail, invoice, `${what} ${number}`),
      `Thank you,\n${business}`,
    ].join("\n\n"),
  };
}

function sentence(
  mail: InvoiceMailKind,
  { kind, state, dueOn, totalMinor, balanceMinor }: Mailed,
  what: string,
): string {
  const due = dueOn === null ? "" : formatLongDate(dueOn);
  if (mail === "reminder")
    return `This is a friendly reminder that ${formatMoney(balanceMinor)} of ${what} was due on ${due}. If your payment is on its way, please disregard this email.`;
  const attached = `Your ${what} for ${formatMoney(totalMinor)} is attached.`;
  if (kind === "credit_note" || state === "void") return attached;
  if (balanceMinor === 0) return `${attached} It is paid in full.`;
  const owed = balanceMinor === totalMinor ? "It" : `The balance of ${formatMoney(balanceMinor)}`;
  return `${attached} ${owed} ${state === "overdue" ? "was" : "is"} due on ${due}.`;
}
