import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { DayWorkOrder } from "./day";

/** The next status and its button label; null if the work is finished or the next step is someone else's. */
export function nextStep({
  status,
  roles,
}: Pick<DayWorkOrder, "status" | "roles">): { to: WorkOrderStatus; label: string } | null {
  if (roles.length === 0) return null;
  switch (status) {
    case "scheduled":
    case "dispatched":
      return { to: "en_route", label: "On my way" };
    case "en_route":
      return { to: "in_progress", label: "Arrived, start job" };
    case "in_progress":
      return { to: "completed", label: "Complete" };
    case "on_hold":
      return { to: "in_progress", label: "Resume work" };
    case "unscheduled":
    case "completed":
    case "closed":
    case "cancelled":
      return null;
  }
}

/** What is required before completing, and the section of the screen for it. */
interface Missing {
  section: "checklist" | "signature";
  label: string;
}

/** The work order requires a signature, or a required task of its checklist does. */
export function isSignatureRequired({ tasks, signatureRequired }: DayWorkOrder): boolean {
  return signatureRequired || tasks.some((task) => task.kind === "signature" && task.required);
}

/** Whether a required signature is missing, also because the office cleared its task. */
export function needsSignature({ tasks, signatureRequired, signedBy }: DayWorkOrder): boolean {
  if (signatureRequired && !signedBy) return true;
  return tasks.some((task) => task.kind === "signature" && task.required && task.doneAt === null);
}

/** The server checks the same before it completes a work order; here it works offline. */
export function missingToComplete(workOrder: DayWorkOrder): Missing[] {
  const open = workOrder.tasks.filter(
    (task) => task.required && task.doneAt === null && task.kind !== "signature",
  ).length;
  const missing: Missing[] = [];
  if (open > 0) missing.push({ section: "checklist", label: open === 1 ? "1 task" : `${open} tasks` });
  if (needsSignature(workOrder)) missing.push({ section: "signature", label: "signature" });
  return missing;
}
