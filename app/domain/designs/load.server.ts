import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedEach, namedOrNull } from "#drizzle/d1/columns";
import { containsText } from "#drizzle/d1/contains-text";
import { addresses, customers } from "#drizzle/schema/customers";
import { designs, designVersions } from "#drizzle/schema/designs";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import {
  type BackCursor,
  bidirectionalPage,
  decodeCursor,
  keyset,
  page,
  parseCursor,
} from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import type { DesignFilter } from "./schema";

const NOT_FOUND = "Design not found";
export const designNotFound = () => notFound(NOT_FOUND);

const nameOf = ({ orgId }: Member, user: typeof designs.updatedBy | typeof designVersions.savedBy, as: string) =>
  sql<
    string | null
  >`(select m.first_name || ' ' || m.last_name from tenant_members m where m.org_id = ${orgId} and m.user_id = ${user})`.as(
    as,
  );

const whereabouts = {
  line1: namedOrNull(addresses.line1, "site_line1"),
  city: namedOrNull(addresses.city, "site_city"),
  customerName: namedOrNull(customers.name, "site_customer"),
  customerNumber: namedOrNull(customers.number, "site_customer_number"),
  customerId: namedOrNull(customers.id, "site_customer_id"),
};

/**
 * Designs, last saved first: all of them or those of one property. Rows read do not grow with the table.
 * @throws DomainError invalid cursor
 */
export async function listDesigns(ctx: Ctx, { siteAddressId, limit, ...at }: DesignFilter & BackCursor) {
  const me = allow(ctx, "equipment.read");
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [designs.updatedAt, designs.id], "desc");
  const rows = await ctx.db
    .select({
      ...namedEach({
        id: designs.id,
        title: designs.title,
        updatedAt: designs.updatedAt,
        estimateId: designs.estimateId,
      }),
      siteAddressId: namedOrNull(designs.siteAddressId, "design_site"),
      version: named(designs.version, "design_version"),
      parts: sql<number>`designs.part_count`.as("part_count"),
      updatedByName: nameOf(me, designs.updatedBy, "updated_by_name"),
      ...whereabouts,
    })
    .from(byIndex(designs, siteAddressId ? "designs_site" : "designs_newest"))
    .leftJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, designs.siteAddressId)))
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, addresses.customerId)))
    .where(
      and(
        eq(designs.orgId, me.orgId),
        isNull(designs.deletedAt),
        siteAddressId ? eq(designs.siteAddressId, siteAddressId) : undefined,
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  const cut = bidirectionalPage(rows, { limit, total: null, direction }, (row) => [row.updatedAt, row.id]);
  return { ...cut, mayWrite: can(me, "equipment.write") };
}

/** Number of designs that are searched, most recently saved first, and number of hits shown. */
const MAX_SCANNED = 300;
const HITS_SHOWN = 5;

/** For the global search: finds designs by title or property address. */
export function findDesigns(ctx: Ctx, { orgId }: Member, text: string) {
  return ctx.db.all<{ foundId: string; foundLabel: string; foundDetail: string | null }>(sql`
    SELECT id AS foundId, title AS foundLabel, place AS foundDetail FROM (
      SELECT d.id, d.title, d.updated_at, a.line1 || ', ' || a.city AS place
      FROM (SELECT x.id, x.title, x.updated_at, x.site_address_id FROM designs x INDEXED BY designs_newest
        WHERE x.org_id = ${orgId} AND x.deleted_at IS NULL ORDER BY x.updated_at DESC, x.id DESC LIMIT ${MAX_SCANNED}) d
      LEFT JOIN addresses a ON a.org_id = ${orgId} AND a.id = d.site_address_id)
    WHERE ${containsText(sql`title || ' ' || coalesce(place, '')`, text)} ORDER BY updated_at DESC, id DESC LIMIT ${HITS_SHOWN}`);
}

/** A design with its newest layout, who saved it and its property. @throws DomainError not_found, like `readDesign` */
export async function findDesign(ctx: Ctx, id: string) {
  const me = allow(ctx, "equipment.read");
  const [row] = await designRows(ctx, me, id);
  const write = can(me, "equipment.write");
  if (!row && write && (await isDeleted(ctx, me, id)))
    throw new DomainError("not_found", NOT_FOUND, { details: { isDeleted: true } });
  if (!row) throw designNotFound();
  const mayEstimate = write && can(me, "leads.write") && row.customerId !== null;
  return { ...row, can: { write, estimate: mayEstimate, seeEstimate: can(me, "leads.read") } };
}

export type Design = Awaited<ReturnType<typeof findDesign>>;

/** The stored design. @throws DomainError not_found, with `{ isDeleted }` if it can be restored */
export async function readDesign(ctx: Ctx, me: Member, id: string) {
  const [row] = await designRows(ctx, me, id);
  if (row) return row;
  if (!(await isDeleted(ctx, me, id))) throw designNotFound();
  const text = "Someone else deleted this design. Restore it, or save your layout as a copy.";
  throw new DomainError("not_found", text, { details: { isDeleted: true } });
}

/** Whether the row of a design that is no longer readable still exists. */
async function isDeleted(ctx: Ctx, me: Member, id: string): Promise<boolean> {
  const found = await ctx.db
    .select({ title: designs.title })
    .from(designs)
    .where(and(eq(designs.orgId, me.orgId), eq(designs.id, id)));
  return found.length > 0;
}

function designRows(ctx: Ctx, me: Member, id: string) {
  return ctx.db
    .select({
      ...namedEach({
        id: designs.id,
        title: designs.title,
        layout: designs.layout,
        version: designs.version,
        updatedAt: designs.updatedAt,
        estimateId: designs.estimateId,
      }),
      siteAddressId: namedOrNull(designs.siteAddressId, "design_site"),
      updatedByName: nameOf(me, designs.updatedBy, "updated_by_name"),
      ...whereabouts,
    })
    .from(designs)
    .leftJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, designs.siteAddressId)))
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, addresses.customerId)))
    .where(and(eq(designs.orgId, me.orgId), eq(designs.id, id), isNull(designs.deletedAt)));
}

/** Versions shown; older ones are available through the API's cursor. */
const MAX_SHOWN = 50;

/** The versions of a design, newest first. @throws DomainError not_found, invalid cursor */
export async function listVersions(
  ctx: Ctx,
  id: string,
  { limit = MAX_SHOWN, cursor }: { limit?: number; cursor?: string } = {},
) {
  const me = allow(ctx, "equipment.read");
  const before = decodeCursor(cursor, ["number"])?.[0];
  const [found, rows] = await ctx.db.batch([
    ctx.db
      .select({ id: designs.id, version: designs.version })
      .from(designs)
      .where(and(eq(designs.orgId, me.orgId), eq(designs.id, id), isNull(designs.deletedAt))),
    ctx.db
      .select({
        ...namedEach({
          version: designVersions.version,
          title: designVersions.title,
          savedAt: designVersions.savedAt,
          restoredFrom: designVersions.restoredFrom,
        }),
        parts: sql<number>`json_array_length(design_versions.layout, '$.parts')`.as("part_count"),
        savedByName: nameOf(me, designVersions.savedBy, "saved_by_name"),
      })
      .from(designVersions)
      .where(
        and(
          eq(designVersions.orgId, me.orgId),
          eq(designVersions.designId, id),
          before === undefined ? undefined : sql`${designVersions.version} < ${before}`,
        ),
      )
      .orderBy(desc(designVersions.version))
      .limit(limit + 1),
  ]);
  const [design] = found;
  if (!design) throw designNotFound();
  return {
    ...page(rows, limit, null, (row) => [row.version]),
    current: design.version,
    mayWrite: can(me, "equipment.write"),
  };
}

/** One version as it was saved. @throws DomainError not_found */
export async function findVersion(ctx: Ctx, id: string, version: number) {
  const me = allow(ctx, "equipment.read");
  const [row] = await ctx.db
    .select({
      version: designVersions.version,
      title: designVersions.title,
      layout: designVersions.layout,
      savedAt: designVersions.savedAt,
    })
    .from(designVersions)
    .innerJoin(
      designs,
      and(eq(designs.orgId, me.orgId), eq(designs.id, designVersions.designId), isNull(designs.deletedAt)),
    )
    .where(
      and(eq(designVersions.orgId, me.orgId), eq(designVersions.designId, id), eq(designVersions.version, version)),
    );
  if (!row) throw designNotFound();
  return row;
}
