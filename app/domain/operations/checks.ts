import type { ArchiveJob } from "~/domain/shared/archive-job";

/** What a check asks, every five minutes, the way requests do. */
export const CHECKS = ["database", "queue", "files", "durable_object"] as const;
export type CheckName = (typeof CHECKS)[number];

export const CHECK_RESULTS = ["pending", "ok", "failed"] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

export const CHECK_LABELS: Record<CheckName, string> = {
  database: "Database",
  queue: "Queue",
  files: "Files",
  durable_object: "Durable Object",
};

export const CHECK_EVERY_MINUTES = 5;
/** Three runs without a result: the cron does not run, or cannot write. */
const STALE_MS = 3 * CHECK_EVERY_MINUTES * 60_000;
/** A message that is not back by then counts as lost. */
const LATE_MS = 2 * 60_000;

export interface CheckRow {
  name: CheckName;
  /** When it was begun, an ISO instant. */
  at: string;
  result: CheckResult;
  /** How long it took; null while it is under way, and where it failed. */
  ms: number | null;
  error: string | null;
}

export interface CheckState {
  name: CheckName;
  state: "ok" | "failed" | "late" | "never";
  /** Of the last result. */
  at: string | null;
  ms: number | null;
  error: string | null;
  /** How many of the latest results were good, and how many there are. */
  passed: number;
  of: number;
}

/** How each check stands by its latest results. `rows`: of the last hour or so, the newest first. */
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

/** What of the outside world operators need. */
export interface Operations {
  /** Email addresses of the accounts that look after the installation, in lower case. */
  staff: readonly string[];
  /** Not of the demo's users, who have none. */
  needsSecondStep: boolean;
  /** Sends a message through the queue that is handed to `recordQueueCheck` when it comes round. */
  checkQueue: (check: QueueCheck) => Promise<void>;
  /** Has the queue go on with a move of a tenant. Losing a call is harmless: a sweep wakes it again. */
  wakeMove: (job: MoveJob, options?: { delaySeconds?: number }) => Promise<void>;
  /** Has the queue archive what is due on a shard. Losing a call is harmless: the next night finds it. */
  wakeArchiving: (job: ArchiveJob) => Promise<void>;
}

/** The body of a queue's message: a move of a tenant that is to go on. */
export interface MoveJob {
  moveId: string;
}

/** `checkedAt`: when it was sent, an ISO instant. */
export interface QueueCheck {
  checkedAt: string;
}
