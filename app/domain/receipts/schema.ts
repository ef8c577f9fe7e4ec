import { z } from "zod";
import { EXPENSE_CATEGORIES } from "~/domain/finance/tracker/categories";
import { blankToNull, line, optionalText, paging, version } from "~/domain/shared/fields";
import { CURRENCIES, hasWholeCents, minorFromDecimal, parseAmount } from "~/domain/shared/money";
import { isMoneyDate, isMonthKey, sentDate } from "~/domain/shared/time/dates";
import { RECEIPT_OWNERS, SUBJECT_KINDS } from "./receipt";

const MAX_MINOR = 100_000_000_000;

const amount = (required: string, least: number, tooSmall: string) =>
  z.union([z.string().trim(), z.number()], { error: required }).transform((value, check) => {
    const minor =
      typeof value === "string" ? parseAmount(value) : hasWholeCents(value) ? minorFromDecimal(value) : null;
    const problem =
      value === ""
        ? required
        : minor === null
          ? "Enter an amount such as 45.10"
          : minor < least
            ? tooSmall
            : minor > MAX_MINOR
              ? "Enter at most 1,000,000,000"
              : null;
    if (problem) check.addIssue({ code: "custom", message: problem });
    return minor ?? 0;
  });

const of = z
  .enum(RECEIPT_OWNERS, { error: "Choose business or household" })
  .optional()
  .describe("Whose receipts; defaults to the business for a member, otherwise to the household");

export const ReceiptOf = z.object({ of });

export const ReceiptFilter = z.object({
  of,
  list: z.enum(["month", "review"], { error: "Unknown list" }).default("month").describe("`review`: not confirmed yet"),
  month: z
    .string()
    .refine(isMonthKey, "Enter a month such as 2026-11")
    .optional()
    .describe("Defaults to the current month"),
  ...paging,
});
/** Screens can also page back. */
export type ReceiptFilter = z.output<typeof ReceiptFilter> & { before?: string };

/** From a screen's query; invalid values are ignored. */
export const ReceiptView = z.object({
  of: z.enum(RECEIPT_OWNERS).optional().catch(undefined),
  list: z.enum(["month", "review"]).catch("month"),
  month: z.string().refine(isMonthKey).optional().catch(undefined),
  cursor: paging.cursor.catch(undefined),
  before: paging.cursor.catch(undefined),
});

export const ReceiptPicture = z.object({
  picture: z.instanceof(File, { error: "Choose a picture" }).meta({ type: "string", format: "binary" }),
  sha256: blankToNull(z.string().regex(/^[0-9a-f]{64}$/, "Not a SHA-256 in hexadecimal"))
    .optional()
    .describe("SHA-256 of the file as it was chosen, if it was made smaller before it was uploaded"),
});
export type ReceiptPicture = z.output<typeof ReceiptPicture>;

const Fields = z.object({
  merchant: line("Enter the merchant", 120),
  boughtOn: z
    .string({ error: "Enter the date" })
    .trim()
    .min(1, { error: "Enter the date", abort: true })
    .transform((text) => sentDate(text) ?? "")
    .refine(isMoneyDate, "Enter a valid date")
    .describe("YYYY-MM-DD"),
  total: amount("Enter the total", 1, "The total must be greater than 0"),
  tax: blankToNull(amount("Enter the tax", 0, "The tax cannot be negative")),
  currency: z.enum(CURRENCIES, { error: "Choose a currency" }).default("USD"),
  note: optionalText(500),
  acceptDuplicate: z
    .union([z.boolean(), z.literal("on").transform(() => true)])
    .default(false)
    .describe("Save it although there is a receipt from the same merchant with the same day and total"),
  version,
});

type Amounts = { total: number; tax: number | null };

const taxFits = ({ total, tax }: Amounts, check: z.RefinementCtx) => {
  if (tax !== null && tax > total)
    check.addIssue({ code: "custom", path: ["tax"], message: "The tax is more than the total" });
};

function renamed<Input extends Amounts>({ total, tax, ...input }: Input) {
  return { ...input, totalMinor: total, taxMinor: tax };
}

const category = z.enum(EXPENSE_CATEGORIES, { error: "Choose a category" });

/** A receipt to confirm. */
export const ReceiptInput = Fields.extend({
  subjectKind: blankToNull(z.enum(SUBJECT_KINDS, { error: "Choose what it is for" })),
  subjectId: blankToNull(z.string().trim().max(64)).describe(
    "An id; for a work order or a purchase order, also its number",
  ),
  newExpense: category
    .nullable()
    .default(null)
    .describe("Creates an expense of this category in the household and links the receipt to it"),
})
  .superRefine(taxFits)
  .superRefine(({ subjectKind, subjectId, newExpense }, check) => {
    if (subjectId !== null && newExpense !== null)
      check.addIssue({ code: "custom", path: ["newExpense"], message: "Choose an expense or add one" });
    else if ((subjectKind === null) !== (subjectId === null))
      check.addIssue({ code: "custom", path: ["subjectId"], message: "Choose what it is for" });
  })
  .transform(renamed);
export type ReceiptInput = z.output<typeof ReceiptInput>;

/** The form's fields, before rules across fields apply. `subject` is '', 'new', or a kind and an id. */
export const ReceiptFormFields = Fields.extend({
  subject: z.string().trim().max(100).default(""),
  category: category.default("other"),
});

export const ReceiptForm = ReceiptFormFields.superRefine(taxFits).transform(
  ({ subject, category, ...input }, check) => {
    if (subject === "") return renamed({ ...input, subjectKind: null, subjectId: null, newExpense: null });
    if (subject === "new") return renamed({ ...input, subjectKind: null, subjectId: null, newExpense: category });
    const [kind, subjectId = ""] = subject.split(":");
    const subjectKind = SUBJECT_KINDS.find((one) => one === kind);
    if (subjectKind && subjectId) return renamed({ ...input, subjectKind, subjectId, newExpense: null });
    check.addIssue({ code: "custom", path: ["subject"], message: "Choose what it is for from the list" });
    return z.NEVER;
  },
);

export const ReceiptText = z.object({ text: z.string().max(20_000, "Use at most 20,000 characters") });
