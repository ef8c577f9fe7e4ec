import { decimalText } from "~/domain/shared/money";
import { formatLongDate } from "~/domain/shared/time/date-format";
import { readAmount, shorten } from "./csv/amounts";
import { DATE_ORDERS, readBankDate } from "./csv/dates";
import type { Evidence, Example, Layout } from "./csv/layout";
import type { SignDoubt } from "./csv/signs";
import { DECIMAL_MARKS, isComplete } from "./formats";
import type { ImportMapping } from "./mapping";

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
  const amount = typeof value === "number" ? decimalText(Math.abs(value)) : "";
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
