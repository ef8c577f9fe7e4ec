import { DECIMAL_MARKS } from "./amounts";
import { DATE_ORDERS, readBankDate } from "./bank-dates";
import { isComplete } from "./columns";
import type { Evidence } from "./evidence";
import type { Layout } from "./layout";
import type { ImportMapping } from "./mapping";

export const QUESTION_KINDS = ["columns", "dateOrder", "decimalMark", "sign", "account"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/**
 * What the file leaves open. `needed` ones must be answered before anything is imported; the others ask to look twice.
 * `choices` are the values for the mapping's field: dateOrder, decimalMark, flip ('true', 'false'), onlyAccount.
 */
export type Question = {
  kind: QuestionKind;
  needed: boolean;
  text: string;
  choices: readonly string[];
  /** What each choice makes of the example, where there is one. */
  labels?: readonly string[];
};

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** The questions about a file as it was recognised, in the order to ask them. */
export function questionsAbout(mapping: ImportMapping, layout: Layout, evidence: Evidence): Question[] {
  return [
    columnsQuestion(mapping, layout),
    mapping.dateOrder === null ? dateOrderQuestion(evidence) : null,
    mapping.decimalMark === null ? decimalMarkQuestion(evidence) : null,
    signQuestion(mapping, layout, evidence),
    accountQuestion(evidence),
  ].filter((question) => question !== null);
}

function columnsQuestion(mapping: ImportMapping, layout: Layout): Question | null {
  const choices: string[] = [];
  if (!isComplete(mapping.columns)) {
    return { kind: "columns", needed: true, text: "Which columns hold the date and the amount?", choices };
  }
  if (layout.sure) return null;
  return { kind: "columns", needed: true, text: "The columns have no known names. Are they right?", choices };
}

function dateOrderQuestion({ dates }: Evidence): Question {
  const kind = "dateOrder";
  if (dates.choices.length === 0) {
    const text = `The dates do not all fit one order of day and month, ${dates.example} among them. Which order is right?`;
    return { kind, needed: true, text, choices: DATE_ORDERS };
  }
  const readings = dates.choices.map((order) => inWords(readBankDate(dates.example ?? "", order) ?? ""));
  const text = `Is ${dates.example} ${readings.join(" or ")}?`;
  return { kind, needed: true, text, choices: dates.choices, labels: readings };
}

function inWords(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

function decimalMarkQuestion({ amount, debit, credit, balance }: Evidence): Question {
  const example = amount.unclear ?? debit.unclear ?? credit.unclear ?? balance.unclear ?? "";
  const text = `Does ${example || "an amount"} have a decimal point or a decimal comma?`;
  return { kind: "decimalMark", needed: true, text, choices: DECIMAL_MARKS };
}

function signQuestion(mapping: ImportMapping, layout: Layout, { amount, credit }: Evidence): Question | null {
  const choices = ["false", "true"];
  if (layout.format) return null;
  if (mapping.signStyle === "split" && mapping.negativeCredits) {
    const text = `All ${credit.negative} amounts in the credit column are negative. Are they money in?`;
    return { kind: "sign", needed: true, text, choices };
  }
  if (mapping.signStyle !== "signed" || amount.positive <= amount.negative) return null;
  const text = `${amount.positive} of ${amount.positive + amount.negative} amounts are positive. Are they money out?`;
  return { kind: "sign", needed: false, text, choices };
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
