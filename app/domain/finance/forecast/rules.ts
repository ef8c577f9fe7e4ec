import { type HeldAccount, holderBalance, isLiability } from "~/domain/finance/accounts/totals";
import { addDays, addMonths, type CivilDate } from "~/domain/shared/dates";
import { type Currency, sumMinor } from "~/domain/shared/money";
import { type BalanceLine, balanceLine, type ForecastWindow } from "./balance-line";
import type { Flow } from "./flows";

export const RUNWAY_MONTHS = 24;

/** An account of a forecast, with its balance as the holder sees it: what a card owes is below zero. */
export interface ForecastAccount {
  id: string;
  currency: Currency;
  balanceMinor: number;
  /** The alarm goes off below this; null for no alarm. */
  floorMinor: number | null;
  /** Whether it counts in the total. */
  inTotal: boolean;
}

export interface ForecastView {
  currency: Currency;
  /** The floor of the total. */
  floorMinor: number;
  /** The account that pays for items without an account of their own; null to count those in the total alone. */
  mainAccountId: string | null;
}

export interface Forecast {
  total: BalanceLine;
  accounts: { accountId: string; line: BalanceLine }[];
}

/** From today on, `months` months long: 2027-01-01 to 2028-12-31. */
export function runwayWindow(today: CivilDate, months: number = RUNWAY_MONTHS): ForecastWindow {
  return { from: today, to: addDays(addMonths(today, months), -1) };
}

/** What a household wants to keep on an account. */
export interface AccountFloor {
  accountId: string;
  floorMinor: number;
}

/**
 * How an account takes part unless the household says otherwise: archived ones not at all, investments outside the
 * total, and credit accounts inside it with what they owe but without an alarm of their own.
 */
export function forecastAccounts(
  accounts: readonly (HeldAccount & { id: string })[],
  floors: readonly AccountFloor[] = [],
): ForecastAccount[] {
  const floorOf = new Map(floors.map(({ accountId, floorMinor }) => [accountId, floorMinor]));
  return accounts
    .filter((account) => account.isActive)
    .map(({ id, currency, accountType, balanceMinor }) => ({
      id,
      currency,
      balanceMinor: holderBalance(accountType, balanceMinor),
      floorMinor: floorOf.get(id) ?? (isLiability(accountType) ? null : 0),
      inTotal: accountType !== "investment",
    }));
}

/**
 * The runway of one currency at daily resolution, in total and per account. A flow on an account that is not given
 * (none, archived) is the main account's, or else counts in the total alone, so that no bill goes missing.
 */
export function forecast(
  plan: { accounts: readonly ForecastAccount[]; flows: readonly Flow[] },
  window: ForecastWindow,
  view: ForecastView,
): Forecast {
  const accounts = plan.accounts.filter((account) => account.currency === view.currency);
  const byAccount = new Map<string, Flow[]>(accounts.map(({ id }) => [id, []]));
  const homeless: Flow[] = [];
  for (const flow of plan.flows) {
    if (flow.item.currency !== view.currency) continue;
    const own = byAccount.get(flow.item.accountId ?? "") ?? byAccount.get(view.mainAccountId ?? "") ?? homeless;
    own.push(flow);
  }
  const counted = accounts.filter((account) => account.inTotal);
  const total = {
    balanceMinor: sumMinor(counted.map((account) => account.balanceMinor)),
    floorMinor: view.floorMinor,
  };
  return {
    total: balanceLine(total, [...counted.flatMap(({ id }) => byAccount.get(id) ?? []), ...homeless], window),
    accounts: accounts.map((account) => ({
      accountId: account.id,
      line: balanceLine(account, byAccount.get(account.id) ?? [], window),
    })),
  };
}

/** What may be spent now without ending a day below the floor before the next income. */
export interface SafeToSpend {
  /** The last day looked at: the day before the next income, or the end of the window without one. */
  through: CivilDate;
  lowestMinor: number;
  lowestOn: CivilDate;
  /** The lowest balance above the floor, never below 0. */
  safeMinor: number;
}

/** The lowest balance before the next income. Throws RangeError for a line without a day. */
export function safeToSpend(line: BalanceLine, floorMinor: number): SafeToSpend {
  const through = line.nextIncome ? addDays(line.nextIncome.date, -1) : line.window.to;
  const lows = line.balances
    .map((balanceMinor, at) => ({ balanceMinor, date: addDays(line.window.from, at) }))
    .filter(({ date }) => date <= through)
    .sort((a, b) => a.balanceMinor - b.balanceMinor);
  const low = lows[0];
  if (!low) throw new RangeError("a balance line needs at least one day");
  return {
    through,
    lowestMinor: low.balanceMinor,
    lowestOn: low.date,
    safeMinor: Math.max(0, low.balanceMinor - floorMinor),
  };
}
