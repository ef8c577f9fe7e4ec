import { isRecurring, type PlannedItem, planKey } from "~/domain/finance/tracker/plan";
import { expand, type Flow } from "~/domain/finance/tracker/recurrence";
import { type Currency, sumMinor } from "~/domain/shared/money";
import { addDays, type CivilDate, civilDate, dayNumber } from "~/domain/shared/time/dates";
import { cardsIn, debtPaidBy, type NamedAccount } from "./card-debt";

/** The maximum number of days to look ahead if no main pay comes sooner. */
const MAX_DAYS = 30;
const YEAR_DAYS = 365;

/** The amount that is safe to spend now, with its components. Minor units of one currency. */
export interface SafeToSpend {
  /** The last day considered, inclusive. */
  through: CivilDate;
  /** The pay that comes the day after `through`; null if the 30-day limit applies. */
  nextPay: { name: string; date: CivilDate } | null;
  /** On checking and other spending accounts, without savings and investments. */
  spendingMinor: number;
  /** Planned expenses from today through `through`, including late ones, without what pays the debt of the cards. */
  dueMinor: number;
  dueCount: number;
  /** The amount owed on cards. */
  owedMinor: number;
  /** The balance the household wants to keep. */
  floorMinor: number;
  /** Never below 0. */
  safeMinor: number;
  /** The shortfall if more is due than available. */
  missingMinor: number;
}

/** A pay is a main one if its yearly total is at least half that of the largest recurring income. */
function mainPays(items: readonly PlannedItem[], today: CivilDate): Set<string> {
  const recurring = items.filter((item) => item.kind === "income").filter(isRecurring);
  const yearly = recurring.map((item) => ({
    item,
    minor: item.amountMinor * expand(item, addDays(today, 1), addDays(today, YEAR_DAYS)).length,
  }));
  const largest = Math.max(0, ...yearly.map(({ minor }) => minor));
  return new Set(yearly.filter(({ minor }) => minor > 0 && minor * 2 >= largest).map(({ item }) => planKey(item)));
}

// From the flows, because a pay that has already arrived comes no more.
function nextMainPay(items: readonly PlannedItem[], flows: readonly Flow[], today: CivilDate): SafeToSpend["nextPay"] {
  const pays = mainPays(items, today);
  const now = dayNumber(today);
  let next: Flow | null = null;
  for (const flow of flows) {
    if (flow.day <= now || flow.day > now + MAX_DAYS + 1 || (next && flow.day >= next.day)) continue;
    if (pays.has(planKey(flow.item))) next = flow;
  }
  return next && { name: next.item.name, date: civilDate(next.day) };
}

interface Money {
  accounts: readonly NamedAccount[];
  items: readonly PlannedItem[];
  /** The flows still to come from today on, without those already posted. */
  flows: readonly Flow[];
}

/**
 * The balance of the spending accounts less the debt of the cards and everything due before the next main pay, or within 30 days
 * if none comes sooner. Smaller income before that day is not counted.
 */
export function safeToSpend(
  { accounts, items, flows }: Money,
  { today, currency, floorMinor }: { today: CivilDate; currency: Currency; floorMinor: number },
): SafeToSpend {
  const own = accounts.filter((account) => account.isActive && account.currency === currency);
  const nextPay = nextMainPay(
    items.filter((item) => item.currency === currency),
    flows,
    today,
  );
  const through = nextPay ? addDays(nextPay.date, -1) : addDays(today, MAX_DAYS - 1);
  const [first, last] = [dayNumber(today), dayNumber(through)];
  const paid = debtPaidBy(flows, accounts, currency);
  const due = flows
    .filter(
      ({ day, amountMinor, item }) => item.currency === currency && amountMinor < 0 && day >= first && day <= last,
    )
    .map((flow) => Math.abs(flow.amountMinor) - (paid.get(flow) ?? 0))
    .filter((minor) => minor > 0);
  const spends = ({ accountType }: NamedAccount) => accountType === "checking" || accountType === "other";
  const spendingMinor = sumMinor(own.filter(spends).map(({ balanceMinor }) => balanceMinor));
  const owedMinor = sumMinor(cardsIn(accounts, currency).map(({ balanceMinor }) => Math.max(0, balanceMinor)));
  const dueMinor = sumMinor(due);
  const leftMinor = spendingMinor - dueMinor - owedMinor - floorMinor;
  return {
    ...{ through: civilDate(last), nextPay, spendingMinor, dueMinor, dueCount: due.length, owedMinor, floorMinor },
    safeMinor: Math.max(0, leftMinor),
    missingMinor: Math.max(0, -leftMinor),
  };
}
