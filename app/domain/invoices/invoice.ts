/** Dates are `YYYY-MM-DD` in the business's zone, amounts in cents. */
export const INVOICE_KINDS = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** The stored statuses; whether an invoice is paid or overdue is derived. */
export const INVOICE_STATUSES = ["draft", "issued", "void"] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const TAX_STATES = ["known", "unknown", "exempt"] as const;

export const INVOICE_STATES = ["draft", "open", "partly_paid", "overdue", "paid", "void"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

export const STATE_LABELS: Record<InvoiceState, string> = {
  draft: "Draft",
  open: "Open",
  partly_paid: "Partly paid",
  overdue: "Overdue",
  paid: "Paid",
  void: "Void",
};

export interface Period {
  from: string;
  to: string;
}

/** The days of a statement or an accounting file: this year so far by default. The first is never after the last. */
export function reportPeriod({ from, to }: Partial<Period>, today: string): Period {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? `${last.slice(0, 4)}-01-01`;
  return { from: first < last ? first : last, to: last };
}

/** Filters of a list: a state, or everything still owed, overdue or not. */
export const STATE_FILTERS = [...INVOICE_STATES, "owed"] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

export const STATE_FILTER_LABELS: Record<StateFilter, string> = { ...STATE_LABELS, owed: "Unpaid" };

/** A customer or a site, as it was when the document was created. */
export interface Party {
  name: string;
  email: string | null;
  /** The address, one line each. */
  lines: readonly string[];
}

export interface Seller extends Party {
  phone: string | null;
}

interface Standing {
  status: InvoiceStatus;
  dueOn: string | null;
  totalMinor: number;
  paidMinor: number;
  creditedMinor: number;
}

/** The balance due; zero for drafts and void invoices. */
export function balanceOf({ status, totalMinor, paidMinor, creditedMinor }: Standing): number {
  return status === "issued" ? totalMinor - paidMinor - creditedMinor : 0;
}

/** Overdue from the day after the due date. Nothing is owed on a credit note: it is `paid` once issued, as in the list's filters. */
export function stateOf(invoice: Standing & { kind: InvoiceKind }, today: string): InvoiceState {
  if (invoice.status !== "issued") return invoice.status;
  if (invoice.kind === "credit_note" || balanceOf(invoice) === 0) return "paid";
  if (invoice.dueOn !== null && invoice.dueOn < today) return "overdue";
  return invoice.paidMinor > 0 ? "partly_paid" : "open";
}

const PREFIX: Record<InvoiceKind, string> = { invoice: "INV", credit_note: "CN" };

/** `INV-0042`; a draft has no number yet. */
export function formatInvoiceNumber(kind: InvoiceKind, number: number | null): string {
  if (number === null) return "Draft";
  return `${PREFIX[kind]}-${String(number).padStart(4, "0")}`;
}

/** Parses the series and number in `INV-0042`, `cn 7` or `42`; null for anything else. */
export function parseInvoiceNumber(text: string): { series: "INV" | "CN"; number: number } | null {
  const match = /^(?:(inv|cn)[\s-]*)?(\d{1,9})$/i.exec(text.trim());
  if (!match) return null;
  return { series: match[1]?.toLowerCase() === "cn" ? "CN" : "INV", number: Number(match[2]) };
}

/** By days overdue. */
export const AGING_BUCKETS = ["current", "1_30", "31_60", "61_90", "over_90"] as const;
export type AgingBucket = (typeof AGING_BUCKETS)[number];

export const AGING_LABELS: Record<AgingBucket, string> = {
  current: "Not due yet",
  "1_30": "1 to 30 days late",
  "31_60": "31 to 60 days late",
  "61_90": "61 to 90 days late",
  over_90: "Over 90 days late",
};

/** The last day overdue of each bucket. */
export const AGING_ENDS: Record<AgingBucket, number> = {
  current: 0,
  "1_30": 30,
  "31_60": 60,
  "61_90": 90,
  over_90: 1e6,
};
