import type { Priority } from "~/domain/work-order-basics/priority";
import type { PlaybookTask } from "./playbook";
import { isUnsafe, judge, type TaskResult } from "./results";

type FollowUpSource = {
  workOrderId: string;
  label: string;
  customerId: string;
  siteAddressId: string;
  equipmentIds: readonly string[];
};

/** A proposed work order for the office to review and book; nothing is written before that. */
export type FollowUpDraft = {
  /** Identifies the draft for a task of a work order, however often its result is sent. */
  key: string;
  callbackOf: string;
  customerId: string;
  siteAddressId: string;
  equipmentIds: readonly string[];
  title: string;
  description: string;
  priority: Priority;
};

/** Returns the proposed follow-up for a failed result; null for any other result. */
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
