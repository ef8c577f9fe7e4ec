import { formatLongDate } from "~/domain/shared/date-format";
import { isSameAccount, type KnownNumber, shownNumber } from "./account-number";
import { amountText, DECIMAL_MARKS, type DecimalMark, readAmount, shorten } from "./csv/amounts";
import { DATE_ORDERS, type DateOrder, readBankDate } from "./csv/dates";
import type { Encoding } from "./csv/decode";
import type { Delimiter, DetectedFormat, Evidence, Example, Layout } from "./csv/detect";
import type { DirectionWords } from "./csv/directions";
import type { SignDoubt } from "./csv/signs";
import { type Columns, isComplete } from "./formats";
import { createHasher } from "./sha256";

/**
 * signed: one column with its sign; split: separate columns for money out and money in; direction: an unsigned amount and a word.
 */
export const SIGN_STYLES = ["signed", "split", "direction"] as const;
export type SignStyle = (typeof SIGN_STYLES)[number];

/**
 * How to read one file, as plain JSON: detected, shown, corrected by the user, and saved per account and header. Rows count from
 * 1 as in a spreadsheet, columns from 0; headerRow 0 means no header. A null date order or decimal mark has not been chosen yet:
 * rows that depend on it are errors until then.
 */
export type ImportMapping = {
  format: string | null;
  encoding: Encoding;
  delimiter: Delimiter;
  headerRow: number;
  firstRow: number;
  columnCount: number;
  /** A row with fewer cells has lost some; up to the column count, cells may be missing at its end. */
  leastCount?: number;
  columns: Columns;
  dateOrder: DateOrder | null;
  decimalMark: DecimalMark | null;
  signStyle: SignStyle;
  /** The file writes money out as positive: the sign of every amount is reversed. */
  flip: boolean;
  /** Whether the balance's sign is reversed, if that differs from the amounts. */
  flipBalance?: boolean | undefined;
  /** The meaning of the direction column's words, if it was detected or set by the user and is not already known. */
  directionWords?: DirectionWords | null;
  /** Columns used as the description of a row whose own is empty, the likeliest first. */
  textColumns?: readonly number[];
  /** Columns without a name that continue the description. */
  moreDescription?: readonly number[];
  /** Amounts in the debit or the credit column are written as negative. */
  negativeDebits: boolean;
  negativeCredits: boolean;
  /** A row without a balance has not posted yet. */
  pendingWithoutBalance: boolean;
  /** The currency named in the header. */
  currency: string | null;
  /** In a file with several accounts, the one to import; null for all rows. */
  onlyAccount: string | null;
};

/** Identifies files with the same layout, so that an account's corrections can be reused: 32 hexadecimal digits. */
export function headerHash(header: readonly string[], columnCount: number): string {
  const names = header.map((cell) => cell.trim().toLowerCase());
  return createHasher()(names.length > 0 ? names.join("\u001f") : `${columnCount} columns without a header`);
}

export const QUESTION_KINDS = ["columns", "dateOrder", "decimalMark", "direction", "sign", "account"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/**
 * Open questions about a file. `needed` ones must be answered before the import; the others ask for a second look. `choices` are
 * the values of the option: dateOrder, decimalMark, moneyOut, flip ('true', 'false'), onlyAccount.
 */
export type Question = {
  kind: QuestionKind;
  needed: boolean;
  text: string;
  choices: readonly string[];
  /** How each choice reads the example, if there is one. */
  labels?: readonly string[];
};

/** The questions about a file as detected, in the order to ask them. */
export function questionsAbout(
  mapping: ImportMapping,
  { layout, evidence, signs }: { layout: Layout; evidence: Evidence; signs: SignDoubt },
): Question[] {
  return [
    columnsQuestion(mapping, layout),
    mapping.dateOrder === null ? dateOrderQuestion(evidence) : null,
    mapping.decimalMark === null ? decimalMarkQuestion(evidence) : null,
    signs && signQuestion(mapping, signs, { layout, evidence }),
    accountQuestion(evidence),
  ].filter((question) => question !== null);
}

function columnsQuestion(mapping: ImportMapping, layout: Layout): Question | null {
  const choices: string[] = [];
  if (!isComplete(mapping.columns)) {
    return { kind: "columns", needed: true, text: "Which columns hold the date and the amount?", choices };
  }
  if (layout.sure) return null;
  return {
    kind: "columns",
    needed: true,
    text: "The column names are not recognized. Are the columns right?",
    choices,
  };
}

function dateOrderQuestion({ dates }: Evidence): Question {
  const kind = "dateOrder";
  if (dates.choices.length === 0) {
    const text = `The dates do not all fit one order of day and month, ${dates.example} among them. Which order is right?`;
    return { kind, needed: true, text, choices: DATE_ORDERS };
  }
  const readings = dates.choices.map((order) => formatLongDate(readBankDate(dates.example ?? "", order) ?? ""));
  const text = `Is ${dates.example} ${readings.join(" or ")}?`;
  return { kind, needed: true, text, choices: dates.choices, labels: readings };
}

function decimalMarkQuestion({ amount, debit, credit, balance }: Evidence): Question {
  const example = amount.unclear ?? debit.unclear ?? credit.unclear ?? balance.unclear ?? "";
  const text = `Does ${example || "an amount"} have a decimal point or a decimal comma?`;
  return { kind: "decimalMark", needed: true, text, choices: DECIMAL_MARKS };
}

/** 'false' reads the amounts as written, 'true' reverses every sign. The labels show the result for the first one. */
function signQuestion(
  mapping: ImportMapping,
  doubt: NonNullable<SignDoubt>,
  { layout, evidence }: { layout: Layout; evidence: Evidence },
): Question {
  if (doubt.kind === "direction") {
    const name = layout.header[doubt.column] || `Column ${doubt.column + 1}`;
    return {
      kind: "direction",
      needed: true,
      text: `“${name}” says ${doubt.words.map((word) => `“${word}”`).join(" or ")}. Which one is money out?`,
      choices: [...doubt.words, ""],
      labels: [...doubt.words.map((word) => `“${word}” is money out`), "Neither"],
    };
  }
  const { positive, negative, examples } = evidence[doubt.of];
  const first = doubt.of === "credit" ? examples.negative : (examples.positive ?? examples.negative);
  const total = positive + negative;
  const counted =
    doubt.of === "amount"
      ? `${positive === total ? `All ${total}` : `${positive} of ${total}`} amounts are positive.`
      : doubt.of === "credit"
        ? `All ${negative} amounts in the credit column are negative.`
        : "Two columns hold amounts.";
  const choices = ["false", "true"];
  const labels = signLabels(first, mapping);
  return {
    kind: "sign",
    needed: true,
    text: `${counted} ${exampleText(first)}`,
    choices,
    labels: doubt.of === "debit" ? labels.toReversed() : labels,
  };
}

function exampleText(example: Example | null): string {
  if (example === null) return "Are they money in or money out?";
  const { row, text, cell } = example;
  return `Is row ${row} (${text ? `${shorten(text)}, ` : ""}${cell}) money in or money out?`;
}

function signLabels(example: Example | null, { decimalMark }: ImportMapping): string[] {
  const value = readAmount(example?.cell ?? "", decimalMark ?? ".");
  const amount = typeof value === "number" ? amountText(Math.abs(value)) : "";
  return [amount ? `Money in (+${amount})` : "Money in", amount ? `Money out (-${amount})` : "Money out"];
}

function accountQuestion({ accounts }: Evidence): Question | null {
  if (accounts.length < 2) return null;
  return {
    kind: "account",
    needed: true,
    text: "The file has several accounts. Which one is this?",
    choices: accounts,
  };
}

/** Statements that include their account's number. */
const STATEMENTS: readonly (string | null)[] = ["OFX", "QIF", "CAMT"];

/**
 * Asks before a statement of another account is imported into this one, and selects this account's rows in a file with several.
 */
export function withAccountNumber(
  questions: readonly Question[],
  { mapping, accounts }: Pick<DetectedFormat, "mapping" | "accounts">,
  known: KnownNumber,
): Question[] {
  if (!STATEMENTS.includes(mapping.format) || mapping.onlyAccount !== null) return [...questions];
  const [account = ""] = accounts;
  if (accounts.length === 1 && isSameAccount(account, known) === false) {
    const own = shownNumber(known.accountNumber ?? known.mask ?? "");
    return [
      ...questions,
      {
        kind: "account",
        needed: true,
        text: `The file is for account ${shownNumber(account)}, but this account is ${own}. Import it here anyway?`,
        choices: [account],
        labels: ["Import into this account"],
      },
    ];
  }
  const label = (choice: string) => (isSameAccount(choice, known) ? `${choice} (this account)` : choice);
  return questions.map((one) => (one.kind === "account" ? { ...one, labels: one.choices.map(label) } : one));
}

/**
 * Applies the user's choices for an earlier file with this header to a new one. The file's own frame (encoding, delimiter, first
 * row) and everything its rows prove take precedence; questions that the saved mapping answers are removed. Detect the file's
 * format with the saved columns first.
 */
export function withSavedMapping(detected: DetectedFormat, saved: ImportMapping): DetectedFormat {
  const { mapping: own, proven, questions, accounts } = detected;
  const onlyAccount = saved.onlyAccount !== null && accounts.includes(saved.onlyAccount) ? saved.onlyAccount : null;
  const mapping: ImportMapping = {
    ...saved,
    ...{ format: own.format, encoding: own.encoding, delimiter: own.delimiter },
    ...{ headerRow: own.headerRow, firstRow: own.firstRow, columnCount: own.columnCount, currency: own.currency },
    leastCount: own.leastCount ?? own.columnCount,
    dateOrder: proven.dateOrder ? own.dateOrder : (saved.dateOrder ?? own.dateOrder),
    decimalMark: proven.decimalMark ? own.decimalMark : (saved.decimalMark ?? own.decimalMark),
    textColumns: own.textColumns ?? [],
    moreDescription: own.moreDescription ?? [],
    onlyAccount,
    ...(proven.signs && signsIn(own)),
  };
  const isOpen = {
    columns: false,
    dateOrder: mapping.dateOrder === null,
    decimalMark: mapping.decimalMark === null,
    direction: false,
    sign: false,
    account: onlyAccount === null,
  };
  return { ...detected, mapping, questions: questions.filter((question) => isOpen[question.kind]) };
}

function signsIn(mapping: ImportMapping): Partial<ImportMapping> {
  const { columns, signStyle, flip, flipBalance, directionWords, negativeDebits, negativeCredits } = mapping;
  return { columns, signStyle, flip, flipBalance, directionWords, negativeDebits, negativeCredits };
}
