import { transaction } from "~/domain/finance/accounts/transactions.server";
import { isBudget } from "~/domain/finance/matching/budgets";
import { namesAgree } from "~/domain/finance/matching/matching";
import { happensOn } from "~/domain/finance/tracker/move";
import { occurrenceKey, planKey, type StoredItem } from "~/domain/finance/tracker/plan";
import { expand } from "~/domain/finance/tracker/recurrence";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { addDays, type CivilDate, daysBetween, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { type ActualEntry, type HouseholdLedger, MAX_MATCH_DAYS, monthActuals } from "./actuals";
import { readLedger, unplannedItem } from "./actuals.server";
import { type LedgerRow, rowEffect } from "./row-effect";

/** No more than a person will read through. */
const MAX_OPTIONS = 40;

/** A posted row as a choice; `paidFor` is the planned item it is currently matched to, if any. */
export interface RowOption {
  id: string;
  name: string;
  date: CivilDate;
  amountMinor: number;
  paidFor: string | null;
}

/** An occurrence as a choice; `hasRow` if it is currently matched to another row. */
export interface OccurrenceOption {
  key: string;
  name: string;
  date: CivilDate;
  amountMinor: number;
  hasRow: boolean;
}

/** A current match: found automatically, or made by the household. */
interface Match<Option> {
  option: Option;
  isDecided: boolean;
}

type Ledger = HouseholdLedger<StoredItem>;
type Entry = ActualEntry<StoredItem>;

// A row counts in the month of its own date, which may be up to MAX_MATCH_DAYS from its occurrence.
function entriesAround(ledger: Ledger, date: CivilDate): Entry[] {
  const month = monthKey(date);
  return [shiftMonth(month, -1), month, shiftMonth(month, 1)].flatMap((each) =>
    monthActuals(ledger, each, unplannedItem),
  );
}

function ledgerAround(ctx: Ctx, date: CivilDate): Promise<Ledger> {
  const month = monthKey(date);
  return readLedger(ctx, allowPerson(ctx), { from: shiftMonth(month, -1), to: shiftMonth(month, 1) });
}

function paidByRow(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(
    entries.flatMap((entry) => (entry.planned && entry.transactionId ? [[entry.transactionId, entry]] : [])),
  );
}

function occurrenceOfEntry({ item, planned, date }: Entry): string {
  return occurrenceKey(item, planned?.date ?? date);
}

function rowOption(row: LedgerRow, paid: ReadonlyMap<string, Entry>): RowOption {
  const { id, name, date, amountMinor } = row;
  return { id, name, date, amountMinor, paidFor: paid.get(id)?.item.name ?? null };
}

interface Fit {
  days: number;
  driftMinor: number;
  amountMinor: number;
  agree: boolean;
}

// Nearest in amount and date first; a matching name outweighs a few days.
function distance({ days, driftMinor, amountMinor, agree }: Fit): number {
  return Math.abs(days) + (Math.abs(driftMinor) * 100) / Math.max(1, amountMinor) - (agree ? 30 : 0);
}

/**
 * The rows that may match a planned occurrence, the most likely first, and the current match.
 * @throws DomainError not_found for an occurrence that the household does not have, and for a budget
 */
export async function rowsForOccurrence(ctx: Ctx, { key, date }: { key: string; date: CivilDate }) {
  const ledger = await ledgerAround(ctx, date);
  const item = ledger.items.find((each) => planKey(each) === key);
  if (!item || isBudget(item) || !happensOn(item, date)) throw notFound();
  const paid = paidByRow(entriesAround(ledger, date));
  const own = occurrenceKey(item, date);
  const decided = new Map(ledger.decisions.map((each) => [`${each.transactionId} ${each.occurrenceKey}`, each.same]));
  const direction = item.kind === "income" ? 1 : -1;
  const rows = ledger.rows.filter(
    (row) =>
      row.currency === item.currency &&
      Math.sign(row.amountMinor) === direction &&
      Math.abs(daysBetween(date, row.date)) <= MAX_MATCH_DAYS &&
      rowEffect(row)?.kind === item.kind,
  );
  const current = rows.find(({ id }) => {
    const entry = paid.get(id);
    return entry !== undefined && occurrenceOfEntry(entry) === own;
  });
  const options = rows
    .filter((row) => row !== current)
    .map((row) => ({
      option: rowOption(row, paid),
      at: distance({
        days: daysBetween(date, row.date),
        driftMinor: Math.abs(row.amountMinor) - item.amountMinor,
        amountMinor: item.amountMinor,
        agree: namesAgree(item.name, row.text),
      }),
    }))
    .sort(
      (a, b) =>
        Number(a.option.paidFor !== null) - Number(b.option.paidFor !== null) ||
        a.at - b.at ||
        (a.option.id < b.option.id ? -1 : 1),
    )
    .slice(0, MAX_OPTIONS)
    .map(({ option }) => option);
  const match: Match<RowOption> | null = current
    ? { option: rowOption(current, paid), isDecided: decided.get(`${current.id} ${own}`) === true }
    : null;
  const { name, amountMinor, currency } = item;
  return { occurrence: { key: own, name, date, amountMinor, currency }, match, options };
}

/**
 * The planned occurrences that a posted row may match, the most likely first, and the current match. `near` is the row's date
 * from the URL, so that everything can be read at once; `movedTo` is the actual date if it differs.
 * @throws DomainError not_found for a row that the household does not have
 */
export async function occurrencesForRow(ctx: Ctx, transactionId: string, near: CivilDate) {
  const ledger = await ledgerAround(ctx, near);
  const row = ledger.rows.find(({ id }) => id === transactionId);
  if (!row || row.date !== near) return { movedTo: (await transaction(ctx, transactionId)).transactionDate };
  const paid = paidByRow(entriesAround(ledger, near));
  const entry = paid.get(row.id);
  const currentKey = entry ? occurrenceOfEntry(entry) : null;
  const taken = new Set([...paid.values()].map(occurrenceOfEntry));
  const decided = ledger.decisions.find((each) => each.transactionId === row.id && each.same);
  const kind = rowEffect(row) ? (row.amountMinor > 0 ? "income" : "expense") : null;
  const [from, to] = [addDays(row.date, -MAX_MATCH_DAYS), addDays(row.date, MAX_MATCH_DAYS)];
  const all = ledger.items
    .filter((item) => item.kind === kind && item.currency === row.currency && !isBudget(item))
    .flatMap((item) =>
      expand(item, from, to).map((date) => ({
        option: optionOf(item, date, taken),
        at: distance({
          days: daysBetween(date, row.date),
          driftMinor: Math.abs(row.amountMinor) - item.amountMinor,
          amountMinor: item.amountMinor,
          agree: namesAgree(item.name, row.text),
        }),
      })),
    )
    .sort(
      (a, b) =>
        Number(a.option.hasRow) - Number(b.option.hasRow) || a.at - b.at || (a.option.key < b.option.key ? -1 : 1),
    )
    .map(({ option }) => option);
  const current = all.find(({ key }) => key === currentKey);
  const match: Match<OccurrenceOption> | null = current
    ? { option: current, isDecided: decided?.occurrenceKey === current.key }
    : null;
  const { id, name, date, amountMinor, currency } = row;
  return {
    movedTo: null,
    row: { id, name, date, amountMinor, currency, counts: kind !== null },
    match,
    options: all.filter((option) => option !== current).slice(0, MAX_OPTIONS),
  };
}

function optionOf(item: StoredItem, date: CivilDate, taken: ReadonlySet<string>): OccurrenceOption {
  const key = occurrenceKey(item, date);
  const { name, amountMinor } = item;
  return { key, name, date, amountMinor, hasRow: taken.has(key) };
}
