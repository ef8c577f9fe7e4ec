import type { Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { wallTimeOf } from "~/domain/shared/time-zones";
import type { Job } from "~/domain/work-orders/job.server";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-orders/rules";
import { endOf, refusedField, startOf } from "~/domain/work-orders/schedule.server";
import type { UpdateWorkOrder } from "~/domain/work-orders/schema";
import type { Booking } from "~/domain/work-orders/visits.server";

export interface Replanned {
  status: WorkOrderStatus;
  start: string | null;
  end: string | null;
  durationMinutes: number;
  leadId: string | null;
  helperIds: readonly string[];
  /** What becomes of the booked visit: nothing, other times or people, or a first one. */
  visit: "keep" | "rebook" | "new";
  booking: Booking | null;
}

/** States whose visit is still to come or under way, so that its time and people can change. */
const planned: readonly WorkOrderStatus[] = ["scheduled", "dispatched", "en_route", "in_progress"];
const needsTechnician: readonly WorkOrderStatus[] = ["dispatched", "en_route", "in_progress"];

/** The work order's place in the day after a change. @throws DomainError when its state does not allow the change */
export function replan(member: Member, job: Job, input: UpdateWorkOrder): Replanned {
  const asked = isShownStart(member, job, input) ? undefined : startOf(member, input);
  const start = asked === undefined ? job.scheduledStart : asked;
  const durationMinutes = input.durationMinutes ?? job.durationMinutes;
  const leadId = input.technicianId === undefined ? job.technicianId : input.technicianId;
  const helperIds = (input.helperIds ?? job.helperIds).filter((id) => id !== leadId);
  const sameSlot = start === job.scheduledStart && durationMinutes === job.durationMinutes;
  const sameCrew = leadId === job.technicianId && sameMembers(helperIds, job.helperIds);
  const end = start === null ? null : endOf(start, durationMinutes);
  const overrideReason = input.overrideReason ?? (sameSlot && sameCrew ? job.overrideReason : null);
  const booking = start && end ? { start, end, leadId, helperIds, overrideReason } : null;
  const next = { start, end, durationMinutes, leadId, helperIds, booking };

  if (!leadId && needsTechnician.includes(job.status)) throw refusedField("technicianId", "Choose a technician");
  if (sameSlot && sameCrew) return { ...next, status: job.status, visit: "keep" };
  if (job.status === "unscheduled") {
    return start ? { ...next, status: "scheduled", visit: "new" } : { ...next, status: "unscheduled", visit: "keep" };
  }
  if (planned.includes(job.status)) {
    if (start) return { ...next, status: job.status, visit: "rebook" };
    if (job.status === "scheduled") return { ...next, status: "unscheduled", visit: "keep" };
    throw refusedField("scheduledStart", `A work order that is ${STATUS_LABELS[job.status]} keeps its start`);
  }
  if (job.status === "on_hold" && start === job.scheduledStart) return { ...next, status: "on_hold", visit: "keep" };
  throw new DomainError("conflict", notNow(job.status));
}

// A form shows minutes of the wall: sent back unchanged they mean the start as it is, to the second, in either hour of a night
// when the clocks go back.
function isShownStart(member: Member, job: Job, { startDate, startTime }: UpdateWorkOrder): boolean {
  if (!job.scheduledStart || !startDate || !startTime) return false;
  const shown = wallTimeOf(Date.parse(job.scheduledStart), member.timeZone);
  return shown.date === startDate && shown.time === startTime;
}

function notNow(status: WorkOrderStatus): string {
  if (status === "on_hold") return "This job is on hold: schedule it anew to give it another time.";
  return `A work order that is ${STATUS_LABELS[status]} keeps its time and its people.`;
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
