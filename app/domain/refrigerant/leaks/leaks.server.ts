import { and, asc, eq, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named } from "#drizzle/d1/columns";
import { equipment, serviceGroups } from "#drizzle/schema/equipment";
import { leakEpisodes, refrigerantReadings } from "#drizzle/schema/refrigerant";
import { equipmentNotFound } from "~/domain/equipment/find.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import type { CivilDate } from "~/domain/shared/time/dates";
import { startOfDay, todayOf, wallTimeOf } from "~/domain/shared/time/time-zones";
import { type Addition, COUNTED_FROM, type LeakRates, leakedAdditions, leakRates } from "./leak-rate";
import { type LeakRule, type LeakState, leakRule, leakState } from "./leak-rules";

export type CircuitLeak = Awaited<ReturnType<typeof circuitLeaks>>[number];

/** Returns each circuit's leak rule, and its leak rate from the refrigerant added. @throws DomainError not_found */
export async function circuitLeaks(ctx: Ctx, equipmentId: string) {
  const me = allow(ctx, "equipment.read");
  const r = refrigerantReadings;
  const [[unit], circuits, additions, verified] = await ctx.db.batch([
    ctx.db
      .select({ type: equipment.type, installDate: equipment.installDate })
      .from(equipment)
      .where(and(eq(equipment.orgId, me.orgId), eq(equipment.id, equipmentId))),
    ctx.db
      .select({
        id: named(serviceGroups.id, "circuit_id"),
        name: named(serviceGroups.name, "circuit_name"),
        refrigerant: serviceGroups.refrigerant,
        chargeMilliLb: serviceGroups.chargeMilliLb,
        chargeTrend: serviceGroups.chargeTrend,
      })
      .from(serviceGroups)
      .where(and(eq(serviceGroups.orgId, me.orgId), eq(serviceGroups.equipmentId, equipmentId)))
      .orderBy(sql`lower(name)`),
    additionsOf(ctx, me, eq(r.equipmentId, equipmentId)),
    ctx.db
      .select({
        serviceGroupId: named(leakEpisodes.serviceGroupId, "verified_circuit"),
        endedOn: named(leakEpisodes.endedOn, "verified_on"),
      })
      .from(byIndex(leakEpisodes, "leak_episodes_unit"))
      .where(
        and(
          eq(leakEpisodes.orgId, me.orgId),
          eq(leakEpisodes.equipmentId, equipmentId),
          eq(leakEpisodes.ending, "verified"),
        ),
      ),
  ]);
  if (!unit) throw equipmentNotFound();
  return circuits.map(({ id, name, refrigerant, chargeMilliLb, chargeTrend }) => {
    const rule = leakRule({ refrigerant, chargeMilliLb, equipmentType: unit.type }, todayOf(ctx, me));
    const added = datedAdditions(me, {
      rows: additions.filter(({ serviceGroupId }) => serviceGroupId === id),
      installDate: unit.installDate,
    });
    const verifiedDays = verified.flatMap(({ serviceGroupId, endedOn }) =>
      serviceGroupId === id && endedOn !== null ? [endedOn] : [],
    );
    const rates = chargeMilliLb === null ? null : leakRates(added, chargeMilliLb, verifiedDays);
    const state = rates && stateOf(rates, { rule, verifiedDays });
    return { id, name, refrigerant, chargeMilliLb, chargeTrend, rule, rates, state };
  });
}

type Judged = { rule: LeakRule; verifiedDays: readonly CivilDate[] };

function stateOf(rates: LeakRates, { rule, verifiedDays }: Judged): LeakState {
  const state = leakState(worstRate(rates), rule);
  return state === "over" && verifiedDays.some((day) => rates.date <= day) ? "repaired" : state;
}

export const worstRate = ({ annualizing, rolling }: LeakRates) => Math.max(annualizing.percent, rolling.percent);

/** Additions that count, oldest first; the caller adds the conditions. */
export function additionsOf(ctx: Ctx, me: Member, where: SQL) {
  const r = refrigerantReadings;
  return ctx.db
    .select({
      serviceGroupId: r.serviceGroupId,
      workOrderId: r.workOrderId,
      takenAt: r.takenAt,
      milliLb: r.addedMilliLb,
      recoveredMilliLb: recoveredOnJob(me),
    })
    .from(r)
    .where(
      and(
        eq(r.orgId, me.orgId),
        where,
        isNull(r.removedAt),
        gte(r.takenAt, new Date(startOfDay(COUNTED_FROM, me.timeZone)).toISOString()),
        isNotNull(r.addedMilliLb),
      ),
    )
    .orderBy(asc(r.takenAt));
}

/** What was recovered from a reading's circuit on its job. */
const recoveredOnJob = ({ orgId }: Member) =>
  sql<number>`(SELECT coalesce(sum(o.recovered_milli_lb), 0) FROM refrigerant_readings o INDEXED BY refrigerant_readings_job
    WHERE o.org_id = ${orgId} AND o.work_order_id = refrigerant_readings.work_order_id
      AND o.service_group_id = refrigerant_readings.service_group_id AND o.removed_at IS NULL)`.as("recovered_on_job");

type AdditionRow = Awaited<ReturnType<typeof additionsOf>>[number];

/** What replaced leaked refrigerant, by civil days of the business. */
export function datedAdditions(
  { timeZone }: Member,
  { rows, installDate }: { rows: readonly AdditionRow[]; installDate: CivilDate | null },
): Addition[] {
  const dated = rows.map(({ takenAt, milliLb, ...row }) => ({
    ...row,
    date: wallTimeOf(Date.parse(takenAt), timeZone).date,
    milliLb: milliLb ?? 0,
  }));
  return leakedAdditions(dated, installDate);
}
