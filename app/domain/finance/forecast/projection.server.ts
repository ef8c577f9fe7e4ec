import { eq, sql } from "drizzle-orm";
import { users } from "#drizzle/schema/identity";
import { entriesIn } from "~/domain/finance/cashflow/cashflow.server";
import { assetWindow, type MonthPlan, readMonth } from "~/domain/finance/cashflow/month.server";
import { type ProjectionMode, projectedAssets } from "~/domain/finance/cashflow/projected-assets";
import { ASSETS_NOT_LOADED } from "~/domain/finance/tracker/messages";
import { planKey } from "~/domain/finance/tracker/plan";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { Currency } from "~/domain/shared/money";
import { allowPerson } from "~/domain/shared/permissions";
import { lastDayOfMonth, type MonthKey, monthKey } from "~/domain/shared/time/dates";
import { householdToday } from "~/domain/shared/time/household-day";
import { onceInIdentity } from "~/domain/shared/write.server";
import { readRecordAndLedger } from "./record.server";
import { stillToCome } from "./upcoming";

/** A month with everything its projected assets are computed from; `open` as `projectedAssets` takes it. */
export interface ProjectedMonth extends MonthPlan {
  mode: ProjectionMode;
  open: [string, number][] | null;
}

/** How the household counts the current month in projections: whole, unless it has chosen otherwise. */
export function projectionMode(ctx: Ctx): ProjectionMode {
  return allowPerson(ctx).projectsFromToday ? "remaining_days" : "whole_month";
}

/** Stores how the current month counts, for every screen and the API. */
export function setProjectionMode(ctx: Ctx, mode: ProjectionMode): Promise<{ mode: ProjectionMode }> {
  const { userId, member } = allowPerson(ctx);
  const projectsFromToday = mode === "remaining_days";
  return onceInIdentity(ctx, "setProjectionMode", { mode }, (commit) =>
    commit(member, {
      writes: [
        ctx.db
          .update(users)
          .set({ projectsFromToday, version: sql`${users.version} + 1` })
          .where(eq(users.id, userId)),
      ],
      result: { mode },
    }),
  );
}

/**
 * A month's lines, the plan up to it and the balances, in one round trip. If it counts from today on, also the amounts still to
 * come of each item.
 */
export async function readProjectedMonth(ctx: Ctx, month: MonthKey, mode: ProjectionMode): Promise<ProjectedMonth> {
  const today = householdToday(ctx);
  const window = assetWindow(month, today);
  if (mode === "whole_month") return { ...(await readMonth(ctx, month)), mode, open: null };
  const read = readRecordAndLedger(ctx, { from: month, to: month }, window);
  const both = await read.catch((cause: unknown) => ({ cause }));
  // `readMonth` reads each part separately, but not what posted rows leave of the plan.
  if ("cause" in both) {
    const plan = await readMonth(ctx, month);
    const failure = new DomainError("internal", ASSETS_NOT_LOADED, { cause: both.cause });
    const others = plan.failures.filter(({ message }) => message !== ASSETS_NOT_LOADED);
    return { ...plan, failures: [...others, failure], mode, open: null };
  }
  const { record, ledger } = both;
  const accounts = record.accounts.map(({ id, name, accountType, currency, isActive, balanceMinor }) => ({
    ...{ id, name, accountType, currency, isActive, balanceMinor },
  }));
  const open = stillToCome(record, lastDayOfMonth(month));
  const items = record.items.filter((item) => open.has(planKey(item)));
  return { today, ...entriesIn(ledger, month), items, accounts, failures: [], mode, open: [...open] };
}

interface ProjectionOptions {
  currency?: Currency;
  disabled?: ReadonlySet<string>;
  /** Overrides the household's choice. */
  mode?: ProjectionMode;
}

/**
 * The projected assets of one currency at the end of a month, as the tracker shows them.
 * @throws DomainError invalid for a past month
 */
export async function projectedAssetsAt(ctx: Ctx, month: MonthKey, options: ProjectionOptions) {
  const mode = options.mode ?? projectionMode(ctx);
  const text = "Please choose the current month or a later one";
  if (month < monthKey(householdToday(ctx))) throw new DomainError("invalid", text, { fields: { month: [text] } });
  const { today, items, accounts, currencies, failures, open } = await readProjectedMonth(ctx, month, mode);
  const [failure] = failures;
  if (failure) throw failure;
  const currency = options.currency ?? currencies[0];
  const assets = projectedAssets(
    { accounts, items },
    { today, target: month, mode, open: open && new Map(open) },
    { currency, disabledExpenseIds: options.disabled },
  );
  return { ...assets, mode, currency };
}
