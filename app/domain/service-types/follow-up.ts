import type { Priority } from "~/domain/work-orders/work-order";
import type { PlaybookTask } from "./playbook";
import { isUnsafe, judge, type TaskResult } from "./results";

type FollowUpSource = {
  workOrderId: string;
  label: string;
  customerId: string;
  siteAddressId: string;
  equipmentIds: readonly string[];
};

/** A work order to be looked at and booked by the office; nothing is written before that. */
export type FollowUpDraft = {
  /** One draft for a task of a work order, however often its result is sent. */
  key: string;
  callbackOf: string;
  customerId: string;
  siteAddressId: string;
  equipmentIds: readonly string[];
  title: string;
  description: string;
  priority: Priority;
};

/** What should be done about a result that failed; null for one that did not. */
export function followUpDraft(task: PlaybookTask, result: TaskResult, source: FollowUpSource): FollowUpDraft | null {
  const verdict = judge(task, result);
  if (verdict.outcome !== "fail") return null;
  const { workOrderId, label, ...where } = source;
  return {
    ...where,
    key: `${workOrderId}:${task.id}`,
    callbackOf: workOrderId,
    title: `Follow up: ${task.title}`,
    description: `Found on ${label}. ${verdict.message ?? ""}`.trim(),
    priority: isUnsafe(task, result) ? "emergency" : "normal",
  };
}
