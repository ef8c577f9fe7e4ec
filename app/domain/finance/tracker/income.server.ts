import { and, eq } from "drizzle-orm";
import { income } from "#drizzle/schema/finance-tracker";
import type { Ctx } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { incomeAnswer } from "./answers";
import { readIncome } from "./income.queries.server";
import { checkAccount } from "./own-account.server";
import { checkEnd, refusals, stale } from "./refusals.server";
import { incomeValues } from "./rows.server";
import type { IncomePatch, NewIncome } from "./schema";
import { revisedIncome, type StoredIncome } from "./stored";

/** Adds an income, which happens by its frequency from its date on. */
export function createIncome(ctx: Ctx, input: NewIncome): Promise<StoredIncome> {
  const me = allowPerson(ctx);
  return once(ctx, "createIncome", input, async (commit) => {
    await checkAccount(ctx, me, input);
    const at = ctx.now.toISOString();
    const added: StoredIncome = {
      ...input,
      kind: "income",
      id: ctx.newId(),
      isSyncedFromBank: false,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    return commit(null, {
      writes: [ctx.db.insert(income).values({ ...incomeValues(added), userId: me.userId })],
      result: added,
    });
  });
}

/**
 * Changes what is given. An income that now happens once has no end date any more.
 * @throws DomainError not_found; invalid for an end before the start; conflict with `{ current }` for a stale version
 */
export function updateIncome(ctx: Ctx, id: string, input: IncomePatch): Promise<StoredIncome> {
  const me = allowPerson(ctx);
  return once(ctx, "updateIncome", { id, input }, async (commit) => {
    const stored = await readIncome(ctx, me, id);
    const { version, ...change } = input;
    if (stored.version !== version) throw stale(incomeAnswer(stored));
    const changed = checkEnd(revisedIncome(stored, change, ctx.now.toISOString()));
    if (changed.accountId !== stored.accountId || changed.currency !== stored.currency)
      await checkAccount(ctx, me, changed);
    return commit(null, {
      writes: [
        ctx.db
          .update(income)
          .set(incomeValues(changed))
          .where(and(eq(income.userId, me.userId), eq(income.id, id), eq(income.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      result: changed,
      refusals,
    });
  });
}

/** Takes an income away, with all of its occurrences. @throws DomainError not_found */
export function deleteIncome(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allowPerson(ctx);
  return once(ctx, "deleteIncome", { id }, (commit) =>
    commit(null, {
      writes: [
        ctx.db.delete(income).where(and(eq(income.userId, me.userId), eq(income.id, id))),
        assertRowChanged(ctx, "no_such_item"),
      ],
      result: { id },
      refusals,
    }),
  );
}
