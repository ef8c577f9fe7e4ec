import { DECIMAL_MARKS } from "~/domain/finance/imports/csv/amounts";
import { DATE_ORDERS, type DateOrder } from "~/domain/finance/imports/csv/dates";
import { DELIMITERS, type Delimiter } from "~/domain/finance/imports/csv/detect";
import { COLUMN_ROLES, type ColumnRole } from "~/domain/finance/imports/formats";
import { type QuestionKind, SIGN_STYLES, type SignStyle } from "~/domain/finance/imports/mapping";
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

/** The label of a question's choice. */
export function choiceLabel(kind: QuestionKind, choice: string): string {
  switch (kind) {
    case "dateOrder":
      return DATE_ORDER_LABELS[oneOf(DATE_ORDERS, choice) ?? "ymd"];
    case "decimalMark":
      return MARK_LABELS[oneOf(DECIMAL_MARKS, choice) ?? "."];
    case "sign":
    case "columns":
    case "account":
      return choice;
  }
}

/** The answer as an option of the import. */
export function answerOf(kind: QuestionKind, choice: string): ImportOptions {
  switch (kind) {
    case "dateOrder":
      return { dateOrder: oneOf(DATE_ORDERS, choice) };
    case "decimalMark":
      return { decimalMark: oneOf(DECIMAL_MARKS, choice) };
    case "sign":
      return { flip: choice === "true" };
    case "account":
      return { onlyAccount: choice };
    case "columns":
      return {};
  }
}

/** The values of the correction form; empty fields are detected. */
export function optionsOf(form: FormData): ImportOptions {
  const text = (name: string) => String(form.get(name) ?? "");
  const columns: Partial<Record<ColumnRole, number>> = {};
  for (const role of COLUMN_ROLES) if (text(role) !== "") columns[role] = Number(text(role));
  return {
    delimiter: oneOf(DELIMITERS, text("delimiter")),
    headerRow: text("headerRow") === "" ? undefined : Number(text("headerRow")),
    columns,
    dateOrder: oneOf(DATE_ORDERS, text("dateOrder")),
    decimalMark: oneOf(DECIMAL_MARKS, text("decimalMark")),
    signStyle: oneOf(SIGN_STYLES, text("signStyle")),
    flip: text("flip") === "on",
  };
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text);
}
