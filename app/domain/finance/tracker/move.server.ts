import { and, eq } from "drizzle-orm";
import { expenses, income } from "#drizzle/schema/finance-tracker";
import type { Ctx, Person } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { readExpense } from "./expenses.server";
import { readIncome } from "./income.server";
import { happensOn, type Moved, movedItem } from "./move";
import type { StoredExpense, StoredIncome, StoredItem } from "./plan";
import { expenseValues, incomeValues, refusals, stale } from "./rows.server";
import type { MoveOccurrence } from "./schema";
import { expenseAnswer, incomeAnswer } from "./serialize";

/**
 * Moves an expense's occurrence to another date, alone or with all later ones. The part that differs becomes a separate item.
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
