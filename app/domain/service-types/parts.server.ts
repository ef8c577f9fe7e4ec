import { sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import type { PlannedPart } from "./playbook";

/**
 * Refuses parts whose item the business doesn't have: no job could reserve them. Items named `before` may stay, so that the rest
 * of an older service type can be changed.
 * @throws DomainError invalid
 */
export async function checkPartItems(
  ctx: Ctx,
  { orgId }: Member,
  { parts, before = [] }: { parts: readonly PlannedPart[] | undefined; before?: readonly PlannedPart[] },
): Promise<void> {
  const known = new Set(before.map(({ inventoryItemId }) => inventoryItemId));
  const ids = [...new Set(parts?.map(({ inventoryItemId }) => inventoryItemId))].filter(
    (id) => id !== null && !known.has(id),
  );
  if (ids.length === 0) return;
  const [found] = await ctx.db.all<{ items: number }>(sql`select count(*) as items from inventory_items i
    where i.org_id = ${orgId} and i.id in (select value from json_each(${JSON.stringify(ids)}))`);
  if (found?.items !== ids.length) throw invalidField("parts", "Choose items from the list");
}
