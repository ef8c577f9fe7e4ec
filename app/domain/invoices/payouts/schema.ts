import { z } from "zod";
import { isMonthKey } from "~/domain/shared/dates";
import { paging } from "~/domain/shared/fields";

export const CardPaymentFilter = z.object({
  month: z.string().refine(isMonthKey, "Enter a month as YYYY-MM").optional().describe("Defaults to the current month"),
  ...paging,
});
export type CardPaymentFilter = z.output<typeof CardPaymentFilter>;
