import { and, eq, sql } from "drizzle-orm";
import { designs } from "#drizzle/schema/designs";
import { inventoryItems } from "#drizzle/schema/inventory";
import { createEstimate, updateEstimate } from "~/domain/estimates/draft.server";
import { estimateDetail } from "~/domain/estimates/list.server";
import { EstimateChange } from "~/domain/estimates/schema";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { readDesign } from "./load.server";
import { materialsOf } from "./schedule";

/**
 * Drafts an estimate for the design's property and its customer, with its equipment and materials as lines: catalog items at
 * their price, the rest without one.
 * @throws DomainError not_found; conflict without a property, or for an empty layout
 */
export async function estimateDesign(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  allow(ctx, "leads.write");
  const design = await readDesign(ctx, me, id);
  if (!design.customerId)
    throw new DomainError("conflict", "Choose the property first: an estimate goes to its customer.");
  const materials = materialsOf(design.layout);
  if (materials.length === 0) throw new DomainError("conflict", "The layout is empty. Add equipment first.");
  const itemIds = materials.flatMap(({ itemId }) => itemId ?? []);
  const items = await ctx.db
    .select({ id: inventoryItems.id, name: inventoryItems.name, price: inventoryItems.listPriceMinor })
    .from(inventoryItems)
    .where(
      and(
        eq(inventoryItems.orgId, me.orgId),
        sql`${inventoryItems.id} in (select value from json_each(${JSON.stringify(itemIds)}))`,
      ),
    );
  const catalog = new Map(items.map((item) => [item.id, item]));
  // Each step has its own key, so that a double click creates one estimate.
  const step = (name: string): Ctx => {
    const key = ctx.request.idempotencyKey;
    return { ...ctx, request: { ...ctx.request, idempotencyKey: key && `${key.slice(0, 180)}:${name}` } };
  };
  const { customerId, siteAddressId } = design;
  const whom = { customerId, siteAddressId, leadId: null, workOrderId: null };
  const made = await createEstimate(step("create"), whom);
  const draft = await estimateDetail(ctx, made.id);
  if (draft.version === 1)
    await updateEstimate(
      step("lines"),
      made.id,
      EstimateChange.parse({
        title: design.title,
        memo: `Layout "${design.title}", version ${design.version}${design.line1 ? `, for ${design.line1}, ${design.city}` : ""}.`,
        terms: draft.terms ?? "",
        validUntil: draft.validUntil,
        discountPercent: "",
        discountAmount: "",
        taxState: draft.taxState,
        taxNote: draft.taxNote ?? "",
        taxes: draft.rates.map(({ name, ratePpm }) => ({ name, rate: String(ratePpm / 10_000) })),
        options: [
          {
            name: "As designed",
            description: "",
            recommended: true,
            lines: materials.slice(0, 100).map(({ description, quantity, unit, itemId }) => {
              const item = itemId ? catalog.get(itemId) : undefined;
              return {
                ...{ kind: "part", description: item?.name ?? description, quantity: String(quantity), unit },
                unitPrice: item?.price == null ? "" : (item.price / 100).toFixed(2),
                ...{ discount: "", taxable: true, optional: false, itemId: item?.id ?? "" },
              };
            }),
          },
        ],
        version: draft.version,
      }),
    );
  await ctx.db
    .update(designs)
    .set({ estimateId: made.id })
    .where(and(eq(designs.orgId, me.orgId), eq(designs.id, id)));
  return made;
}
