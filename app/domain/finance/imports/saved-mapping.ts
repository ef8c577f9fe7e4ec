import { isSameAccount, type KnownNumber, shownNumber } from "./account-number";
import type { DetectedFormat } from "./csv/detect";
import type { ImportMapping } from "./mapping";
import type { Question } from "./questions";

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
