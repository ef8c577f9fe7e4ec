import { z } from "zod";
import { DELIMITERS } from "~/domain/finance/imports/csv/parse";
import { POSSIBLE_ACTIONS, ROW_KINDS, ROWS_PER_PAGE } from "./classify";
import { DATE_ORDERS } from "./csv/dates";
import { ENCODINGS } from "./csv/decode";
import { COLUMN_ROLES, DECIMAL_MARKS } from "./formats";
import { SIGN_STYLES } from "./mapping";

/** The household's options for a file; omitted ones are detected. */
export const ImportOptions = z.object({
  encoding: z.enum(ENCODINGS).optional(),
  delimiter: z.enum(DELIMITERS).optional(),
  /** The row's number in a spreadsheet; 0 for a file without a header. */
  headerRow: z.int().min(0).max(1000).optional(),
  firstRow: z.int().min(1).max(1000).optional(),
  /** Role -> column from 0. */
  columns: z.partialRecord(z.enum(COLUMN_ROLES), z.int().min(0).max(199)).optional(),
  dateOrder: z.enum(DATE_ORDERS).optional(),
  decimalMark: z.enum(DECIMAL_MARKS).optional(),
  signStyle: z.enum(SIGN_STYLES).optional(),
  /** The file writes money out as positive. */
  flip: z.boolean().optional(),
  /** The word for money out next to an unsigned amount; '' if no column has one. */
  moneyOut: z.string().max(40).optional(),
  /** In a file with several accounts, the one to import; null for all rows. */
  onlyAccount: z.string().max(200).nullable().optional(),
});
export type ImportOptions = z.output<typeof ImportOptions>;

/** Decisions on possible matches. */
export const Decisions = z.object({
  /** For possible matches not listed in `rows`. */
  possible: z.enum(POSSIBLE_ACTIONS).optional(),
  /** Row number -> decision. */
  rows: z.record(z.string().regex(/^\d{1,7}$/), z.enum(POSSIBLE_ACTIONS)).optional(),
});
export type Decisions = z.output<typeof Decisions>;

/** Options are merged with the earlier ones; the file is read again and decisions are reset. */
export const ImportChange = z.object({ options: ImportOptions.optional(), decisions: Decisions.optional() });
export type ImportChange = z.output<typeof ImportChange>;

/** A page of a staged file's rows. `search` matches description, amount, date and row number. */
export const RowsQuery = z.object({
  kind: z.enum(ROW_KINDS).default("new"),
  /** The end of the previous page. */
  cursor: z
    .string()
    .regex(/^\d{1,6}\.\d{1,7}$/)
    .optional(),
  search: z.string().max(100).default(""),
  limit: z.coerce.number().int().min(1).max(100).default(ROWS_PER_PAGE),
});
export type RowsQuery = z.output<typeof RowsQuery>;

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

export const StageForm = z.object({
  file: z.file({ error: "Please choose a file" }).meta({ type: "string", format: "binary" }),
  options: jsonField(ImportOptions).optional(),
});

export const ImportForm = StageForm.extend({ decisions: jsonField(Decisions).optional() });

/** The form of the import dialog: a change to a staged import as one field. */
export const ChangeForm = z.object({ change: jsonField(ImportChange) });
