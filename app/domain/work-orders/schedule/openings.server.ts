import { sql } from "drizzle-orm";
import { siteOf } from "~/domain/scheduling/check-booking.server";
import { readDayPlan } from "~/domain/scheduling/day.server";
import { EMERGENCY_RESERVE, suggestSlots } from "~/domain/scheduling/slots";
import type { Playbook } from "~/domain/service-types/playbook";
import { playbookFor } from "~/domain/service-types/playbook.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { formatDateTime } from "~/domain/shared/time/date-format";
import { addDays } from "~/domain/shared/time/dates";
import { startOfDay, todayOf, wallTimeOf, zoneTag } from "~/domain/shared/time/time-zones";
import { chosenCustomer } from "~/domain/work-orders/create.server";
import { demandsOf } from "./bookable";

const MAX_SHOWN = 3;
const DAYS = 5;

interface Wanted {
  customerId: string;
  /** Omitted, or not one of the customer's: their primary service address. */
  siteAddressId?: string;
  /** Determines the duration and the required skills. */
  serviceTypeId?: string;
}

const USUAL_MINUTES = 60;

/**
 * Returns the soonest openings of the next days for a job that is not created yet, for a caller on the phone: starts as
 * date and time in the site's zone. Empty without a technician working then; null without a site.
 * @throws DomainError forbidden
 */
export async function firstOpenings(ctx: Ctx, { customerId, siteAddressId, serviceTypeId }: Wanted) {
  const me = allow(ctx, "work_orders.write");
  const today = todayOf(ctx, me);
  const period = { start: ctx.now.getTime(), end: startOfDay(addDays(today, DAYS), me.timeZone) };
  const chosen = sql`(SELECT a.id FROM addresses a INDEXED BY addresses_customer
    WHERE a.org_id = ${me.orgId} AND a.customer_id = ${chosenCustomer(me, customerId)} AND a.type = 'service'
    ORDER BY a.id = ${siteAddressId ?? ""} DESC, a.is_primary DESC, a.id LIMIT 1)`;
  const [playbook, [site], { team, plan }] = await Promise.all([
    serviceTypeId ? knownPlaybook(ctx, me, serviceTypeId) : null,
    siteOf(ctx, me, chosen),
    readDayPlan(ctx, me, { ...period, siteAddressId: chosen }),
  ]);
  const minutes = playbook?.durationMinutes ?? USUAL_MINUTES;
  if (!site) return null;
  const zone = site.timeZone ?? me.timeZone;
  const workOrder = {
    ...{ id: "new", label: "The new work order", demands: demandsOf(playbook), priority: "normal" as const, zone },
    ...{ status: "scheduled" as const, minutes, customerName: "the customer", arrivalWindow: null },
    place: { addressId: site.addressId, latitude: site.latitude, longitude: site.longitude },
  };
  // All of them: they come in order of drive time, but the caller wants the soonest.
  const limit = Number.POSITIVE_INFINITY;
  const slots = suggestSlots(workOrder, team, { ...plan, period, emergencyReserve: EMERGENCY_RESERVE, limit });
  const items = slots
    .toSorted((a, b) => a.start - b.start)
    .slice(0, MAX_SHOWN)
    .map(({ technicianId, start }) => {
      const { date, time } = wallTimeOf(start, zone);
      const tag = zoneTag(start, zone) !== zoneTag(start, me.timeZone);
      return { technicianId, startDate: date, startTime: time, label: formatDateTime(start, { zone, tag }) };
    });
  return { minutes, items };
}

/** Null for a deleted service type: the job then has none. */
async function knownPlaybook(ctx: Ctx, me: Member, serviceTypeId: string): Promise<Playbook | null> {
  try {
    return await playbookFor(ctx, me, serviceTypeId);
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid") return null;
    throw error;
  }
}
