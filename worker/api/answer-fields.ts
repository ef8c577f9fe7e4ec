import { z } from "zod";
import { quantityOf } from "~/domain/inventory/quantity";
import { toDecimal } from "~/domain/shared/money";

/** Minor units as a decimal. */
export const decimalOrNull = (minor: number | null) => (minor === null ? null : toDecimal(minor));

/** Parts per million as a percentage. */
export const percentOf = (ppm: number) => ppm / 10_000;

/** Thousandths as a quantity in the item's base unit. */
export const quantityOrNull = (milli: number | null) => (milli === null ? null : quantityOf(milli));

export const quantity = z.number().describe("In the item's base unit, to the thousandth");

/** The path parameter of what belongs to a work order. */
export const ofWorkOrder = z.object({
  id: z.string().max(100).describe("Id, number or reference of the work order, such as WO-012"),
});

/** A page of a list; `total` is null if the rows are not counted. */
export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.number().int().nullable() });
