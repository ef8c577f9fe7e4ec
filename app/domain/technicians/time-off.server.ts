import { and, eq } from "drizzle-orm";
import { technicians, technicianTimeOff } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { clockChangeReason } from "~/domain/shared/date-format";
import { daysBetween } from "~/domain/shared/dates";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { Interval } from "~/domain/shared/intervals";
import { allow } from "~/domain/shared/permissions";
import { dayBounds, instantOf } from "~/domain/shared/time-zones";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { technicianNotFound } from "./access.server";
import { bookedJobs } from "./booked-jobs.server";
import { LONGEST_TIME_OFF } from "./rules";
import type { TimeOff } from "./schema";

/**
 * Takes a technician out of the days for a while. Jobs booked then stay where they are: `jobs` says how many there are.
 * @throws DomainError not_found; invalid with the field
 */
export async function addTimeOff(
  ctx: Ctx,
  technicianId: string,
  input: TimeOff,
): Promise<{ id: string; jobs: number }> {
  const me = allow(ctx, "technicians.write");
  const period = spanOf(me, input);
  return once(ctx, "addTimeOff", { technicianId, input }, async (commit) => {
    const [[known], booked] = await ctx.db.batch([
      ctx.db
        .select({ id: technicians.id })
        .from(technicians)
        .where(and(eq(technicians.orgId, me.orgId), eq(technicians.id, technicianId))),
      bookedJobs(ctx, me, { period, technicianId }),
    ]);
    if (!known) throw technicianNotFound();
    const id = ctx.newId();
    const startsAt = new Date(period.start).toISOString();
    const endsAt = new Date(period.end).toISOString();
    const { reason, note } = input;
    const row = { orgId: me.orgId, id, technicianId, startsAt, endsAt, reason, note };
    const within = booked.filter((job) => job.endsAt > startsAt);
    return commit(me, {
      writes: [
        ctx.db.insert(technicianTimeOff).values({ ...row, createdBy: me.userId, createdAt: ctx.now.toISOString() }),
      ],
      audit: [{ action: "technician.time_off", entity: "technician", entityId: technicianId, after: row }],
      result: { id, jobs: within.length },
    });
  });
}

/** @throws DomainError not_found */
export async function removeTimeOff(ctx: Ctx, technicianId: string, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return once(ctx, "removeTimeOff", { technicianId, id }, (commit) =>
    commit(me, {
      writes: [
        ctx.db
          .delete(technicianTimeOff)
          .where(
            and(
              eq(technicianTimeOff.orgId, me.orgId),
              eq(technicianTimeOff.id, id),
              eq(technicianTimeOff.technicianId, technicianId),
            ),
          ),
        assertRowChanged(ctx, "time_off_gone"),
      ],
      audit: [{ action: "technician.time_off_removed", entity: "technician", entityId: technicianId, before: { id } }],
      result: { id },
      refusals: { time_off_gone: () => notFound("Time off not found") },
    }),
  );
}

/** @throws DomainError invalid with the field */
function spanOf(me: Member, { from, to, fromTime, toTime }: TimeOff): Interval {
  const last = to ?? from;
  const start = fromTime
    ? wallInstant(me, { date: from, time: fromTime }, "fromTime")
    : dayBounds(from, me.timeZone).start;
  const end = toTime ? wallInstant(me, { date: last, time: toTime }, "toTime") : dayBounds(last, me.timeZone).end;
  if (end <= start) throw refused("to", "The end must be after the start");
  if (daysBetween(from, last) >= LONGEST_TIME_OFF) throw refused("to", `Time off is at most ${LONGEST_TIME_OFF} days`);
  return { start, end };
}

function wallInstant(me: Member, wall: { date: string; time: string }, field: string): number {
  const found = instantOf(wall, me.timeZone);
  if (found.kind === "gap") throw refused(field, clockChangeReason(found));
  return found.instant;
}

function refused(field: string, text: string): DomainError {
  return new DomainError("invalid", text, { fields: { [field]: [text] } });
}
