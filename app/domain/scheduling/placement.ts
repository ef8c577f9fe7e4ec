import { STATUS_LABELS, UNDER_WAY_STATUSES, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { type Conflict, isFree } from "./conflicts";

type Place = { start: number; leadId: string | null };

/** A job under way began where and when it began: only its length can change. null: nothing against it. */
export function underWayRefusal(status: WorkOrderStatus, was: Place, asked: Place): string | null {
  if (!UNDER_WAY_STATUSES.some((one) => one === status)) return null;
  if (was.start === asked.start && was.leadId === asked.leadId) return null;
  return `It is ${STATUS_LABELS[status]}: it stays where it is, only its length can change.`;
}

export type Verdict =
  | { kind: "free"; warnings: readonly Conflict[] }
  /** It may be booked for a reason, beside the jobs named. */
  | { kind: "overridden"; beside: readonly string[]; warnings: readonly Conflict[] }
  | { kind: "refused"; message: string; overridable: boolean };

/** Whether a job can be booked as things stand, and with what reason. */
export function judge(conflicts: readonly Conflict[], reason: string | null): Verdict {
  const warnings = conflicts.filter(({ severity }) => severity === "warning");
  if (isFree(conflicts)) return { kind: "free", warnings };
  const against = conflicts.filter(({ severity }) => severity !== "warning");
  const blocked = against.filter(({ severity }) => severity === "blocked");
  if (reason === null || blocked.length > 0) {
    const told = blocked.length > 0 ? blocked : against;
    return { kind: "refused", message: messagesOf(told), overridable: blocked.length === 0 };
  }
  const doubled = against.filter(({ kind }) => kind === "double_booking");
  return { kind: "overridden", beside: [...new Set(doubled.flatMap(({ otherJobId }) => otherJobId ?? []))], warnings };
}

/** Each sentence once. */
export function messagesOf(conflicts: readonly Conflict[]): string {
  return [...new Set(conflicts.map(({ message }) => message))].join(" ");
}
