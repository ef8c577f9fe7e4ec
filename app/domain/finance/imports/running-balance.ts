import { amountText } from "./amounts";
import type { ImportRow } from "./row";

const SHOWN = 3;

type Gap = { row: number; before: number; amount: number; after: number };
type Gaps = { count: number; first: Gap[] };

/**
 * Checks that each balance is the one before it plus the amount, for files with the oldest or the newest row first,
 * and says in sentences where it is not. Rows without a balance count into the next step; `interrupt` begins anew,
 * where a row could not be read.
 */
export function createBalanceCheck() {
  const oldestFirst: Gaps = { count: 0, first: [] };
  const newestFirst: Gaps = { count: 0, first: [] };
  let steps = 0;
  let above: { row: number; balance: number; amount: number } | null = null;
  let unbalanced = 0;

  function add(row: ImportRow): void {
    if (row.pending) return;
    const [amount, balance] = [row.amountMinor, row.balanceMinor];
    if (balance === undefined) {
      unbalanced += amount;
      return;
    }
    if (above) {
      steps += 1;
      compare(oldestFirst, { row: row.row, before: above.balance, amount: unbalanced + amount, after: balance });
      compare(newestFirst, {
        row: above.row,
        before: balance,
        amount: unbalanced + above.amount,
        after: above.balance,
      });
    }
    above = { row: row.row, balance, amount };
    unbalanced = 0;
  }

  function interrupt(): void {
    above = null;
    unbalanced = 0;
  }

  function warnings(): string[] {
    const { count, first } = oldestFirst.count <= newestFirst.count ? oldestFirst : newestFirst;
    if (count === 0) return [];
    if (count > steps / 2) return ["The balances do not follow the amounts: check the columns and the sign."];
    const more = count - first.length;
    const others = `The balance does not follow in ${more} more ${more === 1 ? "row" : "rows"}.`;
    return more > 0 ? [...first.map(describe), others] : first.map(describe);
  }

  return { add, interrupt, warnings };
}

function compare(gaps: Gaps, gap: Gap): void {
  if (gap.before + gap.amount === gap.after) return;
  gaps.count += 1;
  if (gaps.first.length < SHOWN) gaps.first.push(gap);
}

function describe({ row, before, amount, after }: Gap): string {
  return `Row ${row}: the balance is ${amountText(after)}, but ${amountText(before)} and ${amountText(amount)} make ${amountText(before + amount)}`;
}
