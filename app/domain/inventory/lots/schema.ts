import { z } from "zod";
import type { PostedKind } from "~/domain/inventory/movement";
import { blankToNull, civilDate, line, optionalLine, paging, pagingView } from "~/domain/shared/fields";
import { MAX_LOT_NUMBER } from "./lot";

/** Lot fields of a posting line. */
export const lotFields = {
  /** The lot to receive or take from; omitted: the first to expire. */
  lotNumber: optionalLine(MAX_LOT_NUMBER),
  /** For incoming stock; omitted: computed from the item's shelf life. */
  expiresOn: blankToNull(civilDate),
};

interface LotLine {
  quantity: number;
  lotNumber: string | null;
  expiresOn: string | null;
}

export interface LineRefusal {
  field: string;
  message: string;
}

/** Lot fields not allowed for this kind of posting. */
export function lotRefusals(kind: PostedKind, { quantity, lotNumber, expiresOn }: LotLine): LineRefusal[] {
  const comesIn = kind === "receipt" || kind === "return" || (kind === "adjustment" && quantity > 0);
  const refusals: (LineRefusal | false)[] = [
    kind === "count" &&
      lotNumber !== null && { field: "lotNumber", message: "A count covers all lots. Adjust the lot instead" },
    expiresOn !== null &&
      (comesIn
        ? lotNumber === null && { field: "lotNumber", message: "Enter the lot number that expires on that date" }
        : { field: "expiresOn", message: "Only stock coming in can have an expiration date" }),
  ];
  return refusals.filter((refusal) => refusal !== false);
}

const lotFilter = {
  itemId: z.string().max(64).optional(),
  /** Days from today; 0 lists lots that are expired or expire today. */
  expiresWithin: z.coerce
    .number("Please enter a number of days")
    .int("Please enter a whole number of days")
    .min(0, "Please enter 0 or more days")
    .max(3650, "Please enter at most 3,650 days")
    .optional(),
};

/** Lots that are in stock. */
export const LotFilter = z.object({ ...lotFilter, ...paging });
export type LotFilter = z.output<typeof LotFilter>;

/** The list's URL in the browser: invalid values are ignored instead of refused. */
export const LotView = z.object({
  itemId: lotFilter.itemId.catch(undefined),
  expiresWithin: lotFilter.expiresWithin.catch(undefined),
  ...pagingView,
});

export const LotWriteOff = z.object({ lotId: z.guid({ error: "Choose a lot" }).toLowerCase() });

/** Civil dates. */
export const ExpiryCorrection = z
  .object({
    expiresOn: civilDate,
    /** The expiry before the correction; null or omitted: unknown. */
    previousExpiresOn: blankToNull(civilDate),
    reason: line("Enter a reason", 500),
  })
  .refine(({ expiresOn, previousExpiresOn }) => expiresOn !== previousExpiresOn, {
    path: ["expiresOn"],
    error: "Enter a different date",
  });
export type ExpiryCorrection = z.output<typeof ExpiryCorrection>;
