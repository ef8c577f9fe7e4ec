import { and, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { equipment, serviceGroups } from "#drizzle/schema/equipment";
import { refrigerantReadings } from "#drizzle/schema/refrigerant";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { logUnforeseen } from "~/domain/shared/log.server";
import type { CivilDate } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import { chronicYears, type EpisodeFacts, progressOf } from "./compliance";
import { leakRatesEach } from "./leak-rate";
import { leakRule, leakState } from "./leak-rules";
import { additionsOf, datedAdditions, worstRate } from "./leaks.server";
import { scheduleNotice } from "./schedule-notice.server";

/** Checks the circuit of a newly recorded reading. If this fails, the hourly sweep repeats it. */
export async function assessReading(ctx: Ctx, me: Member, readingId: string): Promise<void> {
  try {
    await assessCircuit(ctx, me, circuitOfReading(me, readingId));
  } catch (error) {
    logUnforeseen(ctx.request.id, "leak episode", error);
  }
}

/** The circuit that a reading was taken on, for use in another statement. */
export function circuitOfReading({ orgId }: Member, readingId: string): SQL {
  const r = refrigerantReadings;
  return sql`(select service_group_id from ${r} where ${r.orgId} = ${orgId} and ${r.id} = ${readingId})`;
}

/**
 * Opens the episodes required by a circuit's additions: for the earliest above the threshold that no episode covers, and one for
 * each year as a chronic leaker. Additions may arrive late or be corrected, so each is judged. Checking again opens nothing twice.
 */
export async function assessCircuit(ctx: Ctx, me: Member, circuitId: string | SQL): Promise<void> {
  const [[circuit], rows, verified] = await ctx.db.batch([
    ctx.db
      .select({
        id: named(serviceGroups.id, "circuit_id"),
        equipmentId: serviceGroups.equipmentId,
        refrigerant: serviceGroups.refrigerant,
        chargeMilliLb: serviceGroups.chargeMilliLb,
        equipmentType: equipment.type,
        installDate: equipment.installDate,
      })
      .from(serviceGroups)
      .innerJoin(equipment, and(eq(equipment.orgId, me.orgId), eq(equipment.id, serviceGroups.equipmentId)))
      .where(and(eq(serviceGroups.orgId, me.orgId), eq(serviceGroups.id, sql`${circuitId}`))),
    additionsOf(ctx, me, eq(refrigerantReadings.serviceGroupId, sql`${circuitId}`)),
    verifiedOf(ctx, me, circuitId),
  ]);
  if (!circuit || circuit.chargeMilliLb === null) return;
  const { chargeMilliLb, installDate, ...facts } = circuit;
  const additions = datedAdditions(me, { rows, installDate });
  const rule = leakRule({ ...facts, chargeMilliLb }, todayOf(ctx, me));
  if ((rule.regime !== "part82" && rule.regime !== "part84") || rule.thresholdPercent === null) return;
  const { regime, thresholdPercent } = rule;
  const about = { circuit, regime, thresholdPercent, chargeMilliLb };
  const verifiedDays = verified.map(({ endedOn }) => endedOn);
  const over = leakRatesEach(additions, chargeMilliLb, verifiedDays).flatMap((rates) =>
    rates && leakState(worstRate(rates), rule) === "over"
      ? [{ ...about, kind: "leak" as const, year: null, openedOn: rates.date, percent: worstRate(rates) }]
      : [],
  );
  const leak = await firstUnknown(ctx, me, over);
  if (leak) await open(ctx, me, leak);
  for (const { year, percent: share, reachedOn } of chronicYears(additions, about)) {
    await open(ctx, me, { ...about, kind: "chronic", year, openedOn: reachedOn, percent: share });
  }
}

/** For a batch that changes what a circuit's additions are judged by: `assessMarked` follows it, or else the hourly sweep. */
export function markForCheck(ctx: Ctx, me: Member, circuitId: string): Write {
  return ctx.db
    .update(serviceGroups)
    .set({ leakCheckAt: ctx.now.toISOString() })
    .where(and(eq(serviceGroups.orgId, me.orgId), eq(serviceGroups.id, circuitId)));
}

/** Checks a circuit after the batch that marked it. If this fails, the hourly sweep repeats it. */
export async function assessMarked(ctx: Ctx, me: Member, circuitId: string | SQL): Promise<void> {
  try {
    await assessChanged(ctx, me, circuitId);
  } catch (error) {
    logUnforeseen(ctx.request.id, "leak episode", error);
  }
}

/**
 * Checks a circuit whose charge or recorded weights, or whose equipment's type or install date, changed; does nothing for any
 * other.
 */
export async function assessChanged(ctx: Ctx, me: Member, circuitId: string | SQL): Promise<void> {
  const one = and(eq(serviceGroups.orgId, me.orgId), eq(serviceGroups.id, sql`${circuitId}`));
  const [circuit] = await ctx.db.select({ leakCheckAt: serviceGroups.leakCheckAt }).from(serviceGroups).where(one);
  if (!circuit?.leakCheckAt) return;
  await assessCircuit(ctx, me, circuitId);
  // Unless it changed again in the meantime.
  await ctx.db
    .update(serviceGroups)
    .set({ leakCheckAt: null })
    .where(and(one, eq(serviceGroups.leakCheckAt, circuit.leakCheckAt)));
}

/** The days on which a repair of the circuit was verified. */
function verifiedOf(ctx: Ctx, { orgId }: Member, circuitId: string | SQL) {
  return ctx.db.all<{ endedOn: CivilDate }>(sql`
    SELECT e.ended_on AS endedOn FROM leak_episodes e INDEXED BY leak_episodes_unit
    WHERE e.org_id = ${orgId} AND e.service_group_id = ${circuitId} AND e.ending = 'verified' AND e.equipment_id =
      (SELECT g.equipment_id FROM service_groups g WHERE g.org_id = ${orgId} AND g.id = ${circuitId})`);
}

type Found = EpisodeFacts & { circuit: { id: string; equipmentId: string }; percent: number };

/** The earliest of a circuit's findings that no episode covers; those after it belong to the episode that it opens. */
async function firstUnknown(ctx: Ctx, me: Member, findings: readonly Found[]): Promise<Found | undefined> {
  const [one] = findings;
  if (!one) return undefined;
  const days = JSON.stringify(findings.map(({ openedOn }) => openedOn));
  const [first] = await ctx.db.all<{ day: CivilDate | null }>(sql`
    SELECT min(f.value) AS day FROM json_each(${days}) f WHERE NOT ${known(me, { ...one, openedOn: sql`f.value` })}`);
  return findings.find(({ openedOn }) => openedOn === first?.day);
}

type Covered = Pick<Found, "kind" | "circuit" | "year"> & { openedOn: CivilDate | SQL };

/** True if an episode already covers this, or covered it before it was voided or ended. */
function known({ orgId }: Member, { kind, circuit, openedOn, year }: Covered): SQL {
  const same =
    kind === "chronic"
      ? sql`e.year = ${year}`
      : sql`(e.ended_on IS NULL OR e.opened_on >= ${openedOn} OR (e.ending <> 'voided' AND e.ended_on >= ${openedOn}))`;
  return sql`EXISTS (SELECT 1 FROM leak_episodes e INDEXED BY leak_episodes_unit WHERE e.org_id = ${orgId}
    AND e.equipment_id = ${circuit.equipmentId} AND e.service_group_id = ${circuit.id} AND e.kind = ${kind} AND ${same})`;
}

async function open(ctx: Ctx, me: Member, found: Found): Promise<void> {
  const { circuit, kind, year, openedOn, regime, thresholdPercent, chargeMilliLb, percent } = found;
  const id = ctx.newId();
  const { next } = progressOf(found, []);
  const rate = Math.round(percent * 100);
  const now = ctx.now.toISOString();
  try {
    await commit(ctx, me, {
      writes: [
        ctx.db.run(sql`
          INSERT INTO leak_episodes (org_id, id, equipment_id, service_group_id, kind, year, opened_on, regime, threshold_percent,
            charge_milli_lb, rate_centi_percent, next_step, next_due_on, created_at, updated_at)
          SELECT ${me.orgId}, ${id}, ${circuit.equipmentId}, ${circuit.id}, ${kind}, ${year}, ${openedOn}, ${regime}, ${thresholdPercent},
            ${chargeMilliLb}, ${rate}, ${next?.step ?? null}, ${next?.dueOn ?? null}, ${now}, ${now}
          WHERE NOT ${known(me, found)} ON CONFLICT DO NOTHING`),
        assertRowChanged(ctx, "leak_episode_known"),
      ],
      audit: [
        {
          action: "leak_episode.open",
          entity: "equipment",
          entityId: circuit.equipmentId,
          after: { id, kind, year, openedOn, regime, thresholdPercent, chargeMilliLb, rateCentiPercent: rate },
        },
      ],
      result: undefined,
    });
    scheduleNotice(ctx, me, next);
  } catch (error) {
    if (!failedOn(error, "leak_episode_known")) throw error;
  }
}
