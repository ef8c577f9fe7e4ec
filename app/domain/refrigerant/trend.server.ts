import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { serviceGroups } from "#drizzle/schema/equipment";
import { refrigerantReadings } from "#drizzle/schema/refrigerant";
import type { Ctx, Member } from "~/domain/shared/context";
import { logUnforeseen } from "~/domain/shared/log.server";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { chargeTrend, READINGS_IN_A_TREND } from "./drift";
import { reckoned } from "./reading";

/** Updates the charge trend of a newly written reading's circuit. If this fails, the next reading repeats it. */
export async function followCharge(ctx: Ctx, me: Member, readingId: string): Promise<void> {
  try {
    await writeTrend(ctx, me, readingId);
  } catch (error) {
    logUnforeseen(ctx.request.id, "charge trend", error);
  }
}

async function writeTrend(ctx: Ctx, me: Member, readingId: string): Promise<void> {
  const r = refrigerantReadings;
  const circuit = sql`(select service_group_id from ${r} where ${r.orgId} = ${me.orgId} and ${r.id} = ${readingId})`;
  const rows = await ctx.db
    .select({
      refrigerant: r.refrigerant,
      metering: r.metering,
      altitudeFeet: r.altitudeFeet,
      targetSubcoolingCentiF: r.targetSubcoolingCentiF,
      suctionMilliPsi: r.suctionMilliPsi,
      suctionCentiF: r.suctionCentiF,
      liquidMilliPsi: r.liquidMilliPsi,
      liquidCentiF: r.liquidCentiF,
      wetBulbCentiF: r.wetBulbCentiF,
      dryBulbCentiF: r.dryBulbCentiF,
      addedMilliLb: r.addedMilliLb,
      recoveredMilliLb: r.recoveredMilliLb,
      takenAt: r.takenAt,
    })
    .from(r)
    .where(and(eq(r.orgId, me.orgId), eq(r.serviceGroupId, circuit), isNull(r.removedAt)))
    .orderBy(desc(r.takenAt), desc(r.id))
    .limit(READINGS_IN_A_TREND);
  const trend = chargeTrend(
    rows.map((row) => ({ ...reckoned(row), takenOn: wallTimeOf(Date.parse(row.takenAt), me.timeZone).date })),
  );
  await ctx.db
    .update(serviceGroups)
    .set({ chargeTrend: trend })
    .where(
      and(
        eq(serviceGroups.orgId, me.orgId),
        eq(serviceGroups.id, circuit),
        sql`charge_trend IS NOT ${trend && JSON.stringify(trend)}`,
      ),
    );
}
