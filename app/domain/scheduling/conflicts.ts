import { wallTimeOf } from "~/domain/shared/time-zones";
import { type Absence, findAbsences } from "./absences";
import { type DriveConflict, findDriveConflicts } from "./drive-conflicts";
import {
  clock,
  neighboursOf,
  otherJobsOf,
  type Plan,
  type PlannedJob,
  type SchedulableTechnician,
  timeOnSite,
} from "./jobs";
import { qualificationGaps } from "./qualification";
import { type Interval, overlaps } from "./rules";

/** "blocked" stands against everyone, "override" gives way to a stored reason, "warning" is only said. */
export type ConflictSeverity = "blocked" | "override" | "warning";

export type Conflict = {
  kind: "double_booking" | "qualification" | DriveConflict["kind"] | Absence["kind"];
  severity: ConflictSeverity;
  technicianId: string;
  otherJobId: string | null;
  /** Times in it are the site's. */
  message: string;
};

/** Everything that speaks against the job's time, for each of its technicians, helpers included. */
export function jobConflicts(job: PlannedJob, team: readonly SchedulableTechnician[], plan: Plan): Conflict[] {
  return team
    .filter((technician) => job.technicianIds.includes(technician.id))
    .flatMap((technician) => findConflicts(job, technician, plan));
}

/** Everything that speaks against this technician doing the job at its time; the plan may hold the job's old place. */
export function findConflicts(job: PlannedJob, technician: SchedulableTechnician, plan: Plan): Conflict[] {
  const others = otherJobsOf(technician.id, job, plan);
  const neighbours = neighboursOf(job, others);
  const site = timeOnSite(job, neighbours.before);
  const date = wallTimeOf(job.start, job.zone).date;
  const lacks = qualificationGaps(technician, job.demands, date).map((gap) => ({
    ...gap,
    kind: "qualification" as const,
  }));
  return [
    ...doubleBookings(job, site, others).map((conflict) => ({
      ...conflict,
      message: `${technician.name} is on ${conflict.message}.`,
    })),
    ...findDriveConflicts(job, neighbours, plan.drive),
    ...findAbsences(site, technician),
    ...lacks,
  ].map((conflict) => ({ otherJobId: null, ...conflict, technicianId: technician.id }));
}

/** True when the job can be booked as it is, without an override. */
export function isFree(conflicts: readonly Conflict[]): boolean {
  return conflicts.every(({ severity }) => severity === "warning");
}

function doubleBookings(job: PlannedJob, site: Interval, others: readonly PlannedJob[]) {
  return others
    .map((other, index) => ({ other, taken: timeOnSite(other, others[index - 1] ?? null) }))
    .filter(({ taken }) => overlaps(site, taken))
    .map(({ other, taken }) => ({
      kind: "double_booking" as const,
      severity: "override" as const,
      otherJobId: other.id,
      message: `${other.label} from ${clock(taken.start, job.zone)} to ${clock(taken.end, job.zone)}`,
    }));
}
