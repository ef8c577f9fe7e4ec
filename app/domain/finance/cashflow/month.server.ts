import { type AccountBalance, accountBalancesQuery } from "~/domain/finance/accounts/accounts.server";
import { ASSETS_NOT_LOADED, ITEM_MESSAGES, ROWS_NOT_LOADED } from "~/domain/finance/tracker/messages";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { type CivilDate, firstDayOfMonth, lastDayOfMonth, type MonthKey, monthKey } from "~/domain/shared/time/dates";
import { householdToday } from "~/domain/shared/time/household-day";
import { type AccountsLedger, ledgerOf, ledgerQueries } from "./actuals.server";
import { entriesIn } from "./cashflow.server";

/** The data of a tracker screen. Parts that could not be read are missing and listed in `failures`. */
export interface MonthPlan extends ReturnType<typeof entriesIn> {
  today: CivilDate;
  /** The plan from the current month to a future one, from which projected assets are computed. */
  items: StoredItem[];
  accounts: AccountBalance[];
  failures: DomainError[];
}

/** The days whose plan a month's screen needs: the month itself, and for a future one everything from the current month on. */
export function assetWindow(month: MonthKey, today: CivilDate): { from: CivilDate; to: CivilDate } {
  const current = monthKey(today);
  return { from: firstDayOfMonth(month > current ? current : month), to: lastDayOfMonth(month) };
}

/** A month's lines, the plan up to it and the balances, in one round trip. */
export async function readMonth(ctx: Ctx, month: MonthKey): Promise<MonthPlan> {
  const me = allowPerson(ctx);
  const today = householdToday(ctx);
  const current = monthKey(today);
  const { ledger, balances, failures } = await readAll(ctx, {
    ledger: ledgerQueries(ctx, me, { from: month, to: month, planFrom: month > current ? current : month }),
    balances: accountBalancesQuery(ctx, me.userId),
  });
  return { today, ...entriesIn(ledger, month), items: [...ledger.items], accounts: balances, failures };
}

/** The ledger of a range of months; parts that could not be read are missing and listed in `failures`. */
export async function readMonths(ctx: Ctx, months: { from: MonthKey; to: MonthKey }) {
  const { ledger, failures } = await readAll(ctx, {
    ledger: ledgerQueries(ctx, allowPerson(ctx), months),
    balances: null,
  });
  return { ledger, failures };
}

interface Statements {
  ledger: ReturnType<typeof ledgerQueries>;
  balances: ReturnType<typeof accountBalancesQuery> | null;
}

interface Read {
  ledger: AccountsLedger;
  balances: AccountBalance[];
  failures: DomainError[];
}

// One round trip. If a statement fails and takes the batch with it, each is sent separately so that the rest can be shown.
async function readAll(ctx: Ctx, { ledger, balances }: Statements): Promise<Read> {
  try {
    if (!balances) return { ledger: ledgerOf(ctx, await ctx.db.batch([...ledger])), balances: [], failures: [] };
    const [held, ...results] = await ctx.db.batch([balances, ...ledger]);
    return { ledger: ledgerOf(ctx, results), balances: held, failures: [] };
  } catch {
    const failures: DomainError[] = [];
    const settle = settler(failures);
    const [expenses, income, rows, coverage, decisions] = ledger;
    const results = await Promise.all([
      settle(ITEM_MESSAGES.expense.notLoaded, expenses),
      settle(ITEM_MESSAGES.income.notLoaded, income),
      settle(ROWS_NOT_LOADED, rows),
      settle(ROWS_NOT_LOADED, coverage),
      settle(ROWS_NOT_LOADED, decisions),
    ]);
    const held = balances ? await settle(ASSETS_NOT_LOADED, balances) : [];
    return { ledger: ledgerOf(ctx, results), balances: held, failures };
  }
}

function settler(failures: DomainError[]) {
  return async <Row>(text: string, statement: PromiseLike<Row[]>): Promise<Row[]> => {
    try {
      return await statement;
    } catch (cause) {
      // One message for parts that belong together.
      if (!failures.some(({ message }) => message === text))
        failures.push(new DomainError("internal", text, { cause }));
      return [];
    }
  };
}
