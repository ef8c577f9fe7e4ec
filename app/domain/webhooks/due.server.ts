import { sql } from "drizzle-orm";
import { shardOf } from "~/domain/shared/shards.server";
import type { CommitHook } from "~/domain/shared/write.server";

interface DueWebhook {
  id: string;
  slow: number;
}

/** Queues the endpoints for which the triggers of changed records have written deliveries. */
export const dueWebhooksHook: CommitHook = {
  after: {
    query: (ctx, orgId) =>
      ctx.db.all<DueWebhook>(sql`
        SELECT id, slow FROM webhook_endpoints WHERE org_id = ${orgId} AND next_delivery_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`),
    run: (ctx, orgId, found) => {
      const shard = shardOf(ctx, orgId);
      // Guarantee: these are the rows of the query, whose type is lost in a batch.
      const due = (found as DueWebhook[]).map(({ id, slow }) => ({ shard, orgId, endpointId: id, slow: slow === 1 }));
      if (due.length > 0) ctx.after(ctx.providers.webhooks.notify(due));
    },
  },
};
