import type { DecimalMark } from "./amounts";
import { headerCurrency } from "./columns";
import type { DecodedFile, Refusal } from "./decode";
import { rankDelimiters } from "./delimiter";
import { type Evidence, gatherEvidence, type MoneyTally } from "./evidence";
import { type Correction, correctedLayout, type Layout, sampleRows, unknownLayout } from "./layout";
import { headerHash, type ImportMapping, type SignStyle } from "./mapping";
import { type Question, questionsAbout } from "./questions";
import { MAX_COLUMNS, MAX_ROWS } from "./records";

/** `header` holds the column names for the correction form, empty in a file without header. */
export type Recognition = {
  mapping: ImportMapping;
  /** What the rows themselves prove, so that nothing remembered overrules it. */
  proven: { dateOrder: boolean; decimalMark: boolean };
  header: readonly string[];
  headerHash: string;
  questions: Question[];
};

/**
 * Finds out how to read a decoded file: delimiter, header row, columns, date order, decimal mark and sign style, each
 * from all rows, under what the user corrects. What the file does not prove comes back as a question. A text without
 * columns, with more than 200 of them, without rows or with more than 200,000 comes back as a refusal, a sentence for
 * the user.
 */
export function recognise(file: DecodedFile, correction: Correction = {}): Recognition | Refusal {
  const delimiters = correction.delimiter ? [correction.delimiter] : rankDelimiters(file.text);
  const candidates = delimiters.map((delimiter) => {
    const rows = sampleRows(file.text, delimiter);
    const layout = correctedLayout(rows, correction);
    return { delimiter, layout: layout ?? unknownLayout(rows, correction), isFound: layout !== null };
  });
  const chosen = candidates.find((candidate) => candidate.isFound) ?? candidates[0];
  if (!chosen) return { refusal: "The file has no columns: no comma, semicolon, tab or bar divides its rows." };

  const { delimiter, layout } = chosen;
  const evidence = gatherEvidence(file.text, delimiter, layout);
  const refusal = refusalFor(evidence);
  if (refusal) return { refusal };
  const mapping: ImportMapping = {
    format: layout.format?.name ?? null,
    encoding: file.encoding,
    delimiter,
    headerRow: layout.headerRow,
    firstRow: layout.firstRow,
    columnCount: layout.columnCount,
    ...signsOf(layout, evidence),
    dateOrder: evidence.dates.order ?? hintedOrder(layout, evidence),
    decimalMark: decimalMark(layout, evidence),
    pendingWithoutBalance: layout.format?.pendingWithoutBalance ?? false,
    currency: currencyOf(layout),
    onlyAccount: null,
  };
  return {
    mapping,
    proven: { dateOrder: evidence.dates.order !== null, decimalMark: markOfRows(evidence) !== null },
    header: layout.header,
    headerHash: headerHash(layout.header, layout.columnCount),
    questions: questionsAbout(mapping, layout, evidence),
  };
}

function refusalFor({ rows, tooWide }: Evidence): string | null {
  if (tooWide !== null) return `Row ${tooWide} has more than ${MAX_COLUMNS} columns.`;
  if (rows === 0) return "The file has no rows below its header.";
  if (rows <= MAX_ROWS) return null;
  return `The file has ${rows.toLocaleString("en-US")} rows; the limit is ${MAX_ROWS.toLocaleString("en-US")}.`;
}

type Signs = Pick<ImportMapping, "columns" | "signStyle" | "flip" | "negativeDebits" | "negativeCredits">;

function signsOf({ columns, format }: Layout, evidence: Evidence): Signs {
  const { amount, debit, credit, directions } = evidence;
  const flip = format?.flip ?? false;
  const split =
    columns.amount === undefined ||
    (columns.debit !== undefined && columns.credit !== undefined && amount.negative === 0);
  const style = (signStyle: SignStyle, direction?: number): Signs => ({
    columns: { ...columns, direction },
    signStyle,
    flip,
    negativeDebits: signStyle === "split" && debit.negative > debit.positive,
    negativeCredits: signStyle === "split" && credit.negative > credit.positive,
  });
  if (split) return style("split");

  const words = directions.outPositive + directions.outNegative + directions.in + directions.none;
  const isDirection = words > 0 && (columns.direction !== undefined || directions.other === 0);
  if (!isDirection) return style("signed");
  const direction = columns.direction ?? columns.type;
  const unsigned = directions.outPositive > directions.outNegative;
  return style(unsigned ? "direction" : "signed", unsigned || directions.none > 0 ? direction : undefined);
}

/** What the known source always writes, unless the rows themselves say otherwise. */
function hintedOrder({ format }: Layout, { dates }: Evidence): ImportMapping["dateOrder"] {
  const hint = format?.dateOrder;
  return hint && dates.choices.includes(hint) ? hint : null;
}

/** Decided by the rows, else by the source; without any separator there is nothing to decide. */
function decimalMark({ format }: Layout, evidence: Evidence): DecimalMark | null {
  const unclear = [evidence.amount, evidence.debit, evidence.credit].some((tally) => tally.unclear !== null);
  return markOfRows(evidence) ?? format?.decimalMark ?? (unclear ? null : ".");
}

function markOfRows({ amount, debit, credit, balance }: Evidence): DecimalMark | null {
  return majority([amount, debit, credit]) ?? majority([balance]);
}

function majority(tallies: readonly MoneyTally[]): DecimalMark | null {
  const points = tallies.reduce((sum, tally) => sum + tally.marks["."], 0);
  const commas = tallies.reduce((sum, tally) => sum + tally.marks[","], 0);
  if (points === commas) return null;
  return points > commas ? "." : ",";
}

function currencyOf({ header, columns }: Layout): string | null {
  const column = columns.amount ?? columns.debit ?? columns.credit;
  return headerCurrency(header[column ?? -1] ?? "");
}
