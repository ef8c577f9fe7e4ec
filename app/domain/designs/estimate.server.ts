import { and, eq, isNull, sql } from "drizzle-orm";
import { designs } from "#drizzle/schema/designs";
import { inventoryItems } from "#drizzle/schema/inventory";
import { filledDraft } from "~/domain/estimates/draft.server";
import { MAX_LINES } from "~/domain/estimates/estimate";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { designNotFound, readDesign } from "./load.server";
import { materialsOf } from "./schedule";

/**
 * Drafts an estimate for the design's property and its customer, with its equipment and materials as lines: catalog items at
 * their price, the rest without one.
 * @throws DomainError not_found; conflict without a property, and for a layout that is empty or has more materials than an estimate
 *   has lines
 */
export async function estimateDesign(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  allow(ctx, "leads.write");
  return once(ctx, "estimateDesign", { id }, async (commit) => {
    const design = await readDesign(ctx, me, id);
    const { customerId, siteAddressId, title } = design;
    if (!customerId) throw new DomainError("conflict", "Choose the property first: an estimate goes to its customer.");
    const materials = materialsOf(design.layout);
    if (materials.length === 0) throw new DomainError("conflict", "The layout is empty. Add equipment first.");
    if (materials.length > MAX_LINES) throw tooLong(materials.length);
    const itemIds = JSON.stringify(materials.flatMap(({ itemId }) => itemId ?? []));
    const items = await ctx.db
      .select({ id: inventoryItems.id, name: inventoryItems.name, price: inventoryItems.listPriceMinor })
      .from(inventoryItems)
      .where(
        and(eq(inventoryItems.orgId, me.orgId), sql`${inventoryItems.id} in (select value from json_each(${itemIds}))`),
      );
    const catalog = new Map(items.map((item) => [item.id, item]));
    const lines = materials.map(({ description, quantity, unit, itemId }) => {
      const item = itemId ? catalog.get(itemId) : undefined;
      return {
        ...{ kind: "part" as const, description: item?.name ?? description, unit, itemId: item?.id ?? null },
        ...{ quantity: Math.max(1, Math.round(quantity * 1000)), unitPrice: item?.price ?? null },
        ...{ discount: 0, taxable: true, optional: false },
      };
    });
    const draft = await filledDraft(ctx, me, {
      whom: { customerId, siteAddressId, leadId: null, workOrderId: null },
      title,
      memo: `Layout "${title}", version ${design.version}${design.line1 ? `, for ${design.line1}, ${design.city}` : ""}.`,
      option: { name: "As designed", description: null, recommended: true, serviceTypeId: null, lines },
    });
    return commit(me, {
      writes: [
        ...draft.writes,
        ctx.db
          .update(designs)
          .set({ estimateId: draft.id })
          .where(and(eq(designs.orgId, me.orgId), eq(designs.id, id), isNull(designs.deletedAt))),
        assertRowChanged(ctx, "design_gone"),
      ],
      audit: [
        draft.audit,
        { action: "design.estimate", entity: "design", entityId: id, after: { estimateId: draft.id } },
      ],
      result: { id: draft.id },
      refusals: { design_gone: designNotFound },
    });
  });
}

function tooLong(materials: number): DomainError {
  const text = `The layout has ${materials} different materials, and an estimate has at most ${MAX_LINES} lines.`;
  return new DomainError("conflict", `${text} Give equal parts the same label.`);
}
