import { z } from "zod";
import { DECIMAL_MARKS } from "./amounts";
import { DATE_ORDERS } from "./bank-dates";
import { COLUMN_ROLES } from "./columns";
import { POSSIBLE_ACTIONS } from "./decide";
import { DELIMITERS } from "./delimiter";
import { SIGN_STYLES } from "./mapping";

/** What the household says of a file; everything left out is found out. */
export const Reading = z.object({
  delimiter: z.enum(DELIMITERS).optional(),
  /** As a spreadsheet numbers it; 0 for a file without a header. */
  headerRow: z.int().min(0).max(1000).optional(),
  firstRow: z.int().min(1).max(1000).optional(),
  /** Role -> column from 0. */
  columns: z.partialRecord(z.enum(COLUMN_ROLES), z.int().min(0).max(199)).optional(),
  dateOrder: z.enum(DATE_ORDERS).optional(),
  decimalMark: z.enum(DECIMAL_MARKS).optional(),
  signStyle: z.enum(SIGN_STYLES).optional(),
  /** The file writes money out as positive. */
  flip: z.boolean().optional(),
  /** In a file of several accounts the one to import; null for all rows. */
  onlyAccount: z.string().max(200).nullable().optional(),
});
export type Reading = z.output<typeof Reading>;

/** What becomes of the rows that may be transactions the account has already. */
export const Decisions = z.object({
  /** For those that are not named below. */
  possible: z.enum(POSSIBLE_ACTIONS).optional(),
  /** Row number -> what becomes of it. */
  rows: z.record(z.string().regex(/^\d{1,7}$/), z.enum(POSSIBLE_ACTIONS)).optional(),
});
export type Decisions = z.output<typeof Decisions>;

/** A form field that holds JSON. */
function jsonField<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .max(200_000)
    .transform((text, check): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        check.addIssue({ code: "custom", message: "This is not valid JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

export const PreviewForm = z.object({
  file: z.file({ error: "Please choose a file" }).meta({ type: "string", format: "binary" }),
  reading: jsonField(Reading).optional(),
});

export const ImportForm = PreviewForm.extend({ decisions: jsonField(Decisions).optional() });
