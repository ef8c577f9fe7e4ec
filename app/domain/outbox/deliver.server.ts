import { and, eq, isNull, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { outbox } from "#drizzle/schema/platform";
import { BankError } from "~/domain/finance/bank-link/bank-error";
import { runBankJob } from "~/domain/finance/bank-link/jobs.server";
import type { Ctx } from "~/domain/shared/context";
import { databaseMessage } from "~/domain/shared/database-errors.server";

const FIRST_BACKOFF_SECONDS = 60;
const MAX_BACKOFF_SECONDS = 60 * 60;
/** Somebody else holds the lease: tried again this soon, and not counted as a failure. */
const BUSY_DELAY_SECONDS = 15;
/** The queue comes back by itself; a row that is due for longer than this was lost by it. */
const QUEUE_GRACE_MS = 30_000;

/**
 * What became of one try. `retry`: the queue brings it back after the delay, and counts; `busy`: likewise, without counting;
 * `failed`: no try will help, and the row says so.
 */
export type Delivery = { outcome: "delivered" | "failed" } | { outcome: "retry" | "busy"; delaySeconds: number };

/** Delivers one outbox row; a row already delivered is left alone, so handing an id out twice is harmless. */
export async function deliver(ctx: Ctx, id: string): Promise<Delivery> {
  const [row] = await ctx.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), isNull(outbox.deliveredAt), isNull(outbox.failedAt)));
  if (!row) return { outcome: "delivered" };
  try {
    const payload = JSON.parse(row.payload);
    if (row.topic === "mail") await ctx.providers.mailer.send(payload);
    else if (row.topic === "bank") {
      if ((await runBankJob(ctx, payload)) === "busy") {
        await ctx.db
          .update(outbox)
          .set({ dueAt: dueAfter(ctx, BUSY_DELAY_SECONDS) })
          .where(eq(outbox.id, id));
        return { outcome: "busy", delaySeconds: BUSY_DELAY_SECONDS };
      }
    } else if (row.orgId) await ctx.providers.outbox.publishLive(row.orgId, payload);
  } catch (error) {
    return recordFailure(ctx, row, error);
  }
  await ctx.db.update(outbox).set({ deliveredAt: ctx.now.toISOString() }).where(eq(outbox.id, id));
  return { outcome: "delivered" };
}

async function recordFailure(ctx: Ctx, row: { id: string; attempts: number }, error: unknown): Promise<Delivery> {
  const attempts = row.attempts + 1;
  const lastError = databaseMessage(error) || "unknown failure";
  const delaySeconds = Math.min(FIRST_BACKOFF_SECONDS * 2 ** row.attempts, MAX_BACKOFF_SECONDS);
  // Wrong keys do not mend themselves by waiting.
  const isHopeless = error instanceof BankError && error.kind === "operator";
  const failedAt = isHopeless ? ctx.now.toISOString() : null;
  await ctx.db
    .update(outbox)
    .set({ attempts, lastError, failedAt, dueAt: dueAfter(ctx, delaySeconds) })
    .where(eq(outbox.id, row.id));
  return isHopeless ? { outcome: "failed" } : { outcome: "retry", delaySeconds };
}

function dueAfter(ctx: Ctx, delaySeconds: number): string {
  return new Date(ctx.now.getTime() + delaySeconds * 1000 + QUEUE_GRACE_MS).toISOString();
}

/** The queue has used up its tries: the row waits for an Admin, who sees why and may try again. */
export async function markFailed(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .update(outbox)
    .set({ failedAt: ctx.now.toISOString() })
    .where(and(eq(outbox.id, id), isNull(outbox.deliveredAt), isNull(outbox.failedAt)));
}

/** Hands out again the rows whose queue message was lost. */
export async function sweepOutbox(ctx: Ctx): Promise<number> {
  const due = await ctx.db.all<{ id: string; topic: string }>(
    sql`SELECT id, topic ${sql.raw(acrossTenants)} FROM outbox WHERE delivered_at IS NULL AND failed_at IS NULL AND due_at <= ${ctx.now.toISOString()} ORDER BY due_at LIMIT 100`,
  );
  const banks = due.filter((row) => row.topic === "bank").map((row) => row.id);
  const others = due.filter((row) => row.topic !== "bank").map((row) => row.id);
  if (others.length > 0) await ctx.providers.outbox.notify(others);
  if (banks.length > 0) await ctx.providers.outbox.notify(banks, { queue: "bank" });
  return due.length;
}
