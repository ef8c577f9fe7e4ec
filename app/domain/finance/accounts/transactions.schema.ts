import { z } from "zod";
import { civilDate, line, optionalText, version } from "~/domain/shared/fields";
import { amount } from "./amount.schema";
import { categoryAllows, TRANSACTION_CATEGORIES, TRANSACTION_CATEGORY_LABELS, TRANSACTION_TYPES } from "./types";

const noAmount = "Please enter a valid positive amount";

export const Transaction = z
  .object({
    amount: amount({ required: noAmount, invalid: noAmount }).refine((minor) => minor > 0, { error: noAmount }),
    transactionDate: civilDate,
    description: line("Description is required", 500),
    type: z.enum(TRANSACTION_TYPES, { error: "Please choose a type" }).default("deposit"),
    category: z.enum(TRANSACTION_CATEGORIES, { error: "Please choose a category" }).default("other"),
    /** Where a transfer goes. */
    toAccountId: z.string().max(60).nullish(),
    isReconciled: z.boolean().optional(),
    notes: optionalText(4000),
    /** The account it belongs to: said by the address already, and refused where the two differ. */
    accountId: z.string().max(60).nullish(),
    version: version.optional(),
  })
  .superRefine(({ type, category, toAccountId }, check) => {
    if (type === "transfer" && !toAccountId) {
      check.addIssue({ code: "custom", path: ["toAccountId"], message: "Please select a destination account" });
    }
    if (!categoryAllows(category, type)) {
      const label = TRANSACTION_CATEGORY_LABELS[category];
      check.addIssue({ code: "custom", path: ["category"], message: `${label} is no category of a ${type}` });
    }
  });
export type Transaction = z.output<typeof Transaction>;

/** A page of an account's transactions, newest first. */
export const TransactionPage = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});
export type TransactionPage = z.output<typeof TransactionPage>;
