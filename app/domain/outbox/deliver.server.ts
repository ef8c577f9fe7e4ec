import { and, eq, isNull, sql } from "drizzle-orm";
import { outbox } from "#drizzle/schema/platform";
import { acrossTenants } from "#drizzle/statement-guard";
import type { Ctx } from "../context";

/** After this many failures a row is laid aside for an Admin to look at. */
const mostAttempts = 8;
const longestPause = 60 * 60 * 1000;

/** Delivers one outbox row; a row already delivered is left alone, so handing an id out twice is harmless. */
export async function deliver(ctx: Ctx, id: string): Promise<"delivered" | "failed"> {
  const [row] = await ctx.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), isNull(outbox.deliveredAt), isNull(outbox.failedAt)));
  if (!row) return "delivered";
  try {
    const payload = JSON.parse(row.payload);
    if (row.topic === "mail") await ctx.providers.mailer.send(payload);
    else if (row.orgId) await ctx.providers.outbox.board(row.orgId, payload);
  } catch (error) {
    await postpone(ctx, row.id, row.attempts + 1, error instanceof Error ? error.message : "unknown failure");
    return "failed";
  }
  await ctx.db.update(outbox).set({ deliveredAt: ctx.now.toISOString() }).where(eq(outbox.id, id));
  return "delivered";
}

async function postpone(ctx: Ctx, id: string, attempts: number, lastError: string): Promise<void> {
  const pause = Math.min(30_000 * 2 ** attempts, longestPause);
  const dueAt = new Date(ctx.now.getTime() + pause).toISOString();
  const failedAt = attempts >= mostAttempts ? ctx.now.toISOString() : null;
  await ctx.db.update(outbox).set({ attempts, dueAt, failedAt, lastError }).where(eq(outbox.id, id));
}

/** Hands out again what no queue message delivered, and forgets what was delivered more than a week ago. */
export async function sweepOutbox(ctx: Ctx): Promise<number> {
  const due = await ctx.db.all<{ id: string }>(
    sql`SELECT id ${sql.raw(acrossTenants)} FROM outbox WHERE delivered_at IS NULL AND failed_at IS NULL AND due_at <= ${ctx.now.toISOString()} ORDER BY due_at LIMIT 100`,
  );
  if (due.length > 0) await ctx.providers.outbox.wake(due.map((row) => row.id));
  return due.length;
}
