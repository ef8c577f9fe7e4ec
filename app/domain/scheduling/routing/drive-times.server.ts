import { and, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses } from "#drizzle/schema/customers";
import { driveTimes } from "#drizzle/schema/scheduler";
import { technicianAddresses } from "#drizzle/schema/technicians";
import { workOrders } from "#drizzle/schema/work-orders";
import {
  type DriveAnswer,
  type DriveRequest,
  type DriveTime,
  driveLabel,
  driveOrigin,
  driveTime,
  estimateDrive,
  type MeasuredDrive,
  type Place,
  pointOf,
} from "~/domain/drives/drive-time";
import type { MapPoint } from "~/domain/providers";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import type { Interval } from "~/domain/shared/time/intervals";
import type { DriveLookup } from "~/domain/technicians/calendar";
import { parseWorkOrderRef } from "~/domain/work-order-basics/number";

type DriveTimeInput = DriveRequest & { departureTime?: string };

/** @throws DomainError not_found for a work order that does not exist */
export async function calculateDriveTime(ctx: Ctx, request: DriveTimeInput) {
  const [answer] = await calculateDriveTimes(ctx, [request]);
  if (!answer || "error" in answer) throw new DomainError("not_found", answer?.error ?? "Work order not found");
  return answer;
}

/**
 * Returns one result per request, in order; an unknown work order affects only its own result. A job that is not on the map is
 * driven to from its technician's home or depot. Minutes are measured, estimated (great circle x 1.3 at 40 km/h) or unknown,
 * according to `basis`.
 */
export async function calculateDriveTimes(ctx: Ctx, requests: readonly DriveTimeInput[]) {
  const me = allow(ctx, "work_orders.read");
  const stops = await stopsOf(ctx, me, requests);
  const legs = requests.map((request) => ({ request, ...legOf(request, stops) }));
  const known = legs.flatMap(({ from, to }) => (from && to ? [{ from, to }] : []));
  const drive = await driveLookup(ctx, known);
  return legs.map(({ request, from, to, error }) => answerOf(request, { from, to, error, drive }));
}

type Stop = { id: string; number: number; place: Place; home: Place | null; depot: Place | null };
type RequestedLeg = { from: Place | null; to: Place | null; error: string | null };

function legOf({ originWorkOrderId, destinationWorkOrderId }: DriveTimeInput, stops: readonly Stop[]): RequestedLeg {
  const [origin, target] = [stopNamed(originWorkOrderId, stops), stopNamed(destinationWorkOrderId, stops)];
  if (!origin) return { from: null, to: null, error: "Origin work order not found" };
  if (!target) return { from: null, to: null, error: "Destination work order not found" };
  const same = origin.place.addressId === target.place.addressId;
  const start = same ? origin.place : driveOrigin({ workOrder: origin.place, home: target.home, depot: target.depot });
  return { from: start ?? origin.place, to: target.place, error: null };
}

function answerOf(request: DriveTimeInput, { from, to, error, drive }: RequestedLeg & { drive: DriveLookup }) {
  const { originWorkOrderId, destinationWorkOrderId, departureTime } = request;
  const named = { originWorkOrderId, destinationWorkOrderId };
  if (!from || !to) return { ...named, error: error ?? "Work order not found" } satisfies DriveAnswer;
  const found = drive(from, to);
  const arrivalTime = arrival(departureTime, found);
  return { ...named, ...found, label: driveLabel(found), ...(arrivalTime ? { departureTime, arrivalTime } : {}) };
}

function arrival(departureTime: string | undefined, { minutes }: DriveTime): string | null {
  if (!departureTime || minutes === null) return null;
  return new Date(Date.parse(departureTime) + minutes * MINUTE_MS).toISOString();
}

function stopNamed(ref: string, stops: readonly Stop[]): Stop | null {
  const parsed = parseWorkOrderRef(ref);
  if (!parsed) return null;
  return stops.find((stop) => (parsed.by === "id" ? stop.id === parsed.id : stop.number === parsed.number)) ?? null;
}

async function stopsOf(ctx: Ctx, me: Member, requests: readonly DriveTimeInput[]): Promise<Stop[]> {
  const refs = requests.flatMap(({ originWorkOrderId: from, destinationWorkOrderId: to }) => [from, to]);
  const parsed = refs.flatMap((ref) => parseWorkOrderRef(ref) ?? []);
  const ids = JSON.stringify(parsed.flatMap((one) => (one.by === "id" ? [one.id] : [])));
  const numbers = JSON.stringify(parsed.flatMap((one) => (one.by === "number" ? [one.number] : [])));
  const requested = sql`(${workOrders.id} IN (SELECT value FROM json_each(${ids}))
    OR ${workOrders.number} IN (SELECT value FROM json_each(${numbers})))`;
  const [jobs, bases] = await ctx.db.batch([
    ctx.db
      .select({
        id: named(workOrders.id, "stop_id"),
        number: workOrders.number,
        technicianId: workOrders.technicianId,
        addressId: named(addresses.id, "stop_address_id"),
        latitude: addresses.latitude,
        longitude: addresses.longitude,
      })
      .from(workOrders)
      .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)))
      .where(and(eq(workOrders.orgId, me.orgId), requested)),
    ctx.db
      .select({
        technicianId: technicianAddresses.technicianId,
        kind: technicianAddresses.kind,
        latitude: technicianAddresses.latitude,
        longitude: technicianAddresses.longitude,
      })
      .from(technicianAddresses)
      .where(
        and(
          eq(technicianAddresses.orgId, me.orgId),
          sql`${technicianAddresses.technicianId} IN (
            SELECT ${workOrders.technicianId} FROM ${workOrders} WHERE ${workOrders.orgId} = ${me.orgId} AND ${requested})`,
        ),
      ),
  ]);
  return jobs.map(({ id, number, technicianId, ...place }) => {
    const base = (kind: "home" | "depot"): Place | null => {
      const found = bases.find((one) => one.technicianId === technicianId && one.kind === kind);
      return found
        ? { addressId: `${technicianId}:${kind}`, latitude: found.latitude, longitude: found.longitude }
        : null;
    };
    return { id, number, place, home: base("home"), depot: base("depot") };
  });
}

type Leg = { from: Place; to: Place };

/** Drive times rarely change within this period. */
const TTL_MS = 30 * DAY_MS;

/**
 * Returns drives measured by a provider, now or recently; `otherwise` (an estimate) is used where there is none or the provider
 * is down. Legs with an end that is not on the map are skipped. With `known`, drives of the legs measured recently, none are read.
 */
export async function driveLookup(
  ctx: Ctx,
  legs: readonly Leg[],
  { otherwise = estimateDrive, known }: { otherwise?: typeof estimateDrive; known?: ReadonlyMap<string, number> } = {},
): Promise<DriveLookup> {
  const measured = await measure(ctx, legs, known);
  return (from, to) => {
    const found = driveTime(from, to, measured);
    return found.basis === "estimate" ? otherwise(from, to) : found;
  };
}

async function measure(ctx: Ctx, legs: readonly Leg[], recent?: ReadonlyMap<string, number>): Promise<MeasuredDrive> {
  const provider = ctx.providers.driveTimes;
  const requested = new Map(legs.flatMap((leg) => pairOf(leg)).map((pair) => [pair.key, pair]));
  if (!provider || requested.size === 0) return () => null;
  const known = new Map(recent ?? (await readCached(ctx, [...requested.values()])));
  const open = [...requested.values()].filter(({ key }) => !known.has(key));
  const found = open.length > 0 ? await provider.measure(open) : [];
  const fresh = open.flatMap((pair, index) => {
    const minutes = found[index] ?? null;
    return minutes === null ? [] : [{ ...pair, minutes }];
  });
  for (const { key, minutes } of fresh) known.set(key, minutes);
  if (fresh.length > 0) ctx.after(storeMeasured(ctx, fresh));
  return (from, to) => pairOf({ from, to }).map(({ key }) => known.get(key) ?? null)[0] ?? null;
}

type Pair = { key: string; fromPoint: string; toPoint: string; from: MapPoint; to: MapPoint };

/** Empty if an end is not on the map. */
function pairOf({ from, to }: Leg): Pair[] {
  const [fromPoint, toPoint] = [pointOf(from), pointOf(to)];
  if (!fromPoint || !toPoint) return [];
  return [{ key: `${fromPoint} ${toPoint}`, fromPoint, toPoint, from: mapPoint(from), to: mapPoint(to) }];
}

const mapPoint = ({ latitude, longitude }: Place): MapPoint => ({ latitude: latitude ?? 0, longitude: longitude ?? 0 });

const MAX_CACHED_DRIVES = 4000;

/**
 * Returns recently measured drives among the sites of a period's jobs, the team's homes and, with `siteAddressId`, that site,
 * as one statement for a batch.
 */
export function cachedDrives(
  ctx: Ctx,
  me: Member,
  { start, end, siteAddressId }: Interval & { siteAddressId?: string | SQL },
) {
  const point = (table: string) => sql.raw(`printf('%.4f,%.4f', ${table}.latitude, ${table}.longitude)`);
  const [from, to] = [start, end].map((at) => new Date(at).toISOString());
  const wanted = siteAddressId
    ? sql`UNION SELECT ${point("a")} FROM (SELECT 1 FROM drive_times LIMIT 1) CROSS JOIN addresses a WHERE a.org_id = ${me.orgId} AND a.id = ${siteAddressId} AND a.latitude IS NOT NULL`
    : sql``;
  // Each technician is an index range. Skips all places if nothing was ever measured.
  const points = sql`SELECT ${point("a")} AS p FROM (SELECT 1 FROM drive_times LIMIT 1) CROSS JOIN technicians t
      CROSS JOIN appointment_technicians b CROSS JOIN appointments v CROSS JOIN work_orders w CROSS JOIN addresses a
      WHERE t.org_id = ${me.orgId} AND t.status <> 'inactive' AND b.org_id = ${me.orgId} AND b.technician_id = t.id
        AND b.blocks_calendar = 1 AND b.starts_at >= ${from} AND b.starts_at < ${to}
        AND v.org_id = ${me.orgId} AND v.id = b.appointment_id AND w.org_id = ${me.orgId} AND w.id = v.work_order_id
        AND a.org_id = ${me.orgId} AND a.id = w.site_address_id AND a.latitude IS NOT NULL
    UNION SELECT ${point("h")} FROM (SELECT 1 FROM drive_times LIMIT 1) CROSS JOIN technician_addresses h WHERE h.org_id = ${me.orgId} AND h.latitude IS NOT NULL ${wanted}`;
  return ctx.db
    .select({
      from: named(driveTimes.fromPoint, "known_from"),
      to: named(driveTimes.toPoint, "known_to"),
      minutes: named(driveTimes.minutes, "known_minutes"),
    })
    .from(sql`(WITH points AS MATERIALIZED (${points})
      SELECT d.* FROM points CROSS JOIN drive_times d ON d.from_point = points.p
      WHERE d.to_point IN (SELECT p FROM points) AND d.measured_at > ${measuredSince(ctx)} LIMIT ${MAX_CACHED_DRIVES}) AS drive_times`);
}

/** Drives measured before are measured again. */
export const measuredSince = (ctx: Ctx) => new Date(ctx.now.getTime() - TTL_MS).toISOString();

async function readCached(ctx: Ctx, pairs: readonly Pair[]): Promise<Map<string, number>> {
  const json = JSON.stringify(pairs.map(({ fromPoint, toPoint }) => [fromPoint, toPoint]));
  const rows = await ctx.db
    .select()
    .from(driveTimes)
    .where(
      sql`(${driveTimes.fromPoint}, ${driveTimes.toPoint}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${json}))
        AND ${driveTimes.measuredAt} > ${measuredSince(ctx)}`,
    );
  return new Map(rows.map(({ fromPoint, toPoint, minutes }) => [`${fromPoint} ${toPoint}`, minutes]));
}

async function storeMeasured(ctx: Ctx, fresh: readonly (Pair & { minutes: number })[]): Promise<void> {
  const json = JSON.stringify(fresh.map(({ fromPoint, toPoint, minutes }) => [fromPoint, toPoint, minutes]));
  await ctx.db.run(sql`INSERT INTO drive_times (from_point, to_point, minutes, measured_at)
    SELECT value ->> 0, value ->> 1, value ->> 2, ${ctx.now.toISOString()} FROM json_each(${json}) WHERE true
    ON CONFLICT (from_point, to_point) DO UPDATE SET minutes = excluded.minutes, measured_at = excluded.measured_at`);
}
