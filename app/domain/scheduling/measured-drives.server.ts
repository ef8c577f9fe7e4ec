import { sql } from "drizzle-orm";
import { driveTimes } from "#drizzle/schema/scheduler";
import type { Ctx } from "~/domain/context";
import type { MapPoint } from "~/domain/providers";
import { driveTime, type MeasuredDrive, type Place } from "~/domain/scheduling/drive-time.rules";
import type { DriveLookup } from "~/domain/scheduling/jobs.rules";

export type Leg = { from: Place; to: Place };

/** Roads change more slowly than this. */
const keptFor = 30 * 86_400_000;

/**
 * Drives as a provider measured them, now or lately; where there is none, or it is down, they are estimated. Legs with an end
 * that is not on the map are not asked for.
 */
export async function driveLookup(ctx: Ctx, legs: readonly Leg[]): Promise<DriveLookup> {
  const measured = await measure(ctx, legs);
  return (from, to) => driveTime(from, to, measured);
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
  if (from.latitude === null || from.longitude === null || to.latitude === null || to.longitude === null) return [];
  const ends = {
    from: { latitude: from.latitude, longitude: from.longitude },
    to: { latitude: to.latitude, longitude: to.longitude },
  };
  const [fromPoint, toPoint] = [pointOf(ends.from), pointOf(ends.to)];
  return [{ key: `${fromPoint} ${toPoint}`, fromPoint, toPoint, ...ends }];
}

// Some ten metres.
function pointOf({ latitude, longitude }: MapPoint): string {
  return `${latitude.toFixed(4)},${longitude.toFixed(4)}`;
}

async function kept(ctx: Ctx, pairs: readonly Pair[]): Promise<Map<string, number>> {
  const json = JSON.stringify(pairs.map(({ fromPoint, toPoint }) => [fromPoint, toPoint]));
  const since = new Date(ctx.now.getTime() - keptFor).toISOString();
  const rows = await ctx.db
    .select()
    .from(driveTimes)
    .where(
      sql`(${driveTimes.fromPoint}, ${driveTimes.toPoint}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${json}))
        AND ${driveTimes.measuredAt} > ${since}`,
    );
  return new Map(rows.map(({ fromPoint, toPoint, minutes }) => [`${fromPoint} ${toPoint}`, minutes]));
}

async function keep(ctx: Ctx, fresh: readonly (Pair & { minutes: number })[]): Promise<void> {
  const json = JSON.stringify(fresh.map(({ fromPoint, toPoint, minutes }) => [fromPoint, toPoint, minutes]));
  await ctx.db.run(sql`INSERT INTO drive_times (from_point, to_point, minutes, measured_at)
    SELECT value ->> 0, value ->> 1, value ->> 2, ${ctx.now.toISOString()} FROM json_each(${json}) WHERE true
    ON CONFLICT (from_point, to_point) DO UPDATE SET minutes = excluded.minutes, measured_at = excluded.measured_at`);
}
