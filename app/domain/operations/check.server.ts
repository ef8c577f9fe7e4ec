import { and, eq, lt, sql } from "drizzle-orm";
import { acrossCopies } from "#drizzle/d1/guard";
import { checkResults, requestHours, slowStatements } from "#drizzle/schema/operations";
import type { Ctx } from "~/domain/shared/context";
import { databaseMessage } from "~/domain/shared/database-errors.server";
import { logUnforeseen } from "~/domain/shared/log.server";
import { onOpenShards } from "~/domain/shared/shards.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import type { CheckName, QueueCheck } from "./checks";
import { withoutNames } from "./figures";
import { hourOf } from "./usage";

const TIMEOUT_MS = 10_000;
const RESULT_DAYS = 2;
const HOUR_DAYS = 40;
const STATEMENT_DAYS = 30;
/** The number of distinct statements stored; the latest ones are kept. */
const MAX_STATEMENTS = 200;

const FILE = "checks/probe";
/** Cannot be an account's name, since those are hashes. */
const OBJECT = "check";

/**
 * Checks everything that requests depend on, in the same way, and records how long each check took. The message sent through the
 * queue arrives at `recordQueueCheck`. Deletes old results, counts and statements.
 */
export async function runChecks(ctx: Ctx): Promise<void> {
  const at = ctx.now.toISOString();
  const results = await Promise.all([
    timed("database", () => checkDatabase(ctx)),
    timed("files", () => checkFiles(ctx, at)),
    timed("durable_object", () => ctx.providers.lockout.lift(OBJECT)),
  ]);
  for (const { name, cause } of results)
    if (cause !== undefined) logUnforeseen(ctx.request.id, `checks/${name}`, cause);
  const rows = results.map(({ cause: _, ...row }) => ({ at, ...row }));
  await ctx.db
    .insert(checkResults)
    .values([...rows, { at, name: "queue", result: "pending" }])
    .onConflictDoNothing();
  try {
    await within(ctx.providers.operations.checkQueue({ checkedAt: at }));
  } catch (cause) {
    logUnforeseen(ctx.request.id, "checks/queue", cause);
    await ctx.db
      .update(checkResults)
      .set({ result: "failed", error: wordsOf(cause) })
      .where(isQueueCheck(at));
  }
}

/** Records that a message from `runChecks` came through the queue. */
export async function recordQueueCheck(ctx: Ctx, { checkedAt }: QueueCheck): Promise<void> {
  const ms = Math.max(0, Date.now() - Date.parse(checkedAt));
  await ctx.db.update(checkResults).set({ result: "ok", ms }).where(isQueueCheck(checkedAt));
}

const isQueueCheck = (at: string) =>
  and(eq(checkResults.at, at), eq(checkResults.name, "queue"), eq(checkResults.result, "pending"));

/** Writes to and reads from the directory (deleting old rows there), and reads from every shard that is not closed. */
async function checkDatabase(ctx: Ctx): Promise<void> {
  const ago = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS);
  const tenants = onOpenShards(ctx, ({ db }) =>
    db.all(sql`SELECT ${sql.raw(acrossCopies)} id FROM outbox ORDER BY due_at LIMIT 1`),
  );
  const directory = ctx.db.batch([
    ctx.db.delete(checkResults).where(lt(checkResults.at, ago(RESULT_DAYS).toISOString())),
    ctx.db.delete(requestHours).where(lt(requestHours.hour, hourOf(ago(HOUR_DAYS)))),
    ctx.db.delete(slowStatements).where(
      sql`last_at < ${ago(STATEMENT_DAYS).toISOString()} OR rowid IN (
        SELECT s.rowid FROM slow_statements s ORDER BY s.last_at DESC LIMIT -1 OFFSET ${MAX_STATEMENTS})`,
    ),
    ctx.db.all(sql`SELECT max(name) AS newest FROM d1_migrations`),
  ]);
  await Promise.all([directory, tenants]);
}

async function checkFiles(ctx: Ctx, text: string): Promise<void> {
  const { files } = ctx.providers;
  await files.put(FILE, new TextEncoder().encode(text).buffer, "text/plain");
  const file = await files.get(FILE);
  if (!file || (await new Response(file.body).text()) !== text)
    throw new Error("what was written is not what was read");
  await files.delete(FILE);
}

interface Timed {
  name: CheckName;
  result: "ok" | "failed";
  ms: number | null;
  error: string | null;
  cause?: unknown;
}

async function timed(name: CheckName, run: () => Promise<unknown>): Promise<Timed> {
  const began = Date.now();
  try {
    await within(run());
    return { name, result: "ok", ms: Date.now() - began, error: null };
  } catch (cause) {
    return { name, result: "failed", ms: null, error: wordsOf(cause), cause };
  }
}

const wordsOf = (cause: unknown) => withoutNames(databaseMessage(cause) || "unknown error");

/** Anything that does not respond in time counts as down. */
async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no response within 10 seconds")), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
