import type { SchedulerWorkOrder, TrayWorkOrder } from "~/domain/scheduling/scheduler";
import type { DayFeedback } from "./drop-feedback";
import type { Problem } from "./scheduler-context";
import type { WorkOrderPlace } from "./use-reveal";

const ATTENTION_KINDS = ["emergency", "window", "conflict", "shift", "late"] as const;
type AttentionKind = (typeof ATTENTION_KINDS)[number];

export const ATTENTION_LABELS: Record<AttentionKind, string> = {
  emergency: "Unassigned emergency",
  window: "Promised window",
  conflict: "Conflict",
  shift: "Outside shift",
  late: "Running late",
};

export interface AttentionItem extends WorkOrderPlace {
  kind: AttentionKind;
  number: number;
  customerName: string;
  /** Null: unscheduled. */
  start: number | null;
  message: string;
}

interface Shown {
  jobs: readonly SchedulerWorkOrder[];
  tray: readonly TrayWorkOrder[];
  feedback: DayFeedback | null;
}

/**
 * Jobs that need attention, most urgent first, each listed once by its worst problem. Excludes overridden conflicts,
 * mere warnings (such as a missing skill), and emergencies on hold.
 */
export function attentionOf({ jobs, tray, feedback }: Shown): AttentionItem[] {
  const waiting = tray
    .filter(({ priority, status }) => priority === "emergency" && status !== "on_hold")
    .map(({ id, number, customerName }): AttentionItem => {
      const message = "No one is assigned to it.";
      return { workOrderId: id, technicianId: null, kind: "emergency", number, customerName, start: null, message };
    });
  const found = new Map<string, AttentionItem>();
  const byId = new Map(jobs.map((workOrder) => [workOrder.id, workOrder]));
  for (const [technicianId, { problems }] of feedback?.lanes ?? []) {
    for (const [workOrderId, own] of problems) {
      const workOrder = byId.get(workOrderId);
      for (const problem of workOrder ? own : []) {
        const kind = kindOf(problem);
        const known = found.get(workOrderId);
        if (!workOrder || !kind || (known && rankOf(known.kind) <= rankOf(kind))) continue;
        const { number, customerName, start } = workOrder;
        found.set(workOrderId, {
          workOrderId,
          technicianId,
          kind,
          number,
          customerName,
          start,
          message: problem.message,
        });
      }
    }
  }
  const booked = [...found.values()].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  return [...waiting, ...booked].sort((a, b) => rankOf(a.kind) - rankOf(b.kind));
}

const rankOf = (kind: AttentionKind) => ATTENTION_KINDS.indexOf(kind);

function kindOf({ kind, code }: Problem): AttentionKind | null {
  if (kind === "warning") return null;
  if (code === "arrival_window") return "window";
  if (code === "late") return "late";
  return code === "off_shift" || code === "no_shift" || code === "break" || code === "time_off" || code === "holiday"
    ? "shift"
    : "conflict";
}
