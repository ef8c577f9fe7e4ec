import { and, eq } from "drizzle-orm";
import { expenses, income } from "#drizzle/schema/finance-tracker";
import type { Ctx } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";
import type { PlanKind } from "./plan";

/** Whether an id belongs to an expense or an income of the household; null for neither. */
export async function planItemKind(ctx: Ctx, id: string): Promise<PlanKind | null> {
  const { userId } = allowPerson(ctx);
  const [[spent], [earned]] = await ctx.db.batch([
    ctx.db
      .select({ id: expenses.id })
      .from(expenses)
      .where(and(eq(expenses.userId, userId), eq(expenses.id, id))),
    ctx.db
      .select({ id: income.id })
      .from(income)
      .where(and(eq(income.userId, userId), eq(income.id, id))),
  ]);
  if (spent) return "expense";
  return earned ? "income" : null;
}
