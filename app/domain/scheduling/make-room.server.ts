import { and, eq } from "drizzle-orm";
import { visitTechnicians } from "#drizzle/schema/work-orders";
import type { DayPlan } from "~/domain/scheduling/day-plan.server";
import { placeWrites } from "~/domain/scheduling/place-writes.server";
import { MINUTE_MS } from "~/domain/scheduling/rules";
import type { PlaceWorkOrder } from "~/domain/scheduling/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { AuditEntry, Write } from "~/domain/shared/write.server";
import { type Job, readJob } from "~/domain/work-orders/job.server";
import { latestVisit } from "~/domain/work-orders/reference.server";
import { formatWorkOrderNumber } from "~/domain/work-orders/rules";
import { jobConflicts } from "./conflicts";
import { type PlannedJob, planOf } from "./jobs";
import { judge } from "./placement";

type Asked = NonNullable<PlaceWorkOrder["makeRoom"]>;

/** The job that makes room, if one is asked to. @throws DomainError not_found; conflict when it is not as it was seen */
export async function roomMaker(ctx: Ctx, me: Member, asked: Asked | undefined): Promise<Job | null> {
  if (!asked) return null;
  const other = await readJob(ctx, me, asked.workOrderId);
  if (other.version === asked.version && (other.status === "scheduled" || other.status === "dispatched")) return other;
  throw changedMeanwhile(other);
}

export const changedMeanwhile = ({ number }: Pick<Job, "number">) =>
  new DomainError(
    "conflict",
    `${formatWorkOrderNumber(number)}, which was to make room, was changed meanwhile. Nothing was moved.`,
  );

/** The day with the other job at its new time. */
export function withRoom(day: DayPlan, { id }: Job, { start }: Asked): DayPlan {
  const jobs = day.plan.jobs.map((job) => (job.id === id ? { ...job, start: Date.parse(start) } : job));
  return { ...day, plan: { ...day.plan, ...planOf(jobs, day.plan.drive) } };
}

type Room = { other: Job; asked: Asked; day: DayPlan; planned: PlannedJob };

/**
 * The other job's new time, beside the job that it makes room for, whose people are let go first so that the two may change
 * places. @throws DomainError conflict when something stands against the other there
 */
export function roomWrites(ctx: Ctx, me: Member, { other, asked, day, planned }: Room) {
  const { team, plan } = day;
  const jobs = [...plan.jobs.filter(({ id }) => id !== planned.id), planned];
  const moved = jobs.find(({ id }) => id === other.id);
  if (!moved || !other.technicianId) throw changedMeanwhile(other);
  const verdict = judge(jobConflicts({ ...moved, status: "scheduled" }, team, planOf(jobs, plan.drive)), null);
  if (verdict.kind === "refused")
    throw new DomainError("conflict", `${moved.label} cannot make room any more. ${verdict.message}`);
  const start = Date.parse(asked.start);
  const place = placeWrites(ctx, me, other, {
    visit: "rebook",
    status: other.status,
    start: new Date(start).toISOString(),
    end: new Date(start + other.durationMinutes * MINUTE_MS).toISOString(),
    minutes: other.durationMinutes,
    leadId: other.technicianId,
    helperIds: other.helperIds,
    overrideOf: null,
    overrideReason: null,
  });
  const letGo = ctx.db
    .delete(visitTechnicians)
    .where(
      and(eq(visitTechnicians.orgId, me.orgId), eq(visitTechnicians.visitId, latestVisit(me, planned.id, ["booked"]))),
    );
  const writes: Write[] = [letGo, ...place.writes];
  const audit: AuditEntry[] = place.audit;
  return { writes, audit };
}
