import { MATCH_WINDOW } from "~/domain/finance/imports/verdicts";
import { dayNumber } from "~/domain/shared/dates";
import { foldedText, type KnownRow } from "./known-row";
import type { Arrival } from "./successors";

interface Found {
  /** Check number, merchant or the day's text agree too: one transaction, told twice. */
  sure: Map<Arrival, KnownRow>;
  /** Only the amount agrees: the household decides. */
  possible: Map<Arrival, KnownRow>;
}

/** Arrivals that a file or a person has entered already. Each row is taken once, the sure ones first. */
export function findOtherSource(arrivals: readonly Arrival[], rows: readonly KnownRow[]): Found {
  const byAmount = new Map<string, KnownRow[]>();
  for (const row of rows) {
    const key = `${row.accountId} ${row.amountMinor}`;
    const others = byAmount.get(key);
    if (others) others.push(row);
    else byAmount.set(key, [row]);
  }
  const taken = new Set<KnownRow>();
  const nearest = (arrival: Arrival, fits: (row: KnownRow) => boolean) => {
    const rowsOfAmount = byAmount.get(`${arrival.accountId} ${arrival.bank.amountMinor}`) ?? [];
    const open = rowsOfAmount.filter((row) => !taken.has(row) && isNear(arrival, row) && fits(row));
    return open.sort((a, b) => distance(arrival, a) - distance(arrival, b))[0];
  };
  const sure = new Map<Arrival, KnownRow>();
  const possible = new Map<Arrival, KnownRow>();
  if (byAmount.size === 0) return { sure, possible };
  for (const arrival of arrivals) {
    const row = nearest(arrival, (one) => agrees(arrival, one));
    if (!row) continue;
    taken.add(row);
    sure.set(arrival, row);
  }
  for (const arrival of arrivals.filter((one) => !sure.has(one))) {
    const row = nearest(arrival, () => true);
    if (!row) continue;
    taken.add(row);
    possible.set(arrival, row);
  }
  return { sure, possible };
}

function agrees({ bank }: Arrival, row: KnownRow): boolean {
  if (bank.checkNumber !== null && bank.checkNumber === row.checkNumber) return true;
  if (bank.merchantName !== null && row.merchantName !== null) {
    return foldedText(bank.merchantName) === foldedText(row.merchantName);
  }
  return bank.date === row.date && foldedText(bank.description) === foldedText(row.description);
}

/** The other source's row lies from 3 days before to 7 days after the bank's. */
function isNear({ bank }: Arrival, row: KnownRow): boolean {
  const days = dayNumber(row.date) - dayNumber(bank.date);
  return days >= -MATCH_WINDOW.before && days <= MATCH_WINDOW.after;
}

function distance({ bank }: Arrival, row: KnownRow): number {
  return Math.abs(dayNumber(row.date) - dayNumber(bank.date));
}
