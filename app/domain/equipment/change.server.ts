import { and, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { equipment, serviceGroups } from "#drizzle/schema/equipment";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, differences, once, type Write } from "~/domain/shared/write.server";
import { equipmentNotFound, units, withCondition } from "./find.server";
import type { EquipmentChange, NewEquipment } from "./schema";

/**
 * Adds equipment, with its first circuit if its refrigerant is given.
 * @throws DomainError invalid with the field for an unknown customer or address
 */
export async function createEquipment(ctx: Ctx, input: NewEquipment): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "createEquipment", input, async (commit) => {
    const id = ctx.newId();
    const now = ctx.now.toISOString();
    const { equipmentName, equipmentType, circuit, ...rest } = input;
    const place = await placeOf(ctx, me, { customerId: input.customerId ?? null, addressId: input.addressId });
    return commit(me, {
      writes: [
        ctx.db.insert(equipment).values({
          orgId: me.orgId,
          id,
          ...columnsOf(rest),
          name: equipmentName,
          type: equipmentType,
          ...place,
          createdAt: now,
          updatedAt: now,
        }),
        ...firstCircuit(ctx, me, { equipmentId: id, ...circuit }),
      ],
      audit: [{ action: "equipment.create", entity: "equipment", entityId: id, after: input }],
      result: { id },
    });
  });
}

type Plated = { equipmentId: string } & NonNullable<NewEquipment["circuit"]>;

function firstCircuit(ctx: Ctx, me: Member, { equipmentId, refrigerant, chargeLb }: Plated): Write[] {
  if (!refrigerant) return [];
  const charge = chargeLb
    ? ({ chargeMilliLb: Math.round(chargeLb * 1000), chargeBasis: "nameplate" } as const)
    : { chargeMilliLb: null, chargeBasis: null };
  const row = { orgId: me.orgId, id: ctx.newId(), equipmentId, name: "Circuit 1", refrigerant, ...charge };
  return [ctx.db.insert(serviceGroups).values({ ...row, createdAt: ctx.now.toISOString() })];
}

/** Changes the given fields. @throws DomainError not_found; invalid with the field; conflict with `{ current }` when stale */
export async function updateEquipment(ctx: Ctx, id: string, input: EquipmentChange): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "updateEquipment", { id, input }, async (commit) => {
    const stored = await storedUnit(ctx, me, id);
    const { version, ...given } = input;
    if (stored.version !== version) throw staleVersion("equipment", stored);
    const moved = given.customerId !== undefined || given.addressId !== undefined;
    const customerId = given.customerId === undefined ? stored.customerId : given.customerId;
    const ownAddressId = customerId === stored.customerId ? stored.addressId : null;
    const place = moved
      ? await placeOf(ctx, me, { customerId, addressId: given.addressId ?? ownAddressId, ownAddressId })
      : {};
    const { before, after } = differences(stored, { ...given, ...place });
    try {
      return await commit(me, {
        writes: [
          ctx.db
            .update(equipment)
            .set({ ...columnsOf(given), ...place, version: version + 1, updatedAt: ctx.now.toISOString() })
            .where(and(isUnit(me, id), eq(equipment.version, version))),
          assertRowChanged(ctx, "stale"),
        ],
        audit: [{ action: "equipment.update", entity: "equipment", entityId: id, before, after }],
        result: { id },
      });
    } catch (error) {
      const current = await storedUnit(ctx, me, id);
      throw current.version === version ? error : staleVersion("equipment", current);
    }
  });
}

/** Deletes equipment entered by mistake. @throws DomainError not_found; conflict if it has jobs or records of them */
export async function deleteEquipment(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "deleteEquipment", { id }, async (commit) => {
    const stored = await storedUnit(ctx, me, id);
    const unused = sql`not exists (select 1 from work_order_equipment we where we.org_id = ${me.orgId} and we.equipment_id = ${id})`;
    return commit(me, {
      writes: [ctx.db.delete(equipment).where(and(isUnit(me, id), unused)), assertRowChanged(ctx, "in_use")],
      audit: [{ action: "equipment.delete", entity: "equipment", entityId: id, before: stored }],
      result: { id },
      refusals: {
        in_use: () => new DomainError("conflict", "This equipment is on work orders. Set it to retired instead."),
        // A job that is now about other equipment leaves these behind.
        "FOREIGN KEY": () =>
          new DomainError("conflict", "This equipment has parts, readings or leak records. Set it to retired instead."),
      },
    });
  });
}

async function storedUnit(ctx: Ctx, me: Member, id: string) {
  const [row] = await units(ctx, me).where(isUnit(me, id));
  if (!row) throw equipmentNotFound();
  return withCondition(row, todayOf(ctx, me));
}

export function isUnit(me: Member, id: string) {
  return and(eq(equipment.orgId, me.orgId), eq(equipment.id, id));
}

interface WantedPlace {
  customerId: string | null;
  addressId?: string | null;
  /** The equipment's own address, which may have become a billing address since. */
  ownAddressId?: string | null;
}

/** The address must be the customer's; without one, the customer's primary service address is used. */
async function placeOf(ctx: Ctx, me: Member, { customerId, addressId, ownAddressId = null }: WantedPlace) {
  if (!customerId) {
    if (addressId) throw invalidField("addressId", "Choose the customer first");
    return { customerId: null, addressId: null };
  }
  const [[customer], sites] = await ctx.db.batch([
    ctx.db
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.orgId, me.orgId), eq(customers.id, customerId))),
    ctx.db
      .select({ id: named(addresses.id, "id"), isPrimary: named(addresses.isPrimary, "is_primary") })
      .from(byIndex(addresses, "addresses_customer"))
      .where(and(eq(addresses.orgId, me.orgId), eq(addresses.customerId, customerId), eq(addresses.type, "service"))),
  ]);
  if (!customer) throw invalidField("customerId", "Choose a customer");
  if (addressId && addressId !== ownAddressId && !sites.some((site) => site.id === addressId))
    throw invalidField("addressId", "Choose the property");
  return { customerId, addressId: addressId ?? sites.find((site) => site.isPrimary)?.id ?? null };
}

function columnsOf({ customerId: _, addressId: __, ...given }: Partial<Omit<EquipmentChange, "version">>) {
  return {
    name: given.equipmentName,
    type: given.equipmentType,
    status: given.status,
    manufacturer: given.manufacturer,
    modelNumber: given.modelNumber,
    serialNumber: given.serialNumber,
    location: given.location,
    installDate: given.installDate,
    lifespanYears: given.lifespanYears,
    warrantyExpiresOn: given.warrantyExpirationDate,
    lastMaintenanceOn: given.lastMaintenanceDate,
    nextMaintenanceOn: given.nextMaintenanceDate,
    criticalAlerts: given.criticalAlerts,
    notes: given.notes,
  };
}
