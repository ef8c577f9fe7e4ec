import { z } from "zod";
import { line, optionalLine, optionalText, version } from "~/domain/shared/fields";
import { CURRENCIES } from "~/domain/shared/money";
import { amount } from "./amount.schema";
import { ACCOUNT_TYPES } from "./types";

const institutionId = z
  .union([z.number(), z.string().regex(/^\d*$/, "Please choose a financial institution")])
  .nullish()
  .transform((given) => (given === undefined || given === null || given === "" ? null : Number(given)))
  .pipe(z.int("Please choose a financial institution").positive("Please choose a financial institution").nullable());

export const BankAccount = z.object({
  name: line("Account name is required", 120),
  accountNumber: optionalLine(40),
  accountType: z.enum(ACCOUNT_TYPES, { error: "Please choose an account type" }).default("checking"),
  /** What one has; for a credit account what one owes. */
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
  .meta({ type: "object", description: "The whole account, or only isActive" });
export type BankAccountChange = z.output<typeof BankAccountChange>;

function isOnlyActive(given: unknown): boolean {
  if (typeof given !== "object" || given === null) return false;
  const keys = Object.keys(given).filter((key) => key !== "version");
  return keys.length === 1 && keys[0] === "isActive";
}
