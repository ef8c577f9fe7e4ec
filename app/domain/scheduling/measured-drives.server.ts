import { sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { driveTimes } from "#drizzle/schema/scheduler";
import type { MapPoint } from "~/domain/providers";
import type { Interval } from "~/domain/scheduling/rules";
import type { Ctx, Member } from "~/domain/shared/context";
import { driveTime, estimateDrive, type MeasuredDrive, type Place, pointOf } from "./drive-time";
import type { DriveLookup } from "./jobs";

export type Leg = { from: Place; to: Place };

/** Roads change more slowly than this. */
const keptFor = 30 * 86_400_000;

/**
 * Drives as a provider measured them, now or lately; where there is none, or it is down, it is `otherwise`: estimated. Legs with an end
 * that is not on the map are not asked for.
 */
export async function driveLookup(ctx: Ctx, legs: readonly Leg[], otherwise = estimateDrive): Promise<DriveLookup> {
  const measured = await measure(ctx, legs);
  return (from, to) => {
    const found = driveTime(from, to, measured);
    return found.basis === "estimate" ? otherwise(from, to) : found;
  };
}

async function measure(ctx: Ctx, legs: readonly Leg[]): Promise<MeasuredDrive> {
  const provider = ctx.providers.driveTimes;
  const asked = new Map(legs.flatMap((leg) => pairOf(leg)).map((pair) => [pair.key, pair]));
  if (!provider || asked.size === 0) return () => null;
  const known = await kept(ctx, [...asked.values()]);
  const open = [...asked.values()].filter(({ key }) => !known.has(key));
  const found = open.length > 0 ? await provider.measure(open) : [];
  const fresh = open.flatMap((pair, index) => {
    const minutes = found[index] ?? null;
    return minutes === null ? [] : [{ ...pair, minutes }];
  });
  for (const { key, minutes } of fresh) known.set(key, minutes);
  if (fresh.length > 0) ctx.after(keep(ctx, fresh));
  return (from, to) => pairOf({ from, to }).map(({ key }) => known.get(key) ?? null)[0] ?? null;
}

type Pair = { key: string; fromPoint: string; toPoint: string; from: MapPoint; to: MapPoint };

/** Nothing where an end is not on the map. */
function pairOf({ from, to }: Leg): Pair[] {
  const [fromPoint, toPoint] = [pointOf(from), pointOf(to)];
  if (!fromPoint || !toPoint) return [];
  return [{ key: `${fromPoint} ${toPoint}`, fromPoint, toPoint, from: mapPoint(from), to: mapPoint(to) }];
}

const mapPoint = ({ latitude, longitude }: Place): MapPoint => ({ latitude: latitude ?? 0, longitude: longitude ?? 0 });

const mostKnown = 4000;

/**
 * Drives that were measured lately among the sites of a period's jobs, the homes of those who work here and, with `siteAddressId`,
 * that site: one statement, for a batch.
 */
export function keptDrives(ctx: Ctx, me: Member, { start, end, siteAddressId }: Interval & { siteAddressId?: string }) {
  const point = (table: string) => sql.raw(`printf('%.4f,%.4f', ${table}.latitude, ${table}.longitude)`);
  const [from, to] = [start, end].map((at) => new Date(at).toISOString());
  const wanted = siteAddressId
    ? sql`UNION SELECT ${point("a")} FROM addresses a WHERE a.org_id = ${me.orgId} AND a.id = ${siteAddressId} AND a.latitude IS NOT NULL`
    : sql``;
  const points = sql`SELECT ${point("a")} AS p FROM work_orders w
      JOIN addresses a ON a.org_id = w.org_id AND a.id = w.site_address_id
      WHERE w.org_id = ${me.orgId} AND a.org_id = ${me.orgId} AND w.scheduled_start >= ${from} AND w.scheduled_start < ${to}
        AND a.latitude IS NOT NULL
    UNION SELECT ${point("h")} FROM technician_addresses h WHERE h.org_id = ${me.orgId} AND h.latitude IS NOT NULL ${wanted}`;
  return ctx.db
    .select({
      from: named(driveTimes.fromPoint, "known_from"),
      to: named(driveTimes.toPoint, "known_to"),
      minutes: named(driveTimes.minutes, "known_minutes"),
    })
    .from(sql`(WITH points AS MATERIALIZED (${points})
      SELECT d.* FROM points CROSS JOIN drive_times d ON d.from_point = points.p
      WHERE d.to_point IN (SELECT p FROM points) AND d.measured_at > ${since(ctx)} LIMIT ${mostKnown}) AS drive_times`);
}

const since = (ctx: Ctx) => new Date(ctx.now.getTime() - keptFor).toISOString();

async function kept(ctx: Ctx, pairs: readonly Pair[]): Promise<Map<string, number>> {
  const json = JSON.stringify(pairs.map(({ fromPoint, toPoint }) => [fromPoint, toPoint]));
  const rows = await ctx.db
    .select()
    .from(driveTimes)
    .where(
      sql`(${driveTimes.fromPoint}, ${driveTimes.toPoint}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${json}))
        AND ${driveTimes.measuredAt} > ${since(ctx)}`,
    );
  return new Map(rows.map(({ fromPoint, toPoint, minutes }) => [`${fromPoint} ${toPoint}`, minutes]));
}

async function keep(ctx: Ctx, fresh: readonly (Pair & { minutes: number })[]): Promise<void> {
  const json = JSON.stringify(fresh.map(({ fromPoint, toPoint, minutes }) => [fromPoint, toPoint, minutes]));
  await ctx.db.run(sql`INSERT INTO drive_times (from_point, to_point, minutes, measured_at)
    SELECT value ->> 0, value ->> 1, value ->> 2, ${ctx.now.toISOString()} FROM json_each(${json}) WHERE true
    ON CONFLICT (from_point, to_point) DO UPDATE SET minutes = excluded.minutes, measured_at = excluded.measured_at`);
}
