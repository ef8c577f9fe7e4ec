import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "./work-order";

/** One row of the history; instants in epoch milliseconds. */
export type StatusChange = {
  status: WorkOrderStatus;
  /** By the device's clock. */
  occurredAt: number;
  /** By the server's clock. */
  recordedAt: number;
};

type StatusStay = {
  status: WorkOrderStatus;
  enteredAt: number;
  /** null while the work order is still in it. */
  leftAt: number | null;
  seconds: number;
  /** The device's clock was off by more than 5 minutes, so the figure is a guess. */
  skewed: boolean;
};

type StatusShare = { status: WorkOrderStatus; seconds: number; percent: number };

const SKEW_MS = 5 * 60_000;

/** How long the work order stayed in each state, never below zero; `history` in the order it was recorded. */
export function statusDurations(history: readonly StatusChange[], now: number): StatusStay[] {
  return history.map((change, index) => {
    const next = history[index + 1];
    const ended = next ? next.occurredAt : endOfLast(change, now);
    return {
      status: change.status,
      enteredAt: change.occurredAt,
      leftAt: next ? next.occurredAt : null,
      seconds: Math.round(Math.max(0, ended - change.occurredAt) / 1000),
      skewed: isSkewed(change) || (next !== undefined && (isSkewed(next) || runsBackwards(change, next))),
    };
  });
}

/** Share of its life that a work order spent in each state it was in, in board order; percent to one decimal. */
export function statusDistribution(stays: readonly StatusStay[]): StatusShare[] {
  const total = stays.reduce((sum, stay) => sum + stay.seconds, 0);
  return WORK_ORDER_STATUSES.flatMap((status) => {
    const own = stays.filter((stay) => stay.status === status);
    if (own.length === 0) return [];
    const seconds = own.reduce((sum, stay) => sum + stay.seconds, 0);
    return [{ status, seconds, percent: total === 0 ? 0 : Math.round((seconds / total) * 1000) / 10 }];
  });
}

// What is closed or canceled waits for nobody.
function endOfLast(change: StatusChange, now: number): number {
  return change.status === "closed" || change.status === "cancelled" ? change.occurredAt : now;
}

// A late record is a device that was offline; one from the future is a wrong clock.
function isSkewed(change: StatusChange): boolean {
  return change.occurredAt - change.recordedAt > SKEW_MS;
}

function runsBackwards(change: StatusChange, next: StatusChange): boolean {
  return change.occurredAt - next.occurredAt > SKEW_MS;
}
