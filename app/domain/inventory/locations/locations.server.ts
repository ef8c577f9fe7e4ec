import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { inventoryItems, inventoryLocations, stockBalances } from "#drizzle/schema/inventory";
import { technicians } from "#drizzle/schema/technicians";
import { formatAmountOf } from "~/domain/inventory/quantity";
import type { LocationChange, LocationFilter, NewLocation } from "~/domain/inventory/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { asciiLowerCase } from "~/domain/shared/text/ascii-case";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { everyWord } from "~/domain/shared/text/search";
import { assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { capacityUtilization, LOCATION_TYPE_LABELS } from "./location";

export const locationNotFound = () => notFound("Location not found");

const refusals = {
  "index 'inventory_locations_name'": () =>
    new DomainError("conflict", "Another location has this name.", {
      fields: { name: ["Another location has this name"] },
    }),
  "inventory_locations.technician_id": () =>
    new DomainError("conflict", "This technician already has a truck.", {
      fields: { technicianId: ["This technician already has a truck"] },
    }),
  "FOREIGN KEY": () => invalidField("parentId", "Choose a location and a technician of your business"),
};

/** Adds a location. @throws DomainError conflict with the field for a name or a technician in use; invalid with the field */
export async function createLocation(ctx: Ctx, input: NewLocation): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "createLocation", input, async (commit) => {
    const id = ctx.newId();
    const now = ctx.now.toISOString();
    const { name, type } = input;
    return commit(me, {
      writes: [
        ctx.db
          .insert(inventoryLocations)
          .values({ orgId: me.orgId, id, ...columnsOf(input), name, type, createdAt: now, updatedAt: now }),
      ],
      audit: [{ action: "inventory_location.create", entity: "inventory_location", entityId: id, after: input }],
      result: { id },
      refusals,
    });
  });
}

/** Changes the given fields. @throws DomainError not_found; conflict when stale or if it still holds stock or bins */
export async function updateLocation(ctx: Ctx, id: string, input: LocationChange): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "updateLocation", { id, input }, async (commit) => {
    const stored = await storedLocation(ctx, me, id);
    const { version, ...given } = input;
    if (stored.version !== version) throw staleVersion("location", currentOf(stored));
    if (given.parentId && given.parentId === id) throw invalidField("parentId", "A location can't be inside itself");
    const columns = columnsOf(given);
    const { before, after } = differences(stored, columns);
    if (Object.keys(after).length === 0) return { id };
    try {
      return await commit(me, {
        writes: [
          ctx.db
            .update(inventoryLocations)
            .set({ ...columns, version: version + 1, updatedAt: ctx.now.toISOString() })
            .where(and(isLocation(me, id), eq(inventoryLocations.version, version))),
          assertRowChanged(ctx, "stale"),
        ],
        audit: [{ action: "inventory_location.update", entity: "inventory_location", entityId: id, before, after }],
        result: { id },
        refusals: {
          ...refusals,
          inventory_location_bin_within: () => invalidField("parentId", "Only a bin can be inside another location"),
          inventory_location_truck_of: () => invalidField("technicianId", "Only a truck belongs to a technician"),
          inventory_location_holds_stock: () => new DomainError("conflict", "This location still holds stock."),
          inventory_location_has_bins: () =>
            new DomainError("conflict", "This location still has bins. Move or deactivate them first."),
        },
      });
    } catch (error) {
      const current = await storedLocation(ctx, me, id);
      if (current.version !== version) throw staleVersion("location", currentOf(current));
      if (given.active === false && current.onHandMilli > 0) throw await holdsStock(ctx, me, id);
      throw error;
    }
  });
}

/** Named as in the form and the API, for comparison with the submitted values. */
function currentOf(location: LocationRow) {
  return { ...location, capacity: location.capacityMilli === null ? null : location.capacityMilli / 1000 };
}

/** Number of items named in the message. */
const NAMED = 3;

async function holdsStock(ctx: Ctx, me: Member, id: string): Promise<DomainError> {
  const held = await ctx.db
    .select({ sku: inventoryItems.sku, unit: inventoryItems.baseUnit, onHandMilli: stockBalances.onHandMilli })
    .from(stockBalances)
    .innerJoin(inventoryItems, and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, stockBalances.itemId)))
    .where(
      and(eq(stockBalances.orgId, me.orgId), eq(stockBalances.locationId, id), sql`${stockBalances.onHandMilli} > 0`),
    )
    .limit(NAMED + 1);
  const names = held
    .slice(0, NAMED)
    .map(({ sku, unit, onHandMilli }) => `${formatAmountOf(onHandMilli, unit)} of ${sku}`);
  const list = held.length > NAMED ? `${names.join(", ")} and more` : names.join(", ");
  return new DomainError("conflict", `This location still holds ${list}. Move or adjust it to zero first.`);
}

/** @throws DomainError not_found */
export async function findLocation(ctx: Ctx, id: string) {
  const me = allow(ctx, "inventory.read");
  return withUse(await storedLocation(ctx, me, id));
}

/** Locations by name with how full they are, in one round trip. @throws DomainError invalid for a cursor of another list */
export async function listLocations(ctx: Ctx, { type, active, limit, ...at }: LocationFilter & BackCursor) {
  const me = allow(ctx, "inventory.read");
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [sql`lower(inventory_locations.name)`, inventoryLocations.id]);
  const rows = await locations(ctx, me)
    .where(
      and(
        eq(inventoryLocations.orgId, me.orgId),
        type && eq(inventoryLocations.type, type),
        active === undefined ? undefined : eq(inventoryLocations.active, active),
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  return bidirectionalPage(rows.map(withUse), { limit, total: null, direction }, (row) => [
    asciiLowerCase(row.name),
    row.id,
  ]);
}

/** Returns the choices of a location's form: technicians, and the locations that can contain a bin. */
export async function locationChoices(ctx: Ctx) {
  const me = allow(ctx, "inventory.write");
  const [drivers, within] = await ctx.db.batch([
    ctx.db
      .select({ id: technicians.id, firstName: technicians.firstName, lastName: technicians.lastName })
      .from(technicians)
      .where(and(eq(technicians.orgId, me.orgId), ne(technicians.status, "inactive")))
      .orderBy(asc(technicians.lastName), asc(technicians.firstName))
      .limit(MAX_CHOICES),
    ctx.db
      .select({ id: inventoryLocations.id, name: inventoryLocations.name })
      .from(inventoryLocations)
      .where(
        and(
          eq(inventoryLocations.orgId, me.orgId),
          eq(inventoryLocations.active, true),
          ne(inventoryLocations.type, "bin"),
        ),
      )
      .orderBy(asc(sql`lower(inventory_locations.name)`), asc(inventoryLocations.id))
      .limit(MAX_CHOICES),
  ]);
  return {
    technicians: drivers.map(({ id, firstName, lastName }) => ({
      value: id,
      label: `${firstName} ${lastName}`.trim(),
    })),
    parents: within.map(({ id, name }) => ({ value: id, label: name })),
  };
}

/** Number of choices offered. */
const MAX_CHOICES = 500;

/** Returns the locations that stock can be moved to, by name; with more than are offered, bins are left out first. */
export async function activeLocations(ctx: Ctx) {
  const me = allow(ctx, "inventory.read");
  const offered = sql`(select l.id from inventory_locations l where l.org_id = ${me.orgId} and l.active = 1
    order by l.type = 'bin', lower(l.name), l.id limit ${MAX_CHOICES})`;
  return ctx.db
    .select({ id: inventoryLocations.id, name: inventoryLocations.name, type: inventoryLocations.type })
    .from(inventoryLocations)
    .where(and(eq(inventoryLocations.orgId, me.orgId), sql`${inventoryLocations.id} in ${offered}`))
    .orderBy(asc(sql`lower(inventory_locations.name)`), asc(inventoryLocations.id));
}

const HITS_SHOWN = 5;

/** For the global search: finds locations by name; the detail says what a bin is in and who drives a truck. */
export function findLocations(ctx: Ctx, me: Member, text: string) {
  const expression = everyWord(text);
  const labels = sql.join(
    Object.entries(LOCATION_TYPE_LABELS).map(([type, label]) => sql`when ${type} then ${label}`),
    sql` `,
  );
  const within = sql`(select p.name from inventory_locations p where p.org_id = ${me.orgId} and p.id = ${inventoryLocations.parentId})`;
  const driver = sql`(select trim(t.first_name || ' ' || t.last_name) from technicians t
    where t.org_id = ${me.orgId} and t.id = ${inventoryLocations.technicianId})`;
  return ctx.db
    .select({
      foundId: named(inventoryLocations.id, "foundId"),
      foundLabel: named(inventoryLocations.name, "foundLabel"),
      foundDetail: sql<string | null>`case ${inventoryLocations.type} ${labels} end
        || coalesce(' in ' || ${within}, '') || coalesce(', ' || ${driver}, '')
        || iif(${inventoryLocations.active} = 1, '', ', inactive')`.as("foundDetail"),
    })
    .from(byIndex(inventoryLocations, "inventory_locations_ordinal"))
    .where(
      and(
        eq(inventoryLocations.orgId, me.orgId),
        sql`${inventoryLocations.ordinal} in ${foundIn(me, { table: "location_search", expression }, { limit: HITS_SHOWN })}`,
      ),
    )
    .orderBy(desc(sql`+inventory_locations.ordinal`));
}

export function isLocation(me: Member, id: string) {
  return and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, id));
}

async function storedLocation(ctx: Ctx, me: Member, id: string) {
  const [row] = await locations(ctx, me).where(isLocation(me, id));
  if (!row) throw locationNotFound();
  return row;
}

function locations(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: named(inventoryLocations.id, "location_row_id"),
      name: named(inventoryLocations.name, "location_name"),
      type: inventoryLocations.type,
      parentId: named(inventoryLocations.parentId, "within_id"),
      parentName: sql<
        string | null
      >`(select p.name from inventory_locations p where p.org_id = ${me.orgId} and p.id = inventory_locations.parent_id)`.as(
        "within",
      ),
      technicianId: named(inventoryLocations.technicianId, "truck_of"),
      technicianFirstName: namedOrNull(technicians.firstName, "driver_first_name"),
      technicianLastName: namedOrNull(technicians.lastName, "driver_last_name"),
      capacityMilli: inventoryLocations.capacityMilli,
      active: inventoryLocations.active,
      notes: inventoryLocations.notes,
      version: named(inventoryLocations.version, "location_version"),
      createdAt: named(inventoryLocations.createdAt, "location_created_at"),
      updatedAt: named(inventoryLocations.updatedAt, "location_updated_at"),
      onHandMilli: named(inventoryLocations.onHandMilli, "held"),
    })
    .from(inventoryLocations)
    .leftJoin(technicians, and(eq(technicians.orgId, me.orgId), eq(technicians.id, inventoryLocations.technicianId)))
    .$dynamic();
}

type LocationRow = Awaited<ReturnType<typeof locations>>[number];
export type Location = ReturnType<typeof withUse>;

function withUse({ technicianFirstName, technicianLastName, ...row }: LocationRow) {
  return {
    ...row,
    technicianName: technicianFirstName === null ? null : `${technicianFirstName} ${technicianLastName ?? ""}`.trim(),
    capacityUtilization: capacityUtilization(row.onHandMilli, row.capacityMilli),
  };
}

function columnsOf(given: Partial<Omit<LocationChange, "version">>) {
  return {
    name: given.name,
    parentId: given.parentId,
    technicianId: given.technicianId,
    capacityMilli: given.capacity,
    active: given.active,
    notes: given.notes,
  };
}
