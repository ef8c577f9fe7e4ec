import { officeTime } from "./device-clock";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "./work-order";

/** One row of the history; instants in epoch milliseconds. */
export type StatusChange = {
  status: WorkOrderStatus;
  /** When it happened, as the device said or as the office's clock corrected it. */
  occurredAt: number;
  /** By the server's clock. */
  recordedAt: number;
  /** The office's time replaced the device's. */
  isCorrected?: boolean;
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

/**
 * How long the work order stayed in each state, never below zero; `history` in the order it was recorded. Entries that were
 * kept when a device's word was taken as it came are corrected here, so that no wrong clock makes hours.
 */
export function statusDurations(history: readonly StatusChange[], now: number): StatusStay[] {
  const changes = inOfficeTime(history);
  return changes.map((change, index) => {
    const next = changes[index + 1];
    const ended = next ? next.at : endOfLast(change, now);
    return {
      status: change.status,
      enteredAt: change.at,
      leftAt: next ? next.at : null,
      seconds: Math.round(Math.max(0, ended - change.at) / 1000),
      skewed: change.isCorrected || next?.isCorrected === true,
    };
  });
}

interface OfficeChange {
  status: WorkOrderStatus;
  at: number;
  isCorrected: boolean;
}

function inOfficeTime(history: readonly StatusChange[]): OfficeChange[] {
  let notBefore: number | null = null;
  return history.map(({ status, occurredAt, recordedAt, isCorrected = false }) => {
    const said = new Date(occurredAt).toISOString();
    const { at, deviceAt } = officeTime({ occurredAt: said }, { now: recordedAt, notBefore });
    notBefore = at;
    return { status, at, isCorrected: isCorrected || deviceAt !== null };
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
function endOfLast({ status, at }: OfficeChange, now: number): number {
  return status === "closed" || status === "cancelled" ? at : now;
}
