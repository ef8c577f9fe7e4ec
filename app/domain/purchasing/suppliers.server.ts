import { and, asc, desc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named } from "#drizzle/d1/columns";
import { suppliers } from "#drizzle/schema/purchasing";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { asciiLowerCase } from "~/domain/shared/text/ascii-case";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { everyWord } from "~/domain/shared/text/search";
import { assertRowChanged, differences, once } from "~/domain/shared/write.server";
import type { NewSupplier, SupplierChange, SupplierFilter } from "./schema";

const refusals = {
  "index 'suppliers_name'": () =>
    new DomainError("conflict", "Another supplier has this name.", {
      fields: { name: ["Another supplier has this name"] },
    }),
};

/** Adds a supplier. @throws DomainError conflict with the field for a name in use */
export async function createSupplier(ctx: Ctx, input: NewSupplier): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "createSupplier", input, async (commit) => {
    const id = ctx.newId();
    const now = ctx.now.toISOString();
    return commit(me, {
      writes: [ctx.db.insert(suppliers).values({ orgId: me.orgId, id, ...input, createdAt: now, updatedAt: now })],
      audit: [{ action: "supplier.create", entity: "supplier", entityId: id, after: input }],
      result: { id },
      refusals,
    });
  });
}

/**
 * Changes the given fields. A deactivated supplier is no longer preferred for any item.
 * @throws DomainError not_found; conflict with `{ current }` when stale, with the field for a name in use
 */
export async function updateSupplier(ctx: Ctx, id: string, input: SupplierChange): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "updateSupplier", { id, input }, async (commit) => {
    const stored = await storedSupplier(ctx, me, id);
    const { version, ...given } = input;
    if (stored.version !== version) throw staleVersion("supplier", stored);
    const { before, after } = differences(stored, given);
    if (Object.keys(after).length === 0) return { id };
    try {
      return await commit(me, {
        writes: [
          ctx.db
            .update(suppliers)
            .set({ ...given, version: version + 1, updatedAt: ctx.now.toISOString() })
            .where(and(isSupplier(me, id), eq(suppliers.version, version))),
          assertRowChanged(ctx, "stale"),
        ],
        audit: [{ action: "supplier.update", entity: "supplier", entityId: id, before, after }],
        result: { id },
        refusals,
      });
    } catch (error) {
      const current = await storedSupplier(ctx, me, id);
      if (current.version !== version) throw staleVersion("supplier", current);
      throw error;
    }
  });
}

/** @throws DomainError not_found */
export async function findSupplier(ctx: Ctx, id: string) {
  return storedSupplier(ctx, allow(ctx, "inventory.read"), id);
}

/** Suppliers by name, in one round trip. @throws DomainError invalid for a cursor of another list */
export async function listSuppliers(ctx: Ctx, { active, limit, ...at }: SupplierFilter & BackCursor) {
  const me = allow(ctx, "inventory.read");
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [sql`lower(suppliers.name)`, suppliers.id]);
  const rows = await supplierRows(ctx, me)
    .where(and(eq(suppliers.orgId, me.orgId), active === undefined ? undefined : eq(suppliers.active, active), beyond))
    .orderBy(...order)
    .limit(limit + 1);
  return bidirectionalPage(rows, { limit, total: null, direction }, (row) => [asciiLowerCase(row.name), row.id]);
}

/** Returns the lead times of these suppliers, which need not sell any item. */
export async function leadTimesOf(ctx: Ctx, ids: readonly string[]) {
  const me = allow(ctx, "inventory.read");
  return ctx.db
    .select({ supplierId: suppliers.id, leadTimeDays: suppliers.leadTimeDays })
    .from(suppliers)
    .where(
      and(eq(suppliers.orgId, me.orgId), sql`${suppliers.id} in (select value from json_each(${JSON.stringify(ids)}))`),
    );
}

/** Number of choices offered. */
const MAX_CHOICES = 500;

/** Returns active suppliers by name, as a form's choices. */
export async function supplierChoices(ctx: Ctx): Promise<{ value: string; label: string }[]> {
  const me = allow(ctx, "inventory.write");
  const rows = await ctx.db
    .select({ id: suppliers.id, name: suppliers.name })
    .from(suppliers)
    .where(and(eq(suppliers.orgId, me.orgId), eq(suppliers.active, true)))
    .orderBy(asc(sql`lower(suppliers.name)`), asc(suppliers.id))
    .limit(MAX_CHOICES);
  return rows.map(({ id, name }) => ({ value: id, label: name }));
}

/** Returns all suppliers, including inactive ones, as a filter's choices. */
export async function supplierFilterChoices(ctx: Ctx): Promise<{ value: string; label: string }[]> {
  const me = allow(ctx, "inventory.read");
  const rows = await ctx.db
    .select({ id: suppliers.id, name: suppliers.name })
    .from(suppliers)
    .where(eq(suppliers.orgId, me.orgId))
    .orderBy(asc(sql`lower(${suppliers.name})`), asc(suppliers.id))
    .limit(MAX_CHOICES);
  return rows.map(({ id, name }) => ({ value: id, label: name }));
}

const HITS_SHOWN = 5;

/** For the global search: finds suppliers by name, contact, account number or email. */
export function findSuppliers(ctx: Ctx, me: Member, text: string) {
  const expression = everyWord(text);
  return ctx.db
    .select({
      foundId: named(suppliers.id, "foundId"),
      foundLabel: named(suppliers.name, "foundLabel"),
      foundDetail: sql<string | null>`iif(${suppliers.active} = 1, 'Supplier', 'Inactive supplier')`.as("foundDetail"),
    })
    .from(byIndex(suppliers, "suppliers_ordinal"))
    .where(
      and(
        eq(suppliers.orgId, me.orgId),
        sql`${suppliers.ordinal} in ${foundIn(me, { table: "supplier_search", expression }, { limit: HITS_SHOWN })}`,
      ),
    )
    .orderBy(desc(sql`+suppliers.ordinal`));
}

function isSupplier(me: Member, id: string) {
  return and(eq(suppliers.orgId, me.orgId), eq(suppliers.id, id));
}

async function storedSupplier(ctx: Ctx, me: Member, id: string) {
  const [row] = await supplierRows(ctx, me).where(isSupplier(me, id));
  if (!row) throw notFound("Supplier not found");
  return row;
}

export type Supplier = Awaited<ReturnType<typeof supplierRows>>[number];

function supplierRows(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: suppliers.id,
      name: suppliers.name,
      contactName: suppliers.contactName,
      phone: suppliers.phone,
      email: suppliers.email,
      accountNumber: suppliers.accountNumber,
      leadTimeDays: suppliers.leadTimeDays,
      terms: suppliers.terms,
      notes: suppliers.notes,
      active: suppliers.active,
      version: suppliers.version,
      createdAt: suppliers.createdAt,
      updatedAt: suppliers.updatedAt,
      itemCount:
        sql<number>`(select count(*) from supplier_items s where s.org_id = ${me.orgId} and s.supplier_id = suppliers.id)`.as(
          "sold",
        ),
    })
    .from(suppliers)
    .$dynamic();
}
