import { and, eq, isNull, sql } from "drizzle-orm";
import { addresses } from "#drizzle/schema/customers";
import { designs, designVersions } from "#drizzle/schema/designs";
import { inventoryItems } from "#drizzle/schema/inventory";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import type { Layout } from "./layout";
import { findVersion, readDesign } from "./load.server";
import type { DesignChange, DesignRestore, NewDesign } from "./schema";
import { templateLayout } from "./templates";

/**
 * Creates a design from a template.
 * @throws DomainError invalid with the field if the property does not belong to the business
 */
export function createDesign(ctx: Ctx, { template, ...input }: NewDesign): Promise<{ id: string }> {
  return copyDesign(ctx, { ...input, layout: templateLayout(template) });
}

/** Creates a design from an existing layout. @throws DomainError invalid with the field */
export async function copyDesign(
  ctx: Ctx,
  input: { title: string; siteAddressId: string | null; layout: Layout },
): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "createDesign", input, async (commit) => {
    await checkReferences(ctx, me, input);
    const id = ctx.newId();
    const at = ctx.now.toISOString();
    const by = me.userId ?? "system";
    return commit(me, {
      writes: [
        ctx.db
          .insert(designs)
          .values({ ...input, orgId: me.orgId, id, createdBy: by, createdAt: at, updatedBy: by, updatedAt: at }),
      ],
      audit: [{ action: "design.create", entity: "design", entityId: id, after: { title: input.title } }],
      result: { id },
    });
  });
}

/**
 * Saves a design as its next version; earlier ones remain available.
 * @throws DomainError not_found; conflict with `{ current }` if someone else saved in the meantime; invalid with the field
 */
export async function saveDesign(ctx: Ctx, id: string, input: DesignChange): Promise<{ id: string; version: number }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "saveDesign", { id, input }, async (commit) => {
    const stored = await readDesign(ctx, me, id);
    if (stored.version !== input.version) throw staleVersion("design", stored);
    await checkReferences(ctx, me, input);
    const { title, siteAddressId, layout } = input;
    return commit(me, {
      writes: nextVersion(
        ctx,
        me,
        { id, version: input.version },
        { title, siteAddressId, layout, restoredFrom: null },
      ),
      audit: [{ action: "design.save", entity: "design", entityId: id, after: { title, version: input.version + 1 } }],
      result: { id, version: input.version + 1 },
      // Someone else saved between the read and the write.
      refusals: { stale: () => staleVersion("design", stored) },
    });
  });
}

/** Saves an older version again as the newest. @throws DomainError not_found; conflict with `{ current }` */
export async function restoreVersion(ctx: Ctx, id: string, { from, version }: DesignRestore) {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "restoreDesign", { id, from, version }, async (commit) => {
    const [stored, old] = [await readDesign(ctx, me, id), await findVersion(ctx, id, from)];
    if (stored.version !== version) throw staleVersion("design", stored);
    const { title, layout } = old;
    const next = { title, layout, siteAddressId: stored.siteAddressId, restoredFrom: from };
    return commit(me, {
      writes: nextVersion(ctx, me, { id, version }, next),
      audit: [{ action: "design.restore", entity: "design", entityId: id, after: { version: version + 1, from } }],
      result: { id, version: version + 1 },
      refusals: { stale: () => staleVersion("design", stored) },
    });
  });
}

/** Writes the row and its version in one batch; a concurrent save finds no row of that version. */
function nextVersion(
  ctx: Ctx,
  me: Member,
  { id, version }: { id: string; version: number },
  next: { title: string; siteAddressId: string | null; layout: Layout; restoredFrom: number | null },
) {
  const { restoredFrom, siteAddressId, title, layout } = next;
  const at = ctx.now.toISOString();
  const by = me.userId ?? "system";
  return [
    ctx.db
      .update(designs)
      .set({ title, siteAddressId, layout, version: version + 1, updatedBy: by, updatedAt: at })
      .where(
        and(eq(designs.orgId, me.orgId), eq(designs.id, id), eq(designs.version, version), isNull(designs.deletedAt)),
      ),
    assertRowChanged(ctx, "stale"),
    ctx.db.insert(designVersions).values({
      orgId: me.orgId,
      designId: id,
      version: version + 1,
      title,
      layout,
      restoredFrom,
      savedBy: by,
      savedAt: at,
    }),
  ];
}

/** Deletes a design; it can be restored for 30 days. @throws DomainError not_found */
export async function deleteDesign(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "deleteDesign", { id }, async (commit) => {
    await readDesign(ctx, me, id);
    return commit(me, {
      writes: [
        ctx.db
          .update(designs)
          .set({ deletedAt: ctx.now.toISOString() })
          .where(and(eq(designs.orgId, me.orgId), eq(designs.id, id), isNull(designs.deletedAt))),
      ],
      audit: [{ action: "design.delete", entity: "design", entityId: id }],
      result: { id },
    });
  });
}

/** @throws DomainError not_found if it is not deleted, or permanently deleted */
export async function undeleteDesign(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "undeleteDesign", { id }, async (commit) =>
    commit(me, {
      writes: [
        ctx.db
          .update(designs)
          .set({ deletedAt: null })
          .where(and(eq(designs.orgId, me.orgId), eq(designs.id, id))),
        assertRowChanged(ctx, "design_gone"),
      ],
      audit: [{ action: "design.undelete", entity: "design", entityId: id }],
      result: { id },
      refusals: { design_gone: () => new DomainError("not_found", "Design not found") },
    }),
  );
}

/** Checks that the property and catalog items belong to the business. @throws DomainError invalid with the field */
async function checkReferences(
  ctx: Ctx,
  me: Member,
  { siteAddressId, layout }: { siteAddressId: string | null; layout: Layout },
): Promise<void> {
  const itemIds = [...new Set(layout.parts.flatMap(({ itemId }) => itemId ?? []))];
  const [sites, items] = await ctx.db.batch([
    ctx.db
      .select({ id: addresses.id })
      .from(addresses)
      .where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, siteAddressId ?? ""), eq(addresses.type, "service"))),
    ctx.db
      .select({ id: inventoryItems.id })
      .from(inventoryItems)
      .where(
        and(
          eq(inventoryItems.orgId, me.orgId),
          sql`${inventoryItems.id} in (select value from json_each(${JSON.stringify(itemIds)}))`,
        ),
      ),
  ]);
  if (siteAddressId !== null && sites.length === 0)
    throw invalidField("siteAddressId", "Choose a property from the list");
  const known = new Set(items.map(({ id }) => id));
  const without = layout.parts.filter(({ itemId }) => itemId !== null && !known.has(itemId));
  if (without.length > 0) throw invalidField("layout", itemsDeleted(without.map(({ label }) => label)));
}

/** Parts named in a message; the others are counted. */
const MAX_NAMED = 3;

function itemsDeleted(labels: readonly string[]): string {
  const names = labels.slice(0, MAX_NAMED).map((label) => `“${label}”`);
  const more = labels.length - names.length;
  const list = more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
  return labels.length === 1
    ? `The catalog item of ${list} was deleted. Choose another item for it.`
    : `The catalog items of ${list} were deleted. Choose other items for them.`;
}
