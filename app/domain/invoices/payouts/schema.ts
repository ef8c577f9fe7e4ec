import { z } from "zod";
import { paging } from "~/domain/shared/fields";
import { isMonthKey } from "~/domain/shared/time/dates";

export const CardPaymentFilter = z.object({
  month: z.string().refine(isMonthKey, "Enter a month as YYYY-MM").optional().describe("Defaults to the current month"),
  ...paging,
});
export type CardPaymentFilter = z.output<typeof CardPaymentFilter>;
