import { and, eq } from "drizzle-orm";
import { expenses } from "#drizzle/schema/finance-tracker";
import type { Ctx } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { expenseAnswer } from "./answers";
import { readExpense } from "./expenses.queries.server";
import { checkAccount } from "./own-account.server";
import { checkEnd, refusals, stale } from "./refusals.server";
import { expenseValues } from "./rows.server";
import type { ExpensePatch, NewExpense } from "./schema";
import { revisedExpense, type StoredExpense } from "./stored";

/** Adds an expense; a recurring one happens monthly from its date on. */
export function createExpense(ctx: Ctx, input: NewExpense): Promise<StoredExpense> {
  const me = allowPerson(ctx);
  return once(ctx, "createExpense", input, async (commit) => {
    await checkAccount(ctx, me, input);
    const { isRecurring, ...rest } = input;
    const at = ctx.now.toISOString();
    const expense: StoredExpense = {
      ...rest,
      kind: "expense",
      id: ctx.newId(),
      frequency: isRecurring ? "monthly" : "once",
      isSyncedFromBank: false,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    return commit(null, {
      writes: [ctx.db.insert(expenses).values({ ...expenseValues(expense), userId: me.userId })],
      result: expense,
    });
  });
}

/**
 * Changes what is given. Taking the recurring mark away clears the end date.
 * @throws DomainError not_found; invalid for an end before the start; conflict with `{ current }` for a stale version
 */
export function updateExpense(ctx: Ctx, id: string, input: ExpensePatch): Promise<StoredExpense> {
  const me = allowPerson(ctx);
  return once(ctx, "updateExpense", { id, input }, async (commit) => {
    const stored = await readExpense(ctx, me, id);
    const { version, ...change } = input;
    if (stored.version !== version) throw stale(expenseAnswer(stored));
    const expense = checkEnd(revisedExpense(stored, change, ctx.now.toISOString()));
    if (expense.accountId !== stored.accountId || expense.currency !== stored.currency)
      await checkAccount(ctx, me, expense);
    return commit(null, {
      writes: [
        ctx.db
          .update(expenses)
          .set(expenseValues(expense))
          .where(and(eq(expenses.userId, me.userId), eq(expenses.id, id), eq(expenses.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      result: expense,
      refusals,
    });
  });
}

/** Takes an expense away, with all of its occurrences. @throws DomainError not_found */
export function deleteExpense(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allowPerson(ctx);
  return once(ctx, "deleteExpense", { id }, (commit) =>
    commit(null, {
      writes: [
        ctx.db.delete(expenses).where(and(eq(expenses.userId, me.userId), eq(expenses.id, id))),
        assertRowChanged(ctx, "no_such_item"),
      ],
      result: { id },
      refusals,
    }),
  );
}
