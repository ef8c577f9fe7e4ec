import { and, eq, isNull, sql } from "drizzle-orm";
import { serviceGroups } from "#drizzle/schema/equipment";
import { refrigerantReadings } from "#drizzle/schema/refrigerant";
import type { ServiceGroupChange } from "~/domain/equipment/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertHolds, assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { assessMarked } from "./leaks/open-episodes.server";

/** A circuit, as named in the URL. */
interface CircuitRef {
  equipmentId: string;
  circuitId: string;
}

const circuitNotFound = () => notFound("Circuit not found");

const isCircuit = ({ orgId }: Member, { equipmentId, circuitId }: CircuitRef) =>
  and(eq(serviceGroups.orgId, orgId), eq(serviceGroups.equipmentId, equipmentId), eq(serviceGroups.id, circuitId));

/** Returns a circuit for editing. @throws DomainError not_found */
export async function circuitToEdit(ctx: Ctx, ref: CircuitRef) {
  return readCircuit(ctx, allow(ctx, "equipment.write"), ref);
}

async function readCircuit(ctx: Ctx, me: Member, ref: CircuitRef) {
  const { name, refrigerant, chargeMilliLb, chargeBasis, version } = serviceGroups;
  const [row] = await ctx.db
    .select({ name, refrigerant, chargeMilliLb, chargeBasis, version })
    .from(serviceGroups)
    .where(isCircuit(me, ref));
  if (!row) throw circuitNotFound();
  const { chargeMilliLb: charge, ...circuit } = row;
  return { ...circuit, chargeLb: charge === null ? null : charge / 1000 };
}

/**
 * Changes the given fields. With another charge, the circuit's additions are judged again, which may open a leak episode. The
 * refrigerant can be corrected until the first reading, since readings were judged by it.
 * @throws DomainError not_found; conflict with `{ current }` when stale, and for a name in use on the equipment; invalid for the
 *   refrigerant of a circuit with readings
 */
export async function changeCircuit(ctx: Ctx, ref: CircuitRef, input: ServiceGroupChange): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  const { equipmentId, circuitId } = ref;
  const changed = await once(ctx, "changeCircuit", { ref, input }, async (commit) => {
    const stored = await readCircuit(ctx, me, ref);
    const { version, ...given } = input;
    if (stored.version !== version) throw staleVersion("circuit", stored);
    const { before, after } = differences(stored, given);
    if (Object.keys(after).length === 0) return { id: circuitId };
    const { chargeLb, ...rest } = given;
    const chargeMilliLb = typeof chargeLb === "number" ? Math.round(chargeLb * 1000) : chargeLb;
    return commit(me, {
      writes: [
        ...("refrigerant" in after ? [assertHolds(ctx, "circuit_measured", isUnmeasured(me, circuitId))] : []),
        ctx.db
          .update(serviceGroups)
          .set({ ...rest, chargeMilliLb, version: version + 1 })
          .where(and(isCircuit(me, ref), eq(serviceGroups.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "service_group.update", entity: "equipment", entityId: equipmentId, before, after }],
      result: { id: circuitId },
      refusals: {
        stale: () => staleVersion("circuit", stored),
        circuit_measured: () =>
          invalidField("refrigerant", `Readings were recorded for ${stored.refrigerant}. Add another circuit instead`),
        service_groups_name: nameTaken,
      },
    });
  });
  await assessMarked(ctx, me, circuitId);
  return changed;
}

function isUnmeasured(me: Member, circuitId: string) {
  const r = refrigerantReadings;
  return sql`NOT EXISTS (SELECT 1 FROM ${r} WHERE ${and(eq(r.orgId, me.orgId), eq(r.serviceGroupId, circuitId), isNull(r.removedAt))})`;
}

function nameTaken(): DomainError {
  const taken = "This equipment already has a circuit with that name";
  return new DomainError("conflict", taken, { fields: { name: [taken] } });
}
