import { z } from "zod";
import { LINE_KINDS } from "~/domain/billing/charges";
import { percentPpm } from "~/domain/billing/schema";
import { some } from "~/domain/inventory/schema";
import { AGING_SORTS } from "~/domain/invoices/receivables/aging";
import { REMINDERS_A_REQUEST } from "~/domain/invoices/receivables/reminders";
import {
  amount,
  blankToNull,
  civilDate,
  email,
  line,
  optionalLine,
  optionalText,
  paging,
  pagingView,
  price,
  scheduleDate,
  version,
} from "~/domain/shared/fields";
import { ACCOUNTING_FILES } from "./accounting";
import { AGING_BUCKETS, INVOICE_KINDS, STATE_FILTERS, TAX_STATES } from "./invoice";
import { INVOICE_MAIL_KINDS } from "./mail-content";
import { PAYMENT_METHODS } from "./payment";

const MAX_INVOICE_LINES = 1000;
const MAX_TOTAL_MINOR = 100_000_000_000;

export const sum = amount("Please enter an amount above 0 with at most 2 decimals", { min: 1, max: MAX_TOTAL_MINOR });

const id = (text: string) => z.string({ error: text }).min(1, text).max(64, text);

export const draftLine = z.object({
  kind: z.enum(LINE_KINDS, { error: "Choose a kind" }).default("other"),
  description: line("Description is required", 500),
  equipment: optionalLine(200),
  quantity: some.default(1000),
  unit: z.preprocess((given) => given || "EA", line("Unit is required", 10)),
  /** Null: not set yet; the invoice cannot be issued without it. */
  unitPrice: blankToNull(price),
  /** Percentage off this line. */
  discount: z.preprocess((given) => (given === "" || given === undefined ? 0 : given), percentPpm(100)),
  /** An amount off this line, after the percentage. */
  discountAmount: z.preprocess((given) => (given === "" || given === undefined ? 0 : given), price),
  taxable: z.boolean().default(false),
  /** Its cost, for members who may see it; null: unknown. */
  cost: blankToNull(price),
  /** Its position in the stored draft, whose cost it keeps if the member may not see costs; omitted for a new line. */
  position: z.coerce.number<string | number>().int().min(1).optional(),
});
export type DraftLine = z.output<typeof draftLine>;

export const taxRate = z.object({ name: line("Name is required", 60), rate: percentPpm(30) });

const draft = {
  title: optionalLine(200),
  memo: optionalText(2000),
  footer: optionalText(2000),
  termsDays: z.coerce
    .number<string | number>({ error: "Choose the payment terms" })
    .int("Choose the payment terms")
    .min(0)
    .max(120, "Please use at most 120 days"),
  /** Discount on the whole invoice: a percentage or an amount, not both. */
  discountPercent: blankToNull(percentPpm(100)),
  discountAmount: blankToNull(sum),
  taxState: z.enum(TAX_STATES, { error: "Choose how it is taxed" }),
  taxNote: optionalLine(200),
  taxes: z.array(taxRate).max(10, "Please use at most 10 tax rates").default([]),
  lines: z.array(draftLine).max(MAX_INVOICE_LINES, `Please use at most ${MAX_INVOICE_LINES} lines`).default([]),
};

/** The entire contents of a draft, with lines in order. */
export const DraftChange = z.object({ ...draft, version }).superRefine((given, check) => {
  if (given.discountPercent !== null && given.discountAmount !== null)
    check.addIssue({ code: "custom", path: ["discountAmount"], message: "Use a percentage or an amount, not both" });
  if (given.taxState === "exempt" && given.taxNote === null)
    check.addIssue({ code: "custom", path: ["taxNote"], message: "Enter why no tax is charged" });
  if (given.taxState === "known" && given.taxes.length === 0)
    check.addIssue({ code: "custom", path: ["taxState"], message: "Add a tax rate, or say why no tax is charged" });
});
export type DraftChange = z.output<typeof DraftChange>;

/** A draft without a job. */
export const NewInvoice = z.object({
  customerId: id("Choose a customer"),
  siteAddressId: blankToNull(id("Choose a property")),
});
export type NewInvoice = z.output<typeof NewInvoice>;

export const DeleteDraft = z.object({ version: version.optional() });

export const IssueInvoice = z.object({ issuedOn: scheduleDate.optional(), version });
export type IssueInvoice = z.output<typeof IssueInvoice>;

const reason = line("Enter a reason", 500);

export const VoidInvoice = z.object({ reason, version });
export type VoidInvoice = z.output<typeof VoidInvoice>;

export const NewCredit = z.object({
  reason,
  version,
  lines: z
    .array(z.object({ position: z.coerce.number<string | number>().int().min(1), amount: blankToNull(sum) }))
    .max(MAX_INVOICE_LINES)
    .transform((lines) => lines.flatMap(({ position, amount }) => (amount === null ? [] : [{ position, amount }])))
    .refine((lines) => lines.length > 0, "Enter the amount to credit for at least one line")
    // What a line has left is checked for each entry alone.
    .refine((lines) => new Set(lines.map(({ position }) => position)).size === lines.length, "List each line once"),
});
export type NewCredit = z.output<typeof NewCredit>;

const payment = {
  method: z.enum(PAYMENT_METHODS, { error: "Choose how it was paid" }),
  amount: sum,
  receivedOn: scheduleDate,
  reference: optionalLine(120),
  note: optionalText(500),
};

/** Paid on an invoice; an amount above its balance becomes the customer's credit. */
export const InvoicePayment = z.object({ ...payment, version });
export type InvoicePayment = z.output<typeof InvoicePayment>;

/** Received before there is an invoice. */
export const Deposit = z.object({
  ...payment,
  customerId: id("Choose a customer"),
  workOrderId: blankToNull(id("Choose a work order")),
});
export type Deposit = z.output<typeof Deposit>;

export const ApplyCredit = z.object({ amount: blankToNull(sum), version });
export type ApplyCredit = z.output<typeof ApplyCredit>;

/** The invoice a refund is made from; the payment's parts on other invoices stay. */
const fromInvoice = z.string().max(100).nullable().default(null);

export const NewRefund = z.object({
  method: z.enum(PAYMENT_METHODS, { error: "Choose how it is refunded" }),
  amount: sum,
  refundedOn: scheduleDate,
  reason,
  invoiceId: fromInvoice,
});
export type NewRefund = z.output<typeof NewRefund>;

/** Refunded through the card processor. */
export const OnlineRefund = z.object({ amount: sum, reason, invoiceId: fromInvoice });
export type OnlineRefund = z.output<typeof OnlineRefund>;

/** The amount a customer pays on an invoice; blank: the full balance. */
export const CardPayment = z.object({ amount: blankToNull(sum) });
export type CardPayment = z.output<typeof CardPayment>;

const filter = {
  search: z.string().trim().max(100).optional(),
  customerId: z.string().max(64).optional(),
  workOrderId: z.string().max(64).optional(),
};

export const InvoiceFilter = z.object({
  ...filter,
  kind: z.enum(INVOICE_KINDS, { error: "Unknown kind" }).optional(),
  state: z.enum(STATE_FILTERS, { error: "Unknown state" }).optional(),
  aging: z.enum(AGING_BUCKETS, { error: "Unknown bucket" }).optional(),
  from: civilDate.optional(),
  to: civilDate.optional(),
  ...paging,
  before: paging.cursor,
});
export type InvoiceFilter = z.output<typeof InvoiceFilter>;

/** An accounting file: documents by date of issue, payments by date, both days included. */
export const AccountingExport = z
  .object({ file: z.enum(ACCOUNTING_FILES, { error: "Choose a file" }), from: civilDate, to: civilDate })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "Please enter a last day on or after the first day" });
export type AccountingExport = z.output<typeof AccountingExport>;

const day = scheduleDate.optional().catch(undefined);

/** Balances by customer as of a day: today unless one is given. */
export const AgingFilter = z.object({
  search: filter.search,
  asOf: scheduleDate.optional(),
  sortBy: z.enum(AGING_SORTS, { error: "Unknown sort order" }).default("name"),
  sortOrder: z.enum(["asc", "desc"], { error: "sortOrder must be asc or desc" }).default("asc"),
  ...paging,
  before: paging.cursor,
});
export type AgingFilter = z.output<typeof AgingFilter>;

/** The report's URL in the browser. */
export const AgingView = z.object({
  search: filter.search.catch(undefined),
  asOf: scheduleDate.optional().catch(undefined),
  sortBy: AgingFilter.shape.sortBy.catch("name"),
  sortOrder: AgingFilter.shape.sortOrder.catch("asc"),
  ...pagingView,
});

/** The list's URL in the browser: invalid values are ignored instead of refused. */
export const InvoiceView = z.object({
  search: filter.search.catch(undefined),
  customerId: filter.customerId.catch(undefined),
  workOrderId: filter.workOrderId.catch(undefined),
  kind: z.enum(INVOICE_KINDS).optional().catch(undefined),
  state: z.enum(STATE_FILTERS).optional().catch(undefined),
  aging: z.enum(AGING_BUCKETS).optional().catch(undefined),
  from: day,
  to: day,
  ...pagingView,
});

/** The page in the URL of the payments received. */
export const ReceivedView = z.object({ ...pagingView, limit: paging.limit.catch(100).default(100) });

export const SendInvoice = z.object({
  kind: z.enum(INVOICE_MAIL_KINDS).default("document"),
  to: email,
  subject: line("Subject is required", 200),
  message: z
    .string({ error: "Message is required" })
    .trim()
    .min(1, "Message is required")
    .max(4000, "Please use at most 4000 characters"),
});
export type SendInvoice = z.output<typeof SendInvoice>;

/** The days of a customer's statement: this year so far by default. */
export const StatementView = z.object({ from: scheduleDate.optional(), to: scheduleDate.optional() });
export type StatementView = z.output<typeof StatementView>;

/** The same in the browser's URL. */
export const StatementAddress = z.object({
  from: scheduleDate.optional().catch(undefined),
  to: scheduleDate.optional().catch(undefined),
});

export const SendStatement = SendInvoice.omit({ kind: true });
export type SendStatement = z.output<typeof SendStatement>;

function wholeDays(text: string, most: number) {
  return z.coerce.number<string | number>({ error: text }).int(text).min(1, text).max(most, text);
}

const daysText = "Please enter a number of days from 1 to 90";

export const ReminderSettings = z.object({
  enabled: z.boolean().default(false),
  firstAfterDays: wholeDays(daysText, 90),
  everyDays: wholeDays(daysText, 90),
  maxCount: wholeDays("Please enter a number from 1 to 12", 12),
  /** The version it is based on; 0: nothing was set yet. */
  version: z.coerce.number<string | number>({ error: "Version is required" }).int().min(0),
});
export type ReminderSettings = z.output<typeof ReminderSettings>;

export const SendReminders = z.object({
  invoiceIds: z
    .array(id("Choose an invoice"))
    .min(1, "Choose an invoice")
    .max(REMINDERS_A_REQUEST, "Please send at most 10 at a time"),
});
export type SendReminders = z.output<typeof SendReminders>;

export const PauseReminders = z.object({ paused: z.boolean().default(false) });
