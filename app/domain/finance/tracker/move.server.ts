import { and, eq, gt, sql } from "drizzle-orm";
import { plannedMatches } from "#drizzle/schema/finance-accounts";
import { expenses, income, whatIfScenarios } from "#drizzle/schema/finance-tracker";
import type { Ctx, Person } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { householdToday } from "~/domain/shared/time/household-day";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { readExpense } from "./expenses.server";
import { readIncome } from "./income.server";
import { happensOn, type Moved, movedItem } from "./move";
import { isRecurring, occurrenceKey, planKey, type StoredExpense, type StoredIncome, type StoredItem } from "./plan";
import { nextOccurrence } from "./recurrence";
import { expenseValues, incomeValues, refusals, stale } from "./rows.server";
import type { MoveOccurrence } from "./schema";
import { expenseAnswer, incomeAnswer } from "./serialize";

/**
 * Moves an expense's occurrence to another date, alone or with all later ones. The part that differs becomes a separate item, to
 * which saved what-if scenarios apply as well.
 * @throws DomainError not_found; conflict with `{ current }` for a stale version, or if there is no occurrence on that date
 */
export function moveExpense(ctx: Ctx, id: string, move: MoveOccurrence): Promise<{ id: string }> {
  const me = allowPerson(ctx);
  return once(ctx, "moveExpense", { id, move }, async (commit) => {
    const stored = await readExpense(ctx, me, id);
    if (stored.version !== move.version) throw stale(expenseAnswer(stored));
    const { revised, split } = moved(ctx, stored, move);
    const own = and(eq(expenses.userId, me.userId), eq(expenses.id, id), eq(expenses.version, move.version));
    const writes: Write[] = [
      ctx.db.update(expenses).set(expenseValues(revised)).where(own),
      assertRowChanged(ctx, "stale"),
      ...split.map((item) => addExpense(ctx, me, item)),
      ...scenariosFollow(ctx, me, { revised, split }),
      ...matchesFollow(ctx, me, { revised, split }, move),
    ];
    return commit(null, { writes, result: { id }, refusals });
  });
}

/** As `moveExpense`, for income. */
export function moveIncome(ctx: Ctx, id: string, move: MoveOccurrence): Promise<{ id: string }> {
  const me = allowPerson(ctx);
  return once(ctx, "moveIncome", { id, move }, async (commit) => {
    const stored = await readIncome(ctx, me, id);
    if (stored.version !== move.version) throw stale(incomeAnswer(stored));
    const { revised, split } = moved(ctx, stored, move);
    const own = and(eq(income.userId, me.userId), eq(income.id, id), eq(income.version, move.version));
    const writes: Write[] = [
      ctx.db.update(income).set(incomeValues(revised)).where(own),
      assertRowChanged(ctx, "stale"),
      ...split.map((item) => addIncome(ctx, me, item)),
      ...scenariosFollow(ctx, me, { revised, split }),
      ...matchesFollow(ctx, me, { revised, split }, move),
    ];
    return commit(null, { writes, result: { id }, refusals });
  });
}

function moved<Item extends StoredItem>(ctx: Ctx, stored: Item, move: MoveOccurrence): Moved<Item> {
  if (!happensOn(stored, move.date)) {
    throw new DomainError("conflict", "This item is no longer on that day. Reload the calendar.");
  }
  const { revised, split } = movedItem(stored, move);
  const at = ctx.now.toISOString();
  return {
    revised: { ...revised, version: stored.version + 1, updatedAt: at },
    split: split.map((item) => ({ ...item, id: ctx.newId(), version: 1, createdAt: at, updatedAt: at })),
  };
}

function addExpense(ctx: Ctx, me: Person, item: StoredExpense): Write {
  return ctx.db.insert(expenses).values({ ...expenseValues(item), userId: me.userId });
}

function addIncome(ctx: Ctx, me: Person, item: StoredIncome): Write {
  return ctx.db.insert(income).values({ ...incomeValues(item), userId: me.userId });
}

/**
 * The household's decisions about the occurrences after a moved one, which stay on their dates, refer to the item that has them
 * now.
 */
function matchesFollow(ctx: Ctx, me: Person, { revised, split }: Moved<StoredItem>, move: MoveOccurrence): Write[] {
  const rest = move.scope === "one" ? split.find(isRecurring) : undefined;
  if (!rest) return [];
  const m = plannedMatches;
  const later = and(eq(m.userId, me.userId), gt(m.occurrenceKey, occurrenceKey(revised, move.date)));
  const ofItem = sql`substr(${m.occurrenceKey}, 1, ${planKey(revised).length + 1}) = ${`${planKey(revised)}@`}`;
  const key = sql`${planKey(rest)} || substr(${m.occurrenceKey}, ${planKey(revised).length + 1})`;
  return [ctx.db.update(m).set({ occurrenceKey: key }).where(and(later, ofItem))];
}

/** The changes that a saved scenario can have; the table checks it. */
const MAX_SCENARIO_CHANGES = 30;

/**
 * Saved scenarios that change the item change each part of it that is still to come; only the one that goes on, where a scenario
 * has no room for all.
 */
function scenariosFollow(ctx: Ctx, me: Person, { revised, split }: Moved<StoredItem>): Write[] {
  const today = householdToday(ctx);
  const parts = [revised, ...split].filter((item) => nextOccurrence(item, today) !== null);
  const ongoing = parts.findLast(isRecurring) ?? parts.at(-1);
  if (split.length === 0 || !ongoing) return [];
  const key = planKey(revised);
  const isAbout = sql`substr(c.value, 1, 5) <> 'plus~' AND instr(c.value || '~', ${`~${key}~`}) > 0`;
  const [all, one] = [JSON.stringify(parts.map(planKey)), JSON.stringify([planKey(ongoing)])];
  const about = sql`SELECT count(*) FROM json_each(changes) c WHERE ${isAbout}`;
  const hasRoom = sql`json_array_length(changes) + ${parts.length - 1} * (${about}) <= ${MAX_SCENARIO_CHANGES}`;
  const followed = sql`(
    SELECT json_group_array(CASE WHEN ${isAbout} THEN replace(c.value, ${key}, k.value) ELSE c.value END ORDER BY c.key, k.key)
    FROM json_each(changes) c CROSS JOIN json_each(CASE WHEN ${hasRoom} THEN ${all} ELSE ${one} END) k
    WHERE k.key = 0 OR (${isAbout}))`;
  return [
    ctx.db
      .update(whatIfScenarios)
      .set({ changes: followed })
      .where(and(eq(whatIfScenarios.userId, me.userId), sql`(${about}) > 0`)),
  ];
}
