import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { recordNotFound } from "./load.server";
import { groupByModel, MAX_USES, type PartUse } from "./part-uses";

/**
 * The newest uses of a part by equipment and by model, most frequent first. Reads at most MAX_USES rows.
 * @throws DomainError forbidden, not_found
 */
export async function partUses(ctx: Ctx, itemId: string) {
  const me = allow(ctx, "inventory.read");
  allow(ctx, "work_orders.read");
  allow(ctx, "equipment.read");
  const [items, uses] = await ctx.db.batch([
    ctx.db.all<{ id: string; name: string; sku: string }>(
      sql`select id, name, sku from inventory_items where org_id = ${me.orgId} and id = ${itemId}`,
    ),
    ctx.db.all<PartUse>(sql`
      select p.used_at as usedAt, p.work_order_id as workOrderId, w.number as workOrderNumber, w.title as workOrderTitle,
        w.callback_of is not null as isCallback, p.equipment_id as equipmentId, e.name as equipmentName, e.manufacturer as manufacturer,
        coalesce(e.model_number, p.model) as model, e.install_date as installedOn
      from (
        select * from work_order_parts indexed by work_order_parts_uses
        where org_id = ${me.orgId} and item_id = ${itemId} and item_id is not null and removed_at is null order by used_at desc limit ${MAX_USES}
      ) p
      cross join work_orders w
      left join equipment e on e.org_id = ${me.orgId} and e.id = p.equipment_id
      where w.org_id = ${me.orgId} and w.id = p.work_order_id
      order by p.used_at desc`),
  ]);
  const [item] = items;
  if (!item) throw recordNotFound();
  return { item, ...groupByModel(uses) };
}
