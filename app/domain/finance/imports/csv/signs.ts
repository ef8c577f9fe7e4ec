import { type Columns, columnName, likelyRole } from "~/domain/finance/imports/formats";
import type { ImportMapping } from "~/domain/finance/imports/mapping";
import type { WordCount } from "./column-words";
import { type Direction, type DirectionWords, directionOf, wordOf } from "./directions";
import type { Correction, Evidence, Layout } from "./layout";

type Signs = Pick<
  ImportMapping,
  "columns" | "signStyle" | "flip" | "flipBalance" | "negativeDebits" | "negativeCredits" | "directionWords"
>;

/** The open question about signs. `words` are the two words of a column that may show the direction. */
export type SignDoubt =
  | { kind: "sign"; of: "amount" | "debit" | "credit" }
  | { kind: "direction"; column: number; words: readonly string[] }
  | null;

type FoundSigns = Signs & { proven: boolean; question: SignDoubt };

/** How the file distinguishes money in from money out, and whether its rows prove it. */
export function signsOf(layout: Layout, evidence: Evidence, correction: Correction): FoundSigns {
  const { columns } = layout;
  const { amount } = evidence;
  const hasSides = columns.debit !== undefined && columns.credit !== undefined;
  if (columns.amount === undefined || (hasSides && amount.negative === 0)) return split(layout, evidence, correction);
  return byWords(layout, evidence, correction) ?? byAmounts(layout, evidence, correction);
}

function style(columns: Columns, signs: Partial<FoundSigns>): FoundSigns {
  return {
    columns: { ...columns, direction: undefined },
    signStyle: "signed",
    flip: false,
    flipBalance: undefined,
    negativeDebits: false,
    negativeCredits: false,
    directionWords: null,
    proven: false,
    question: null,
    ...signs,
  };
}

function split(
  { columns, format, sidesKnown }: Layout,
  evidence: Evidence,
  { columns: chosen }: Correction,
): FoundSigns {
  const { debit, credit, balanceProof } = evidence;
  const signs = {
    signStyle: "split",
    flip: format?.flip ?? false,
    negativeDebits: debit.negative > debit.positive,
    negativeCredits: credit.negative > credit.positive,
  } as const;
  if (!sidesKnown && chosen === undefined) {
    if (balanceProof.all === 1) return style(columns, { ...signs, proven: true });
    const swapped = { ...columns, debit: columns.credit, credit: columns.debit };
    const other = { negativeDebits: signs.negativeCredits, negativeCredits: signs.negativeDebits };
    if (balanceProof.all === -1) return style(swapped, { ...signs, ...other, proven: true });
    // If one of the two columns is written as negative, it is money out.
    if (signs.negativeCredits && !signs.negativeDebits) return style(swapped, { ...signs, ...other });
    if (signs.negativeDebits && !signs.negativeCredits) return style(columns, signs);
    return style(columns, { ...signs, question: { kind: "sign", of: "debit" } });
  }
  const isOdd = signs.negativeCredits && !format && balanceProof.all !== 1;
  return style(columns, { ...signs, question: isOdd ? { kind: "sign", of: "credit" } : null });
}

/** By a column whose words are known, proven by the balance, or set by the user. */
function byWords(layout: Layout, evidence: Evidence, { moneyOut }: Correction): FoundSigns | null {
  const { columns, twoValued } = layout;
  const order = [columns.direction, ...twoValued, columns.type].filter((column) => column !== undefined);
  const candidates = [...new Set(order)];
  for (const column of candidates) {
    const found = byKnownWords(layout, evidence, column);
    if (found) return found;
  }
  // Known sources write directions with known words only.
  if (evidence.amount.negative > 0 || layout.format !== null) return null;
  for (const column of candidates) {
    const directionWords = provenWords(evidence, column);
    if (directionWords) return directed(columns, column, { directionWords, proven: true });
  }
  const open = candidates
    .map((column) => unknownWords(layout, evidence, column))
    .filter((one) => one !== null)
    .toSorted((one, other) => one.words.join("").length - other.words.join("").length)[0];
  if (!open || moneyOut === "") return null;
  if (moneyOut === undefined) return style(columns, { question: open });
  const out = wordOf(moneyOut);
  const other = open.words.map(wordOf).filter((word) => word !== out);
  const directionWords = { [out]: "out" as const, ...Object.fromEntries(other.map((word) => [word, "in" as const])) };
  return directed(columns, open.column, { directionWords });
}

function directed(columns: Columns, direction: number, signs: Partial<FoundSigns>): FoundSigns {
  return style(columns, { columns: { ...columns, direction }, signStyle: "direction", ...signs });
}

type Totals = Record<Direction | "other", { rows: number; positive: number; negative: number }>;

function byKnownWords({ columns, header, format }: Layout, evidence: Evidence, column: number): FoundSigns | null {
  const counts = evidence.words.get(column)?.counts() ?? new Map<string, WordCount>();
  const isNamed = column === columns.direction || likelyRole(columnName(header[column] ?? "")) === "direction";
  const totals = totalsOf(counts);
  const { out, in: into, none, other } = totals;
  if (out.rows + into.rows + none.rows === 0 || (!isNamed && other.rows > 0)) return null;
  // A single short word in all rows of a column without a telling name may mean anything.
  if (
    !isNamed &&
    (out.rows === 0 || into.rows === 0) &&
    none.rows === 0 &&
    [...counts.keys()].some((word) => word.length < 3)
  )
    return null;
  if (!isNamed && evidence.amount.negative > 0 && out.positive > 0 && out.negative + into.positive > 0) return null;
  const flip = format?.flip ?? false;
  const keeps = none.rows > 0 ? { columns: { ...columns, direction: column } } : {};
  // A sign next to the word that always agrees with it, or never does.
  if (out.negative + into.negative > 0 && out.positive + into.negative === 0)
    return style(columns, { flip, ...keeps, proven: !flip });
  const isOpposite = out.positive > 1 && into.negative > 1 && out.negative + into.positive + other.rows === 0;
  if (isOpposite) {
    return style(columns, { flip: true, ...keeps, proven: true });
  }
  if (out.positive > out.negative) return directed(columns, column, { flip, proven: true });
  if (out.rows > 0) return style(columns, { flip, ...keeps, proven: out.negative > out.positive });
  return into.rows > 0 && into.negative === 0 ? directed(columns, column, { flip }) : null;
}

function totalsOf(counts: ReadonlyMap<string, WordCount>): Totals {
  const empty = () => ({ rows: 0, positive: 0, negative: 0 });
  const totals: Totals = { out: empty(), in: empty(), none: empty(), other: empty() };
  for (const { cell, rows, positive, negative } of counts.values()) {
    const sum = totals[directionOf(cell) ?? "other"];
    sum.rows += rows;
    sum.positive += positive;
    sum.negative += negative;
  }
  return totals;
}

/** The words of a column if the balance falls with some of them and rises with the others; else null. */
function provenWords({ words, balanceProof }: Evidence, column: number): DirectionWords | null {
  const found = [...(words.get(column)?.counts().keys() ?? [])].map(
    (word) => [word, balanceProof.of(column, word)] as const,
  );
  const proofs = new Set(found.map(([, proof]) => proof));
  return proofs.has(1) && proofs.has(-1) && !proofs.has(null) ? toWords(found) : null;
}

function toWords(found: readonly (readonly [word: string, proof: number | null])[]): DirectionWords {
  return Object.fromEntries(found.map(([word, proof]) => [word, proof === 1 ? "in" : "out"]));
}

const SHORT_WORD = 14;

function unknownWords({ columns, header }: Layout, { words, balanceProof }: Evidence, column: number) {
  const found = [...(words.get(column)?.counts().keys() ?? [])].map((word) => balanceProof.of(column, word));
  if ([columns.description, columns.payee, columns.memo, columns.account].includes(column)) return null;
  // The balance moves the same way with either word.
  if (found[0] !== null && found.every((proof) => proof === found[0])) return null;
  const counts = [...(words.get(column)?.counts().values() ?? [])];
  const cells = counts.map(({ cell }) => cell);
  const isNamed = column === columns.direction || likelyRole(columnName(header[column] ?? "")) === "direction";
  if (cells.length !== 2 || cells.some((cell) => cell === "" || cell.length > SHORT_WORD)) return null;
  return isNamed || cells.every((cell) => !/\d/.test(cell))
    ? ({ kind: "direction", column, words: cells } as const)
    : null;
}

/** Unsigned amounts need at least this many steps as proof. */
const BARE_STEPS = 3;

/**
 * By the signs of one column: as the source is known to write them, as the balance proves, else assuming that most rows are money
 * out.
 */
function byAmounts({ columns, format }: Layout, evidence: Evidence, { isLiability }: Correction): FoundSigns {
  const { amount, balance, balanceProof } = evidence;
  if (format) return style(columns, { flip: format.flip ?? false });
  // The amount owed may be written as positive; the balance then proves nothing about the amounts' own signs.
  const isClear = isLiability !== true || balance.negative > balance.positive;
  const isBare = amount.negative === 0 && (balanceProof.steps < BARE_STEPS || !balanceProof.ordered);
  if (isBare) return style(columns, { question: amount.positive > 0 ? { kind: "sign", of: "amount" } : null });
  if (balanceProof.all === 1 && isClear) return style(columns, { flipBalance: false, proven: true });
  if (balanceProof.all === -1 && isClear) return style(columns, { flip: true, flipBalance: false, proven: true });
  const isOpen = isLiability === true || amount.positive > amount.negative;
  return style(columns, { question: isOpen ? { kind: "sign", of: "amount" } : null });
}
