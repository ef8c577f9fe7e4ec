import { type AmountFault, readAmount } from "./amounts";
import type { ColumnRole } from "./columns";
import { directionOf } from "./evidence";
import type { ImportMapping } from "./mapping";

/** A row's cell of a role, '' where the file has no such column. */
export type CellOf = (role: ColumnRole) => string;

/** Signed minor units from the account holder's side (in +, out -), what is wrong, or why the row moves no money. */
export type RowAmount = { minor: number } | { fault: string } | { reason: string };

const FAULTS: Record<AmountFault, string> = {
  empty: "is empty",
  "not-a-number": "is not a number",
  "too-many-decimals": "has more than 2 decimals",
  "too-large": "is too large",
  "unclear-mark": "can be read two ways: say which is the decimal mark",
};
const SHOWN = 40;

/** The amount of one row under the mapping's sign style. */
export function rowAmount(mapping: ImportMapping, cellOf: CellOf): RowAmount {
  if (mapping.columns.direction !== undefined && directionOf(cellOf("direction")) === "none") {
    return { reason: `'${cellOf("direction")}' moves no money` };
  }
  const amount = amountByStyle(mapping, cellOf);
  if (!("minor" in amount)) return amount;
  const minor = mapping.flip ? -amount.minor : amount.minor;
  return withFee(minor, mapping, cellOf("fee"));
}

function amountByStyle(mapping: ImportMapping, cellOf: CellOf): RowAmount {
  switch (mapping.signStyle) {
    case "signed":
      return read("amount", cellOf("amount"), mapping);
    case "split":
      return splitAmount(mapping, cellOf);
    case "direction":
      return directedAmount(mapping, cellOf);
  }
}

/** Money out is negative whether the debit column writes it so or not; a lone opposite sign there is a reversal. */
function splitAmount(mapping: ImportMapping, cellOf: CellOf): RowAmount {
  const debit = read("debit", cellOf("debit") || "0", mapping);
  const credit = read("credit", cellOf("credit") || "0", mapping);
  if (!("minor" in debit)) return debit;
  if (!("minor" in credit)) return credit;
  if (debit.minor !== 0 && credit.minor !== 0) return { fault: "has both money out and money in" };
  if (cellOf("debit") === "" && cellOf("credit") === "") return { fault: "amount is empty" };
  const out = mapping.negativeDebits ? debit.minor : -debit.minor;
  return { minor: out + (mapping.negativeCredits ? -credit.minor : credit.minor) };
}

function directedAmount(mapping: ImportMapping, cellOf: CellOf): RowAmount {
  const amount = read("amount", cellOf("amount"), mapping);
  if (!("minor" in amount)) return amount;
  const word = cellOf("direction");
  const direction = directionOf(word);
  if (direction === null) return { fault: `'${shorten(word)}' does not say whether money went in or out` };
  if (amount.minor < 0) return { fault: `amount '${shorten(cellOf("amount"))}' has a sign besides '${shorten(word)}'` };
  return { minor: direction === "out" ? -amount.minor : amount.minor };
}

/** A fee that the bank keeps apart leaves the account with the amount. */
function withFee(minor: number, mapping: ImportMapping, cell: string): RowAmount {
  if (cell === "") return { minor };
  const fee = read("fee", cell, mapping);
  return "minor" in fee ? { minor: minor - Math.abs(fee.minor) } : fee;
}

function read(name: string, cell: string, mapping: ImportMapping): RowAmount {
  const value = readAmount(cell, mapping.decimalMark);
  if (typeof value === "number") return { minor: value };
  const named = name === "amount" || value === "empty" ? "amount" : name;
  return { fault: value === "empty" ? `${named} is empty` : `${named} '${shorten(cell)}' ${FAULTS[value]}` };
}

/** A cell as it is shown inside a message. */
export function shorten(cell: string): string {
  return cell.length > SHOWN ? `${cell.slice(0, SHOWN)}...` : cell;
}
