import { z } from "zod";
import { paging, pagingView } from "~/domain/shared/fields";
import { isMonthKey } from "~/domain/shared/time/dates";

export const CardPaymentFilter = z.object({
  month: z.string().refine(isMonthKey, "Enter a month as YYYY-MM").optional().describe("Defaults to the current month"),
  ...paging,
});
export type CardPaymentFilter = z.output<typeof CardPaymentFilter>;

/** The list's URL in the browser. */
export const CardPaymentView = z.object({ month: CardPaymentFilter.shape.month.catch(undefined), ...pagingView });
