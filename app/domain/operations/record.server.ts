import { sql } from "drizzle-orm";
import { databaseSizes, requestHours, slowStatements } from "#drizzle/schema/operations";
import type { Ctx } from "~/domain/shared/context";
import type { Usage } from "./usage";

/** Adds an isolate's counts to the stored totals, in one batch. */
export async function recordUsage(ctx: Ctx, { hours, sizes, slow }: Usage): Promise<void> {
  const writes = [
    ...[...hours].map(([hour, counts]) =>
      ctx.db
        .insert(requestHours)
        .values({ hour, ...counts })
        .onConflictDoUpdate({
          target: requestHours.hour,
          set: {
            requests: sql`requests + excluded.requests`,
            serverErrors: sql`server_errors + excluded.server_errors`,
            shed: sql`shed + excluded.shed`,
            rowsRead: sql`rows_read + excluded.rows_read`,
            rowsWritten: sql`rows_written + excluded.rows_written`,
          },
        }),
    ),
    ...[...sizes].map(([name, { bytes, at }]) =>
      ctx.db
        .insert(databaseSizes)
        .values({ name, bytes, measuredAt: at })
        .onConflictDoUpdate({
          target: databaseSizes.name,
          set: { bytes, measuredAt: at },
          setWhere: sql`measured_at < excluded.measured_at`,
        }),
    ),
    ...[...slow.values()].map((row) =>
      ctx.db
        .insert(slowStatements)
        .values(row)
        .onConflictDoUpdate({
          target: [slowStatements.database, slowStatements.statement],
          set: {
            runs: sql`runs + excluded.runs`,
            totalMs: sql`total_ms + excluded.total_ms`,
            maxMs: sql`max(max_ms, excluded.max_ms)`,
            maxRowsRead: sql`max(max_rows_read, excluded.max_rows_read)`,
            lastAt: sql`max(last_at, excluded.last_at)`,
          },
        }),
    ),
  ];
  const [first, ...rest] = writes;
  if (first) await ctx.db.batch([first, ...rest]);
}
