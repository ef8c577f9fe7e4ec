import { z } from "zod";
import { percentPpm } from "~/domain/billing/schema";
import { blankToNull, email, optionalEmail, optionalText, version } from "~/domain/shared/fields";
import { sum } from "../schema";

/** A deposit to ask for: an amount, or so much of what the job would be billed today. */
export const NewDepositRequest = z
  .object({
    amount: blankToNull(sum),
    percent: blankToNull(percentPpm(100)),
    /** What the customer reads beside it. */
    note: optionalText(500),
    /** Who gets the link by mail; blank: nobody, it is handed over another way. */
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
