import type { Ctx } from "~/domain/shared/context";
import { addDays } from "~/domain/shared/dates";
import { allow } from "~/domain/shared/permissions";
import { startOfDay, wallTimeOf } from "~/domain/shared/time-zones";
import { readJob } from "~/domain/work-orders/job.server";
import { formatWorkOrderNumber } from "~/domain/work-orders/rules";
import { readDayPlan, siteOfJob } from "./day-plan.server";
import { demandsOf } from "./place-writes.server";
import type { SlotQuery } from "./schema";
import { suggestSlots } from "./suggestions";

/** Share of a day kept free for emergencies. */
const emergencyReserve = 0.1;

export type SuggestedSlots = Awaited<ReturnType<typeof suggestedSlots>>;

/**
 * Places in the next days at which nothing stands against the job, the fewest added minutes of driving first, each with its
 * reason. A tenth of everybody's day is kept for emergencies. @throws DomainError not_found; forbidden
 */
export async function suggestedSlots(ctx: Ctx, ref: string, { from, days, limit }: SlotQuery) {
  const me = allow(ctx, "work_orders.write");
  const today = wallTimeOf(ctx.now.getTime(), me.timeZone).date;
  const first = from && from > today ? from : today;
  const period = { start: startOfDay(first, me.timeZone), end: startOfDay(addDays(first, days), me.timeZone) };
  const [job, [site], { team, plan }] = await Promise.all([
    readJob(ctx, me, ref),
    siteOfJob(ctx, me, ref),
    readDayPlan(ctx, me, { ...period, ref }),
  ]);
  if (!site) throw new Error("a work order has a site");
  const zone = site.timeZone ?? me.timeZone;
  const wanted = {
    id: job.id,
    label: formatWorkOrderNumber(job.number),
    status: "scheduled" as const,
    minutes: job.durationMinutes,
    place: { addressId: site.addressId, latitude: site.latitude, longitude: site.longitude },
    zone,
    demands: demandsOf(job),
    arrivalWindow: null,
    priority: job.priority,
  };
  const items = suggestSlots(wanted, team, { ...plan, period, emergencyReserve, limit });
  return { workOrderId: job.id, zone, days, items };
}
