import type { Priority, WorkOrderStatus } from "~/domain/work-orders/work-order";

type WorkloadJob = { status: WorkOrderStatus; priority: Priority; minutes: number };

export type Workload = {
  /** Booked and not yet done, on hold included. */
  openJobs: number;
  completedJobs: number;
  byPriority: Record<Priority, number>;
  bookedMinutes: number;
  availableMinutes: number;
  freeMinutes: number;
  /** Booked share of the available time, in whole percent; above 100 is overtime, null when there is no shift. */
  utilization: number | null;
};

/** What a technician has on his plate in a period; `availableMinutes` is his shift time in it without breaks and time off. */
export function workload(jobs: readonly WorkloadJob[], availableMinutes: number): Workload {
  const open = jobs.filter(isOpen);
  const booked = jobs.filter((job) => isOpen(job) || isDone(job));
  const bookedMinutes = booked.reduce((sum, job) => sum + (job.status === "on_hold" ? 0 : job.minutes), 0);
  const countOf = (priority: Priority) => open.filter((job) => job.priority === priority).length;
  return {
    openJobs: open.length,
    completedJobs: jobs.filter(isDone).length,
    byPriority: {
      low: countOf("low"),
      normal: countOf("normal"),
      high: countOf("high"),
      emergency: countOf("emergency"),
    },
    bookedMinutes,
    availableMinutes,
    freeMinutes: Math.max(0, availableMinutes - bookedMinutes),
    utilization: availableMinutes > 0 ? Math.round((bookedMinutes / availableMinutes) * 100) : null,
  };
}

function isOpen({ status }: WorkloadJob): boolean {
  return !(status === "unscheduled" || status === "completed" || status === "closed" || status === "cancelled");
}

function isDone({ status }: WorkloadJob): boolean {
  return status === "completed" || status === "closed";
}
