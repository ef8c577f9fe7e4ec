import { z } from "zod";
import { ARCHIVE_MONTHS } from "./archive";

const months: readonly number[] = ARCHIVE_MONTHS;

/** When details of work orders are archived: after this many months without a change; 0 for never. */
export const ArchiveSettings = z.object({
  afterMonths: z.coerce.number().refine((value) => months.includes(value), "Choose one of the periods"),
  version: z.coerce.number().int().min(0),
});
export type ArchiveSettings = z.output<typeof ArchiveSettings>;
