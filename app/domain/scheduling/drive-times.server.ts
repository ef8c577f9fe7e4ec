import { and, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses } from "#drizzle/schema/customers";
import { technicianAddresses } from "#drizzle/schema/technicians";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { parseWorkOrderRef } from "~/domain/work-orders/work-order";
import { type DriveAnswer, type DriveRequest, type DriveTime, driveLabel, driveOrigin, type Place } from "./drive-time";
import type { DriveLookup } from "./jobs";
import { driveLookup } from "./measured-drives.server";
import { MINUTE_MS } from "./rules";

export type AskedDrive = DriveRequest & { departureTime?: string };

/** @throws DomainError not_found for a work order that does not exist */
export async function calculateDriveTime(ctx: Ctx, request: AskedDrive) {
  const [answer] = await calculateDriveTimes(ctx, [request]);
  if (!answer || "error" in answer) throw new DomainError("not_found", answer?.error ?? "Work order not found");
  return answer;
}

/**
 * One answer a request, in the order asked; an unknown work order spoils its own answer only. A job that is not on the map is
 * driven to from its technician's home or depot. Minutes are measured, estimated (great circle x 1.3 at 40 km/h) or unknown,
 * which `basis` tells.
 */
export async function calculateDriveTimes(ctx: Ctx, requests: readonly AskedDrive[]) {
  const me = allow(ctx, "work_orders.read");
  const stops = await stopsOf(ctx, me, requests);
  const legs = requests.map((request) => ({ request, ...legOf(request, stops) }));
  const known = legs.flatMap(({ from, to }) => (from && to ? [{ from, to }] : []));
  const drive = await driveLookup(ctx, known);
  return legs.map(({ request, from, to, error }) => answerOf(request, { from, to, error, drive }));
}

type Stop = { id: string; number: number; place: Place; home: Place | null; depot: Place | null };
type Leg = { from: Place | null; to: Place | null; error: string | null };

function legOf({ originWorkOrderId, destinationWorkOrderId }: AskedDrive, stops: readonly Stop[]): Leg {
  const [origin, target] = [stopNamed(originWorkOrderId, stops), stopNamed(destinationWorkOrderId, stops)];
  if (!origin) return { from: null, to: null, error: "Origin work order not found" };
  if (!target) return { from: null, to: null, error: "Destination work order not found" };
  const same = origin.place.addressId === target.place.addressId;
  const start = same ? origin.place : driveOrigin({ job: origin.place, home: target.home, depot: target.depot });
  return { from: start ?? origin.place, to: target.place, error: null };
}

function answerOf(request: AskedDrive, { from, to, error, drive }: Leg & { drive: DriveLookup }) {
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

async function stopsOf(ctx: Ctx, me: Member, requests: readonly AskedDrive[]): Promise<Stop[]> {
  const refs = requests.flatMap(({ originWorkOrderId: from, destinationWorkOrderId: to }) => [from, to]);
  const parsed = refs.flatMap((ref) => parseWorkOrderRef(ref) ?? []);
  const ids = JSON.stringify(parsed.flatMap((one) => (one.by === "id" ? [one.id] : [])));
  const numbers = JSON.stringify(parsed.flatMap((one) => (one.by === "number" ? [one.number] : [])));
  const asked = sql`(${workOrders.id} IN (SELECT value FROM json_each(${ids}))
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
      .where(and(eq(workOrders.orgId, me.orgId), asked)),
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
            SELECT ${workOrders.technicianId} FROM ${workOrders} WHERE ${workOrders.orgId} = ${me.orgId} AND ${asked})`,
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
