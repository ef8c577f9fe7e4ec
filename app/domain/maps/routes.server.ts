import { type DayPlan, readDayPlan, readRoutePlan } from "~/domain/scheduling/day.server";
import { driveLookup } from "~/domain/scheduling/routing/drive-times.server";
import { suggestSlots } from "~/domain/scheduling/slots";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { pointFrom } from "~/domain/shared/point";
import { addDays } from "~/domain/shared/time/dates";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { addedDrive } from "~/domain/technicians/calendar";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { readStoredWorkOrder } from "~/domain/work-orders/load.server";
import { ownZips } from "./coverage.server";
import { statesOf } from "./fips";
import { changeOfDriving, routeOf } from "./route";
import type { MapDay } from "./schema";

export type RoutesOfDay = Awaited<ReturnType<typeof routesOfDay>>;

/** Maximum ZIP codes labeled on the map; more would overlap. */
const NAMED_ZIPS = 30;

/**
 * Each technician's day as a route: the stops in scheduled order, the drive to each and the total. `basis` tells whether drives
 * are measured, estimated or unknown.
 * @throws DomainError forbidden
 */
export async function routesOfDay(ctx: Ctx, query: MapDay) {
  const me = allow(ctx, "work_orders.read");
  const today = todayOf(ctx, me);
  const date = query.date ?? today;
  const period = dayBounds(date, me.timeZone);
  const [{ team, plan, rows }, zips] = await Promise.all([
    readRoutePlan(ctx, me, period),
    ownZips(ctx, me, NAMED_ZIPS),
  ]);
  const seesHomes = can(me, "technicians.read");
  const routes = team
    .map((technician) => ({ technician, route: routeOf(technician, plan, period) }))
    .filter(({ route }) => route.stops.length > 0)
    .map(({ technician, route: { stops, ...totals } }) => ({
      ...totals,
      name: technician.name,
      maySeeSheet: seesHomes || technician.id === me.technicianId,
      /** Where the day starts, only for members who may see colleagues' homes. */
      origin: seesHomes ? pointOfPlace(technician.home ?? technician.depot) : null,
      stops: stops.flatMap(({ workOrderId, ...stop }) => {
        const row = rows.find((one) => one.workOrderId === workOrderId);
        if (!row) return [];
        const { number, title, status, customerName, street, city, timeZone, latitude, longitude, version } = row;
        return [
          {
            ...{ id: workOrderId, number, title, status, customerName, street, city, version, ...stop },
            reference: formatWorkOrderNumber(number),
            zone: timeZone ?? me.timeZone,
            point: pointFrom({ latitude, longitude }),
          },
        ];
      }),
    }));
  return {
    date,
    today,
    before: addDays(date, -1),
    after: addDays(date, 1),
    zone: me.timeZone,
    mayPlan: can(me, "work_orders.write"),
    routes,
    states: statesOf(rows.map((row) => row.state)),
    driveMinutes: routes.reduce((sum, one) => sum + one.driveMinutes, 0),
    workMinutes: routes.reduce((sum, one) => sum + one.workMinutes, 0),
    unknownDrives: routes.reduce((sum, one) => sum + one.unknownDrives, 0),
    isEstimated: routes.some((one) => one.isEstimated),
    zips: zips.map(({ zip, ...middle }) => ({ zip, point: pointFrom(middle) })),
  };
}

const pointOfPlace = (place: { latitude: number | null; longitude: number | null } | null) => place && pointFrom(place);

const MAX_MOVES = 40;

/**
 * Other openings for a job on its day that have no conflict, with the change in everyone's driving minutes, fewest first.
 * @throws DomainError not_found; forbidden; conflict if the job is not scheduled
 */
export async function moveOptions(ctx: Ctx, ref: string, { date: wanted }: MapDay) {
  const me = allow(ctx, "work_orders.write");
  const today = todayOf(ctx, me);
  const date = wanted ?? today;
  const period = dayBounds(date, me.timeZone);
  const [{ id, number, title, version, priority }, day] = await Promise.all([
    readStoredWorkOrder(ctx, me, ref),
    readDayPlan(ctx, me, period),
  ]);
  const workOrder = day.plan.jobs.find((one) => one.id === id);
  const lead = day.team.find((one) => one.id === workOrder?.technicianIds[0]);
  if (!workOrder || !lead)
    throw new DomainError("conflict", `${formatWorkOrderNumber(number)} is not on anyone's schedule.`);
  const plan = await withMeasuredDrives(ctx, day, workOrder.place);
  const now = addedDrive(workOrder, lead, plan);
  const search = { ...plan, now: ctx.now.getTime(), period, emergencyReserve: 0, limit: MAX_MOVES };
  const { technicianIds, start, ...unscheduled } = workOrder;
  const helperIds = technicianIds.slice(1);
  const slots = suggestSlots({ ...unscheduled, status: "scheduled", priority, helperIds }, day.team, search);
  return {
    date,
    workOrder: {
      id,
      number,
      title,
      version,
      reference: workOrder.label,
      zone: workOrder.zone,
      customerName: workOrder.customerName,
    },
    now: { technicianId: lead.id, technicianName: lead.name, start, addedMinutes: now.minutes },
    options: slots
      .filter((slot) => slot.technicianId !== lead.id || slot.start !== start)
      .map(({ technicianId, start: at, addedMinutes, reason }) => ({
        technicianId,
        technicianName: day.team.find((one) => one.id === technicianId)?.name ?? "",
        start: at,
        addedMinutes,
        changeMinutes: changeOfDriving(addedMinutes, now.minutes),
        reason,
      })),
  };
}

/** The plan with drives between the job and all others as measured by a provider, if there is one. */
async function withMeasuredDrives(ctx: Ctx, { plan }: DayPlan, place: DayPlan["plan"]["jobs"][number]["place"]) {
  if (!ctx.providers.driveTimes) return plan;
  const others = plan.jobs.map((one) => one.place).filter(({ addressId }) => addressId !== place.addressId);
  const legs = others.slice(0, 40).flatMap((other) => [
    { from: other, to: place },
    { from: place, to: other },
  ]);
  return { ...plan, drive: await driveLookup(ctx, legs, { otherwise: plan.drive }) };
}
