import { and, eq, isNotNull, sql } from "drizzle-orm";
import { addresses } from "#drizzle/schema/customers";
import { designs } from "#drizzle/schema/designs";
import { sitePhotos } from "#drizzle/schema/sites";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once, type Write } from "~/domain/shared/write.server";
import { addressLine, PLACE_FIELDS } from "./address";
import { type AddressUses, addressInUse, findAddress } from "./find.server";
import { addressAudit, hasPrimary, promoteOldest, takePrimary } from "./insert.server";
import type { Address, AddressPatch } from "./schema";
import { zoneOfZip } from "./zip-zones";

/**
 * Changes the given fields. Making an address primary replaces the current primary one; that is the only way to unmark a primary
 * address.
 * @throws DomainError not_found; conflict with `{ current }` if the version is stale; invalid with the field
 */
export function updateAddress(ctx: Ctx, id: string, input: AddressPatch): Promise<{ id: string }> {
  const me = allow(ctx, "customers.write");
  return once(ctx, "updateAddress", { id, input }, async (commit) => {
    const address = await findAddress(ctx, id);
    if (address.version !== input.version) throw staleVersion("address", address);
    const { version: _, ...given } = input;
    const change = {
      ...(movesAway(address, given) ? { latitude: null, longitude: null } : {}),
      ...given,
      timeZone: zoneAfter(address, given),
    };
    if (address.isPrimary && change.isPrimary === false && (change.type ?? address.type) === address.type) {
      const text = "Make another address primary instead";
      throw new DomainError("invalid", text, { fields: { isPrimary: [text] } });
    }
    try {
      return await commit(me, {
        writes: updateWrites(ctx, me, { address, change }),
        audit: [addressAudit("address.update", address, differences(address, change))],
        result: { id },
      });
    } catch (error) {
      const current = await findAddress(ctx, id);
      throw current.version === input.version ? error : staleVersion("address", current);
    }
  });
}

/**
 * Removes an address that no work order, equipment, estimate or system layout refers to; the oldest remaining one becomes
 * primary. Deleted layouts lose it.
 * @throws DomainError not_found; conflict with the number of each that refers to it
 */
export function removeAddress(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "customers.write");
  return once(ctx, "removeAddress", { id }, async (commit) => {
    const { address, uses } = await addressInUse(ctx, me, id);
    if (Object.values(uses).some((count) => count > 0)) throw inUse(uses);
    const { customerId: owner, type } = address;
    const photos = await ctx.db
      .select({ fileKey: sitePhotos.fileKey })
      .from(sitePhotos)
      .where(and(eq(sitePhotos.orgId, me.orgId), eq(sitePhotos.addressId, id)));
    const result = await commit(me, {
      writes: [
        ctx.db
          .update(designs)
          .set({ siteAddressId: null })
          .where(and(eq(designs.orgId, me.orgId), eq(designs.siteAddressId, id), isNotNull(designs.deletedAt))),
        ctx.db.delete(addresses).where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, id))),
        assertRowChanged(ctx, "address_gone"),
        ...(owner && address.isPrimary ? [promoteOldest(ctx, me, { customerId: owner, type })] : []),
      ],
      audit: [addressAudit("address.delete", address, { before: { type, address: addressLine(address) } })],
      result: { id },
      refusals: { address_gone: () => notFound("Address not found"), "FOREIGN KEY": justUsed },
    });
    if (photos.length > 0) ctx.after(ctx.providers.files.delete(photos.map(({ fileKey }) => fileKey)));
    return result;
  });
}

type Change = Omit<AddressPatch, "version">;

function updateWrites(ctx: Ctx, me: Member, { address, change }: { address: Address; change: Change }): Write[] {
  const { id, customerId: owner, version } = address;
  const { isPrimary, ...rest } = change;
  const type = change.type ?? address.type;
  const leaves = type !== address.type;
  const among = owner === null ? null : { customerId: owner, type };
  const takes = among !== null && isPrimary === true && (leaves || !address.isPrimary);
  const follows = among !== null && leaves && !takes;
  const update = ctx.db
    .update(addresses)
    .set({
      ...rest,
      ...(takes ? { isPrimary: true } : {}),
      ...(follows ? { isPrimary: sql`not ${hasPrimary(me, among)}` } : {}),
      version: version + 1,
      updatedAt: ctx.now.toISOString(),
    })
    .where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, id), eq(addresses.version, version)));
  return [
    ...(takes ? [takePrimary(ctx, me, { ...among, except: id })] : []),
    update,
    assertRowChanged(ctx, "stale"),
    ...(owner && leaves && address.isPrimary
      ? [promoteOldest(ctx, me, { customerId: owner, type: address.type })]
      : []),
  ];
}

/** True if the place changes without new coordinates. */
function movesAway(address: Address, change: Change): boolean {
  if (change.latitude !== undefined) return false;
  return PLACE_FIELDS.some((field) => change[field] !== undefined && change[field] !== address[field]);
}

/** The given zone if it differs; otherwise the ZIP code's zone, if the address has none or moves elsewhere. */
function zoneAfter(address: Address, change: Change): string | null {
  const { timeZone, state = address.state, postalCode = address.postalCode } = change;
  if (timeZone && timeZone !== address.timeZone) return timeZone;
  const stays = state === address.state && postalCode === address.postalCode;
  return stays && timeZone !== null && address.timeZone ? address.timeZone : zoneOfZip(state, postalCode);
}

const USE_LABELS: Record<keyof AddressUses, [one: string, several: string]> = {
  workOrders: ["a work order", "work orders"],
  equipment: ["a piece of equipment", "pieces of equipment"],
  estimates: ["an estimate", "estimates"],
  layouts: ["a system layout", "system layouts"],
};

function inUse(uses: AddressUses): DomainError {
  const use = (of: keyof AddressUses) => {
    const [one, several] = USE_LABELS[of];
    return uses[of] === 0 ? [] : [uses[of] === 1 ? one : `${uses[of]} ${several}`];
  };
  const found = [...use("workOrders"), ...use("equipment"), ...use("estimates"), ...use("layouts")];
  const list = new Intl.ListFormat("en-US").format(found);
  const total = Object.values(uses).reduce((sum, count) => sum + count, 0);
  const text = `${list.charAt(0).toUpperCase()}${list.slice(1)} ${total === 1 ? "uses" : "use"} this address, so it can't be removed.`;
  return new DomainError("conflict", text, { details: { ...uses } });
}

/** For what began to refer to the address after it was read. */
const justUsed = () => new DomainError("conflict", "This address was just used, so it can't be removed.");
