import { and, eq, isNull, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { outbox } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";
import { databaseMessage } from "~/domain/shared/database-errors.server";
import { BankError } from "../finance/bank-link/bank-error";
import { runBankJob } from "../finance/bank-link/jobs.server";

/** After this many failures a row is laid aside for an Admin to look at. */
const mostAttempts = 8;
const longestPause = 60 * 60 * 1000;
/** Somebody else is at it: it is looked at again so soon, and not counted as a failure. */
const busyPause = 15_000;

/** Delivers one outbox row; a row already delivered is left alone, so handing an id out twice is harmless. */
export async function deliver(ctx: Ctx, id: string): Promise<"delivered" | "busy" | "failed"> {
  const [row] = await ctx.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), isNull(outbox.deliveredAt), isNull(outbox.failedAt)));
  if (!row) return "delivered";
  try {
    const payload = JSON.parse(row.payload);
    if (row.topic === "mail") await ctx.providers.mailer.send(payload);
    else if (row.topic === "bank") {
      if ((await runBankJob(ctx, payload)) === "busy") {
        const dueAt = new Date(ctx.now.getTime() + busyPause).toISOString();
        await ctx.db.update(outbox).set({ dueAt }).where(eq(outbox.id, id));
        return "busy";
      }
    } else if (row.orgId) await ctx.providers.outbox.board(row.orgId, payload);
  } catch (error) {
    await postpone(ctx, row, error);
    return "failed";
  }
  await ctx.db.update(outbox).set({ deliveredAt: ctx.now.toISOString() }).where(eq(outbox.id, id));
  return "delivered";
}

async function postpone(ctx: Ctx, row: { id: string; attempts: number }, error: unknown): Promise<void> {
  const attempts = row.attempts + 1;
  const pause = Math.min(30_000 * 2 ** attempts, longestPause);
  const dueAt = new Date(ctx.now.getTime() + pause).toISOString();
  // Wrong keys do not mend themselves by waiting.
  const hopeless = error instanceof BankError && error.kind === "operator";
  const failedAt = hopeless || attempts >= mostAttempts ? ctx.now.toISOString() : null;
  const lastError = databaseMessage(error) || "unknown failure";
  await ctx.db.update(outbox).set({ attempts, dueAt, failedAt, lastError }).where(eq(outbox.id, row.id));
}

/** Hands out again what no queue message delivered, and forgets what was delivered more than a week ago. */
export async function sweepOutbox(ctx: Ctx): Promise<number> {
  const due = await ctx.db.all<{ id: string; topic: string }>(
    sql`SELECT id, topic ${sql.raw(acrossTenants)} FROM outbox WHERE delivered_at IS NULL AND failed_at IS NULL AND due_at <= ${ctx.now.toISOString()} ORDER BY due_at LIMIT 100`,
  );
  const banks = due.filter((row) => row.topic === "bank").map((row) => row.id);
  const others = due.filter((row) => row.topic !== "bank").map((row) => row.id);
  if (others.length > 0) await ctx.providers.outbox.wake(others);
  if (banks.length > 0) await ctx.providers.outbox.wake(banks, "bank");
  return due.length;
}
