import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { staleVersion } from "~/domain/shared/errors";
import { allowAdmin } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { DEFAULT_ARCHIVE_MONTHS } from "./archive";
import type { ArchiveSettings } from "./schema";

/**
 * Returns when details are archived and how much is archived: the number of work orders and the bytes of their files.
 * Admin only.
 */
export async function readArchiveSettings(ctx: Ctx) {
  const { orgId } = allowAdmin(ctx);
  return settingsOf(ctx, orgId);
}

async function settingsOf(ctx: Ctx, orgId: string) {
  const counted = (name: string) =>
    sql`coalesce((SELECT c.value FROM counters c WHERE c.org_id = ${orgId} AND c.name = ${name}), 0)`;
  const [row] = await ctx.db.all<{ afterMonths: number; version: number; workOrders: number; bytes: number }>(sql`
    SELECT coalesce((SELECT s.after_months FROM archive_settings s WHERE s.org_id = ${orgId}), ${DEFAULT_ARCHIVE_MONTHS}) AS afterMonths,
      coalesce((SELECT s.version FROM archive_settings s WHERE s.org_id = ${orgId}), 0) AS version,
      ${counted("archived_work_orders")} AS workOrders, ${counted("archived_bytes")} AS bytes`);
  return row ?? { afterMonths: DEFAULT_ARCHIVE_MONTHS, version: 0, workOrders: 0, bytes: 0 };
}

/** Sets when details are archived. Archived details stay archived. @throws DomainError conflict for a stale version */
export async function saveArchiveSettings(ctx: Ctx, input: ArchiveSettings): Promise<void> {
  const me = allowAdmin(ctx);
  const { orgId } = me;
  const before = await settingsOf(ctx, orgId);
  await once(ctx, "saveArchiveSettings", input, (commit) =>
    commit(me, {
      writes: [
        ctx.db.run(sql`
          INSERT INTO archive_settings (org_id, after_months, version, updated_at)
          SELECT ${orgId}, ${input.afterMonths}, 1, ${ctx.now.toISOString()} WHERE ${input.version} = 0 OR EXISTS (
            SELECT 1 FROM archive_settings s WHERE s.org_id = ${orgId})
          ON CONFLICT (org_id) DO UPDATE SET after_months = excluded.after_months, version = version + 1, updated_at = excluded.updated_at
          WHERE version = ${input.version}`),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [
        {
          ...{ action: "archive_settings.update", entity: "organization", entityId: orgId },
          ...{ before: { afterMonths: before.afterMonths }, after: { afterMonths: input.afterMonths } },
        },
      ],
      result: undefined,
      refusals: { stale: () => staleVersion("archive settings", before) },
    }),
  );
}
