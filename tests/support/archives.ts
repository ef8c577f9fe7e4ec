import type { OpenOptions } from "#drizzle/d1/session";
import { systemCtxOf } from "#tests/support/tenant-moves";
import type { TestWorker } from "#tests/support/worker";
import type { FileStore } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { onShard } from "~/domain/shared/shards.server";

/** Old enough for the sweep, whatever the business's setting. */
export const LONG_AGO = "2015-03-02T10:00:00.000Z";

export type Files = Map<string, Uint8Array>;

/** The system's context on the tests' shard, with files in memory. */
export function archivingCtx(
  worker: TestWorker,
  files: Files,
  options: Partial<OpenOptions> & { beforePut?: (key: string) => Promise<void> | void } = {},
): Ctx {
  const { beforePut, ...open } = options;
  const ctx = onShard(systemCtxOf(worker, open), worker.db.shard);
  const store: Pick<FileStore, "put" | "get" | "delete"> = {
    put: async (key, body) => {
      await beforePut?.(key);
      files.set(key, new Uint8Array(body));
    },
    get: async (key) => {
      const bytes = files.get(key);
      return bytes ? { body: new Blob([bytes.slice()]).stream(), contentType: "application/gzip" } : null;
    },
    delete: async (keys) => {
      for (const key of [keys].flat()) files.delete(key);
    },
  };
  return { ...ctx, providers: { ...ctx.providers, files: { ...ctx.providers.files, ...store } } };
}

/** Makes work orders look unchanged for years. */
export async function leaveAlone(worker: TestWorker, orgId: string): Promise<void> {
  await worker.db.prepare("UPDATE work_orders SET updated_at = ? WHERE org_id = ?").bind(LONG_AGO, orgId).run();
}

const DETAILS = ["work_order_history", "work_order_tasks", "work_order_signatures"] as const;

/** All rows of the tables that are archived. */
export async function detailsOf(worker: TestWorker, orgId: string): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of DETAILS) {
    const { results } = await worker.db
      .prepare(`SELECT * FROM ${table} WHERE org_id = ? ORDER BY work_order_id, id`)
      .bind(orgId)
      .all();
    all[table] = results;
  }
  return all;
}

/** Rows that locate archived details. */
export async function archivesOf(worker: TestWorker, orgId: string) {
  const { results } = await worker.db
    .prepare("SELECT * FROM work_order_archives WHERE org_id = ? ORDER BY work_order_id")
    .bind(orgId)
    .all<{ work_order_id: string; batch: string; bytes: number }>();
  return results;
}
