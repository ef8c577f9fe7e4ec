import { sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { formatBytes, PHOTO_QUOTA_BYTES } from "~/domain/shared/limits";
import { allowAdmin } from "~/domain/shared/permissions";

/** @throws DomainError too_large at `field` if the bytes would exceed the business's storage quota */
export async function refuseOverQuota(
  ctx: Ctx,
  { orgId }: Pick<Member, "orgId">,
  { bytes, field }: { bytes: number; field: string },
): Promise<void> {
  if ((await photoBytes(ctx, orgId)) + bytes <= PHOTO_QUOTA_BYTES) return;
  const text = `Your business has used its ${formatBytes(PHOTO_QUOTA_BYTES)} for photos and recordings. Ask an Admin to contact support.`;
  throw new DomainError("too_large", text, { fields: { [field]: [text] } });
}

/** Bytes used by the business's photos and item pictures, and its quota. */
export async function photoUsage(ctx: Ctx): Promise<{ used: number; allowed: number }> {
  const { orgId } = allowAdmin(ctx);
  return { used: await photoBytes(ctx, orgId), allowed: PHOTO_QUOTA_BYTES };
}

async function photoBytes(ctx: Ctx, orgId: string): Promise<number> {
  const [row] = await ctx.db.all<{ value: number }>(
    sql`SELECT value FROM counters WHERE org_id = ${orgId} AND name = 'photo_bytes'`,
  );
  return row?.value ?? 0;
}
