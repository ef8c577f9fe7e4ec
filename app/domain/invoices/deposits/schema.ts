import { z } from "zod";
import { percentPpm } from "~/domain/billing/schema";
import { sum } from "~/domain/invoices/schema";
import { blankToNull, email, optionalEmail, optionalText, version } from "~/domain/shared/fields";

/** A requested deposit: an amount, or a percentage of what the job would be billed today. */
export const NewDepositRequest = z
  .object({
    amount: blankToNull(sum),
    percent: blankToNull(percentPpm(100)),
    /** Shown to the customer with the request. */
    note: optionalText(500),
    /** Recipient of the link by email; blank: not emailed, the link is handed over another way. */
    to: optionalEmail,
  })
  .superRefine(({ amount, percent }, check) => {
    if (amount === null && percent === null)
      check.addIssue({ code: "custom", path: ["amount"], message: "Enter an amount or a percentage" });
    if (amount !== null && percent !== null)
      check.addIssue({ code: "custom", path: ["percent"], message: "Use an amount or a percentage, not both" });
  });
export type NewDepositRequest = z.output<typeof NewDepositRequest>;

export const SendDepositRequest = z.object({ to: email, version });
export type SendDepositRequest = z.output<typeof SendDepositRequest>;
