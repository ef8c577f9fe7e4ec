import { MINUTE_MS } from "~/domain/shared/time/dates";
import type { ArchiveJob } from "~/domain/work-orders/archive/archive";

/** The systems checked every five minutes, in the same way as requests use them. */
export const CHECKS = ["database", "queue", "files", "durable_object"] as const;
export type CheckName = (typeof CHECKS)[number];

export const CHECK_RESULTS = ["pending", "ok", "failed"] as const;
type CheckResult = (typeof CHECK_RESULTS)[number];

export const CHECK_LABELS: Record<CheckName, string> = {
  database: "Database",
  queue: "Queue",
  files: "Files",
  durable_object: "Durable Object",
};

export const CHECK_EVERY_MINUTES = 5;
/** Three missed runs: the cron job does not run, or cannot write. */
const STALE_MS = 3 * CHECK_EVERY_MINUTES * MINUTE_MS;
/** A message that takes longer counts as lost. */
const LATE_MS = 2 * MINUTE_MS;

interface CheckRow {
  name: CheckName;
  /** When the check started, an ISO instant. */
  at: string;
  result: CheckResult;
  /** Duration; null while it is running or if it failed. */
  ms: number | null;
  error: string | null;
}

export interface CheckState {
  name: CheckName;
  state: "ok" | "failed" | "late" | "never";
  /** The time of the last result. */
  at: string | null;
  ms: number | null;
  error: string | null;
  /** The number of latest results that passed, and their total. */
  passed: number;
  of: number;
}

/** The state of each check by its latest results. `rows`: from about the last hour, newest first. */
export function checkStates(rows: readonly CheckRow[], now: number): CheckState[] {
  return CHECKS.map((name) => {
    const results = rows.filter((row) => row.name === name).map((row) => settled(row, now));
    const known = results.filter(({ result }) => result !== "pending");
    const [last] = known;
    const counts = { passed: known.filter(({ result }) => result === "ok").length, of: known.length };
    if (!last) return { name, state: "never", at: null, ms: null, error: null, ...counts };
    const { at, ms, error, result } = last;
    const isStale = now - Date.parse(at) > STALE_MS;
    const state = result === "failed" ? "failed" : isStale ? "late" : "ok";
    return { name, state, at, ms, error, ...counts };
  });
}

function settled(row: CheckRow, now: number): CheckRow {
  const isLost = row.result === "pending" && now - Date.parse(row.at) > LATE_MS;
  return isLost ? { ...row, result: "failed", error: "did not come back within two minutes" } : row;
}

/** External dependencies of the operators' area. */
export interface Operations {
  /** Email addresses of the operators' accounts, in lower case. */
  staff: readonly string[];
  /** False only for the demo's users, who have no second step. */
  needsSecondStep: boolean;
  /** Sends a message through the queue; `recordQueueCheck` handles it on arrival. */
  checkQueue: (check: QueueCheck) => Promise<void>;
  /** Queues the next run of a tenant's move. A lost call is harmless: a sweep queues it again. */
  queueMove: (job: MoveJob, options?: { delaySeconds?: number }) => Promise<void>;
  /** Queues archiving on a shard. A lost call is harmless: the next night's run catches up. */
  queueArchiving: (job: ArchiveJob) => Promise<void>;
}

/** The body of a queue message: the move of a tenant to continue. */
export interface MoveJob {
  moveId: string;
}

/** `checkedAt`: when the message was sent, an ISO instant. */
export interface QueueCheck {
  checkedAt: string;
}
