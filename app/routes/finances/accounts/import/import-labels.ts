import { DATE_ORDERS, type DateOrder } from "~/domain/finance/imports/csv/dates";
import { ENCODINGS, type Encoding } from "~/domain/finance/imports/csv/decode";
import { DELIMITERS, type Delimiter } from "~/domain/finance/imports/csv/parse";
import { COLUMN_ROLES, type ColumnRole, DECIMAL_MARKS } from "~/domain/finance/imports/formats";
import { SIGN_STYLES, type SignStyle } from "~/domain/finance/imports/mapping";
import type { ImportPreview } from "~/domain/finance/imports/preview.server";
import type { QuestionKind } from "~/domain/finance/imports/questions";
import type { ImportOptions } from "~/domain/finance/imports/schema";

export const DATE_ORDER_LABELS: Record<DateOrder, string> = {
  ymd: "Year, month, day",
  mdy: "Month, day, year",
  dmy: "Day, month, year",
};
export const MARK_LABELS = { ".": "Decimal point: 1,234.56", ",": "Decimal comma: 1.234,56" } as const;
export const SIGN_LABELS: Record<SignStyle, string> = {
  signed: "One signed column",
  split: "Separate columns for money in and out",
  direction: "Amount and a debit/credit column",
};
export const DELIMITER_LABELS: Record<Delimiter, string> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
};
export const ENCODING_LABELS: Record<Encoding, string> = {
  "utf-8": "Unicode (UTF-8)",
  "utf-16le": "Unicode (UTF-16)",
  "utf-16be": "Unicode (UTF-16, big-endian)",
  "windows-1252": "Western European (Windows)",
  "windows-1250": "Central European (Windows)",
  "iso-8859-2": "Central European (ISO)",
  "windows-1251": "Cyrillic (Windows)",
  "windows-1257": "Baltic (Windows)",
};
export const ROLE_LABELS: Record<ColumnRole, string> = {
  date: "Date",
  postedDate: "Posting date",
  description: "Description",
  payee: "Payee",
  memo: "Memo",
  amount: "Amount",
  debit: "Money out",
  credit: "Money in",
  direction: "Debit or credit",
  type: "Type",
  balance: "Balance",
  checkNumber: "Check number",
  bankId: "Transaction ID",
  currency: "Currency",
  status: "Status",
  fee: "Fee",
  account: "Account",
};

/** Label of a question's choice. */
export function choiceLabel(kind: QuestionKind, choice: string): string {
  switch (kind) {
    case "dateOrder":
      return DATE_ORDER_LABELS[oneOf(DATE_ORDERS, choice) ?? "ymd"];
    case "decimalMark":
      return MARK_LABELS[oneOf(DECIMAL_MARKS, choice) ?? "."];
    case "direction":
    case "sign":
    case "columns":
    case "account":
      return choice;
  }
}

/** Converts an answer into an import option. */
export function answerOf(kind: QuestionKind, choice: string): ImportOptions {
  switch (kind) {
    case "dateOrder":
      return { dateOrder: oneOf(DATE_ORDERS, choice) };
    case "decimalMark":
      return { decimalMark: oneOf(DECIMAL_MARKS, choice) };
    case "direction":
      return { moneyOut: choice };
    case "sign":
      return { flip: choice === "true" };
    case "account":
      return { onlyAccount: choice };
    case "columns":
      return {};
  }
}

/**
 * The options changed in the correction form: a value left unchanged answers no question. With another delimiter or
 * header row the columns differ, so they are detected again.
 */
export function optionsOf(form: FormData, { mapping, questions }: Pick<ImportPreview, "mapping" | "questions">) {
  const text = (name: string) => String(form.get(name) ?? "");
  const encoding = oneOf(ENCODINGS, text("encoding"));
  const delimiter = oneOf(DELIMITERS, text("delimiter"));
  const headerRow = text("headerRow") === "" ? undefined : Number(text("headerRow"));
  const options: ImportOptions = encoding === mapping.encoding ? {} : { encoding };
  if (delimiter !== mapping.delimiter) options.delimiter = delimiter;
  if (headerRow !== mapping.headerRow) options.headerRow = headerRow;
  const isSameFrame = Object.keys(options).length === 0;
  const columns = columnsIn(form);
  const asksForColumns = questions.some(({ kind }) => kind === "columns");
  if (isSameFrame && (asksForColumns || hasChanged(columns, mapping.columns))) options.columns = columns;

  const dateOrder = oneOf(DATE_ORDERS, text("dateOrder"));
  const decimalMark = oneOf(DECIMAL_MARKS, text("decimalMark"));
  const signStyle = oneOf(SIGN_STYLES, text("signStyle"));
  const flip = text("flip") === "on";
  if (dateOrder && dateOrder !== mapping.dateOrder) options.dateOrder = dateOrder;
  if (decimalMark && decimalMark !== mapping.decimalMark) options.decimalMark = decimalMark;
  if (signStyle && signStyle !== mapping.signStyle) options.signStyle = signStyle;
  if (flip !== mapping.flip) options.flip = flip;
  return options;
}

type ChosenColumns = Partial<Record<ColumnRole, number>>;

function columnsIn(form: FormData): ChosenColumns {
  const columns: ChosenColumns = {};
  for (const role of COLUMN_ROLES) if (form.get(role)) columns[role] = Number(form.get(role));
  return columns;
}

function hasChanged(columns: ChosenColumns, known: ChosenColumns): boolean {
  return COLUMN_ROLES.some((role) => columns[role] !== known[role]);
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text);
}
