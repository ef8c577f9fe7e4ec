import { and, asc, eq, gte, isNotNull, isNull, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { equipment, serviceGroups } from "#drizzle/schema/equipment";
import { refrigerantReadings } from "#drizzle/schema/refrigerant";
import { equipmentNotFound, todayOf } from "~/domain/equipment/find.server";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { startOfDay, wallTimeOf } from "~/domain/shared/time-zones";
import { COUNTED_FROM, leakRates } from "./leak-rate";
import { leakRule, leakState } from "./leak-rules";

export type CircuitLeak = Awaited<ReturnType<typeof circuitLeaks>>[number];

/** Which leak rule each circuit of a unit falls under, and how fast it leaks by what was added. @throws DomainError not_found */
export async function circuitLeaks(ctx: Ctx, equipmentId: string) {
  const me = allow(ctx, "equipment.read");
  const r = refrigerantReadings;
  const [[unit], circuits, additions] = await ctx.db.batch([
    ctx.db
      .select({ type: equipment.type })
      .from(equipment)
      .where(and(eq(equipment.orgId, me.orgId), eq(equipment.id, equipmentId))),
    ctx.db
      .select({
        id: named(serviceGroups.id, "circuit_id"),
        name: named(serviceGroups.name, "circuit_name"),
        refrigerant: serviceGroups.refrigerant,
        chargeMilliLb: serviceGroups.chargeMilliLb,
      })
      .from(serviceGroups)
      .where(and(eq(serviceGroups.orgId, me.orgId), eq(serviceGroups.equipmentId, equipmentId)))
      .orderBy(sql`lower(name)`)
      .limit(50),
    ctx.db
      .select({
        serviceGroupId: r.serviceGroupId,
        workOrderId: r.workOrderId,
        takenAt: r.takenAt,
        milliLb: r.addedMilliLb,
      })
      .from(r)
      .where(
        and(
          eq(r.orgId, me.orgId),
          eq(r.equipmentId, equipmentId),
          isNull(r.removedAt),
          gte(r.takenAt, new Date(startOfDay(COUNTED_FROM, me.timeZone)).toISOString()),
          isNotNull(r.addedMilliLb),
        ),
      )
      .orderBy(asc(r.takenAt)),
  ]);
  if (!unit) throw equipmentNotFound();
  return circuits.map(({ id, name, refrigerant, chargeMilliLb }) => {
    const rule = leakRule({ refrigerant, chargeMilliLb, equipmentType: unit.type }, todayOf(ctx, me));
    const added = additions
      .filter(({ serviceGroupId }) => serviceGroupId === id)
      .map(({ workOrderId, takenAt, milliLb }) => ({
        workOrderId,
        date: wallTimeOf(Date.parse(takenAt), me.timeZone).date,
        milliLb: milliLb ?? 0,
      }));
    const rates = chargeMilliLb === null ? null : leakRates(added, chargeMilliLb);
    const worst = rates && Math.max(rates.annualizing.percent, rates.rolling.percent);
    return { id, name, refrigerant, chargeMilliLb, rule, rates, state: worst === null ? null : leakState(worst, rule) };
  });
}
