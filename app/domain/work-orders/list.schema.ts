import { z } from "zod";
import { blankToNull, paging } from "~/domain/shared/fields";
import { PRIORITIES, WORK_ORDER_STATUSES } from "~/domain/work-orders/rules";

/** Several values: `a,b`, repeated in the query, or both. Empty means all. */
function several<T extends z.ZodType>(each: T) {
  const parts = (value: unknown) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => (typeof one === "string" ? one.split(",") : []));
  return z.preprocess((value) => [...new Set(parts(value).filter((part) => part !== ""))], z.array(each).max(9));
}

const day = blankToNull(z.iso.date({ error: "Please enter a valid date" })).optional();

/** Filters of the list, for its URL and the API alike. */
export const WorkOrderFilter = z.object({
  search: z.string().trim().max(200, "Please use at most 200 characters").optional(),
  status: several(z.enum(WORK_ORDER_STATUSES, { error: "Unknown status" })).optional(),
  priority: several(z.enum(PRIORITIES, { error: "Unknown priority" })).optional(),
  /** An id, or `none` for work orders nobody is assigned to. */
  technicianId: blankToNull(z.union([z.literal("none"), z.guid()], { error: "Unknown technician" })).optional(),
  customerId: blankToNull(z.guid({ error: "Unknown customer" })).optional(),
  /** Days of the scheduled start on the wall of the business, both included. */
  from: day,
  to: day,
  ...paging,
});
export type WorkOrderFilter = z.output<typeof WorkOrderFilter>;
