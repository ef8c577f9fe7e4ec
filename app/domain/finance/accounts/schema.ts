import { z } from "zod";
import { blankToNull, civilDate, line, optionalLine, optionalText, version } from "~/domain/shared/fields";
import { CURRENCIES, hasWholeCents, minorFromDecimal, parseAmount } from "~/domain/shared/money";
import { isWebAddress } from "~/domain/shared/network/web-address";
import { ACCOUNT_TYPES, ASSIGNABLE_CATEGORIES, TRANSACTION_CATEGORIES, TRANSACTION_TYPES } from "./account";
import { MAX_CHANGED, REVIEW_STATES, TRANSACTION_SORTS } from "./transaction-changes";

interface AmountMessages {
  /** Shown when nothing was entered. */
  required: string;
  /** Shown when the input is not an amount. */
  invalid: string;
}

const tooPrecise = "Please use at most 2 decimals";

/**
 * Parses a decimal number from the API (12.5) or typed text ('1,234.50') into minor units. Extra decimals are an error, never
 * rounded.
 */
function amount({ required, invalid }: AmountMessages) {
  return z
    .unknown()
    .transform((given, check): number => {
      const refuse = (message: string) => {
        check.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      if (given === undefined || given === null || (typeof given === "string" && given.trim() === "")) {
        return refuse(required);
      }
      if (typeof given !== "number" && typeof given !== "string") return refuse(invalid);
      const minor = typeof given === "number" ? minorFromDecimal(given) : parseAmount(given);
      if (minor !== null && (typeof given !== "number" || hasWholeCents(given))) return minor;
      return refuse(hasMoreDecimals(given) ? tooPrecise : invalid);
    })
    .meta({ type: "number" });
}

function hasMoreDecimals(given: number | string): boolean {
  return /^-?[\d,]*\.\d{3,}$/.test(String(given).trim());
}

const institutionId = z
  .union([z.number(), z.string().regex(/^\d*$/, "Please choose a financial institution")])
  .nullish()
  .transform((given) => (given === undefined || given === null || given === "" ? null : Number(given)))
  .pipe(z.int("Please choose a financial institution").positive("Please choose a financial institution").nullable());

export const BankAccount = z.object({
  name: line("Account name is required", 120),
  accountNumber: optionalLine(40),
  accountType: z.enum(ACCOUNT_TYPES, { error: "Please choose an account type" }).default("checking"),
  /** The balance; for a credit account, the amount owed. */
  currentBalance: amount({ required: "Starting balance is required", invalid: "Must be a valid number" }),
  institutionId,
  description: optionalText(1000),
  currency: z.enum(CURRENCIES, { error: "Please choose a currency" }).default("USD"),
  isActive: z.boolean().optional(),
  version: version.optional(),
});
export type BankAccount = z.output<typeof BankAccount>;

const OnlyActive = z.object({ isActive: z.boolean(), version: version.optional() });
export type OnlyActive = z.output<typeof OnlyActive>;

/** The whole account, or only `isActive`. */
export const BankAccountChange = z
  .unknown()
  .transform((given, check): BankAccount | OnlyActive => {
    const result = isOnlyActive(given) ? OnlyActive.safeParse(given) : BankAccount.safeParse(given);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) check.addIssue({ code: "custom", path, message });
    return z.NEVER;
  })
  .meta({ type: "object", description: "Send the whole account, or only `isActive`" });
export type BankAccountChange = z.output<typeof BankAccountChange>;

function isOnlyActive(given: unknown): boolean {
  if (typeof given !== "object" || given === null) return false;
  const keys = Object.keys(given).filter((key) => key !== "version");
  return keys.length === 1 && keys[0] === "isActive";
}

const urlText = "Please enter a valid URL";
const colorText = "Please enter a color such as #1a73e8";

/** A web address; `https://` is assumed if the scheme is missing. */
const optionalUrl = blankToNull(
  z
    .string()
    .trim()
    .max(480, urlText)
    .transform((text, check) => {
      const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/\//, "")}`;
      if (isWebAddress(address)) return address;
      check.addIssue({ code: "custom", message: urlText });
      return z.NEVER;
    }),
);

export const Institution = z.object({
  name: line("Institution name is required", 120),
  website: optionalUrl,
  logoUrl: optionalUrl,
  description: optionalText(1000),
  primaryColor: blankToNull(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#([\da-f]{3}|[\da-f]{6})$/, colorText)
      .transform((color) => (color.length === 4 ? color.replace(/[\da-f]/g, "$&$&") : color)),
  ),
  isActive: z.boolean().optional(),
  version: version.optional(),
});
export type Institution = z.output<typeof Institution>;

const noAmount = "Please enter a valid positive amount";

export const Transaction = z
  .object({
    amount: amount({ required: noAmount, invalid: noAmount }).refine((minor) => minor !== 0, { error: noAmount }),
    transactionDate: civilDate,
    description: line("Description is required", 500),
    type: z.enum(TRANSACTION_TYPES, { error: "Please choose a type" }).default("deposit"),
    category: z.enum(TRANSACTION_CATEGORIES, { error: "Please choose a category" }).default("other"),
    /** The destination of a transfer. */
    toAccountId: z.string().max(60).nullish(),
    isReconciled: z.boolean().optional(),
    lowers: z
      .boolean()
      .optional()
      .describe("For an adjustment: whether it takes money away; defaults to the sign of `amount`"),
    notes: optionalText(4000),
    /** The account of the transaction; redundant with the URL and rejected if the two differ. */
    accountId: z.string().max(60).nullish(),
    version: version.optional(),
  })
  .superRefine(({ type, toAccountId, amount: minor }, check) => {
    if (minor < 0 && type !== "adjustment") check.addIssue({ code: "custom", path: ["amount"], message: noAmount });
    if (type === "transfer" && !toAccountId) {
      check.addIssue({ code: "custom", path: ["toAccountId"], message: "Please select a destination account" });
    }
  });
export type Transaction = z.output<typeof Transaction>;

/** Query for an account's transactions, newest first. */
export const TransactionPage = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});
export type TransactionPage = z.output<typeof TransactionPage>;

function amountBound(text: string) {
  return z
    .string()
    .trim()
    .optional()
    .transform((given, check) => {
      if (!given) return undefined;
      const minor = parseAmount(given);
      if (minor !== null) return minor;
      check.addIssue({ code: "custom", message: "Please enter a valid amount" });
      return z.NEVER;
    })
    .describe(text);
}

const filterDay = civilDate.optional();

/** Filters for the transactions of all accounts. */
export const TransactionFilter = z.object({
  q: z.string().trim().max(100).optional(),
  account: z.string().max(64).optional(),
  category: z.enum(TRANSACTION_CATEGORIES).optional(),
  from: filterDay,
  to: filterDay,
  min: amountBound("Smallest amount, in either direction"),
  max: amountBound("Largest amount, in either direction"),
  review: z.enum(REVIEW_STATES).optional(),
  sort: z.enum(TRANSACTION_SORTS).default("newest"),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(500).optional(),
});
/** Screens can also page back. */
export type TransactionFilter = z.output<typeof TransactionFilter> & { before?: string };

/** One change to many transactions. */
export const TransactionsChange = z
  .object({
    ids: z
      .array(z.string().min(1).max(64))
      .min(1, "Please select at least one transaction")
      .max(MAX_CHANGED, `Please select at most ${MAX_CHANGED.toLocaleString("en-US")} transactions`),
    category: z.enum(TRANSACTION_CATEGORIES, { error: "Please choose a category" }).optional(),
    excluded: z.boolean().optional(),
    reviewed: z.boolean().optional(),
  })
  .refine(({ category, excluded, reviewed }) => [category, excluded, reviewed].some((given) => given !== undefined), {
    path: ["category"],
    error: "Please choose what to change",
  });
export type TransactionsChange = z.output<typeof TransactionsChange>;

export const CategoryRule = z.object({
  pattern: line("Please enter the text to look for", 100).refine((text) => text.length >= 2, {
    error: "Please enter at least 2 characters",
  }),
  category: z
    .enum(TRANSACTION_CATEGORIES, { error: "Please choose a category" })
    .refine((category) => ASSIGNABLE_CATEGORIES.some((one) => one === category), "Savings is for transfers only"),
  merchantName: optionalLine(100),
});
export type CategoryRule = z.output<typeof CategoryRule>;

/** The same change as submitted by the buttons of a form. */
export const TransactionsForm = z
  .object({
    ids: z
      .array(z.string().min(1).max(64))
      .min(1, "Please select at least one transaction")
      .max(MAX_CHANGED, `Please select at most ${MAX_CHANGED.toLocaleString("en-US")} transactions`),
    act: z.enum(["categorize", "exclude", "include", "review"], { error: "Please choose what to change" }),
    category: z.enum(TRANSACTION_CATEGORIES).optional().catch(undefined),
  })
  .superRefine(({ act, category }, check) => {
    if (act === "categorize" && !category) {
      check.addIssue({ code: "custom", path: ["category"], message: "Please choose a category" });
    }
  })
  .transform(({ ids, act, category }): TransactionsChange => {
    switch (act) {
      case "categorize":
        return { ids, category };
      case "exclude":
        return { ids, excluded: true };
      case "include":
        return { ids, excluded: false };
      case "review":
        return { ids, reviewed: true };
    }
  });
