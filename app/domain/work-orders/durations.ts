import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { officeTime } from "./device-clock";

/** One row of the history; instants in epoch milliseconds. */
export type StatusChange = {
  status: WorkOrderStatus;
  /** When it happened, as reported by the device or corrected by the server. */
  occurredAt: number;
  /** By the server's clock. */
  recordedAt: number;
  /** The server's time replaced the device's. */
  isCorrected?: boolean;
};

type StatusStay = {
  status: WorkOrderStatus;
  enteredAt: number;
  /** Null while the work order is still in it. */
  leftAt: number | null;
  seconds: number;
  /** The device's clock was off by more than 5 minutes, so the figure is an estimate. */
  skewed: boolean;
};

type StatusShare = { status: WorkOrderStatus; seconds: number; percent: number };

/**
 * Returns how long the work order stayed in each status, never below zero; `history` in recording order. Entries stored
 * before device times were corrected are corrected here, so that a wrong clock cannot add hours.
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
    const deviceTime = new Date(occurredAt).toISOString();
    const { at, deviceAt } = officeTime({ occurredAt: deviceTime }, { now: recordedAt, notBefore });
    notBefore = at;
    return { status, at, isCorrected: isCorrected || deviceAt !== null };
  });
}

/** Each status's share of a work order's total time, in board order; percent to one decimal. */
export function statusDistribution(stays: readonly StatusStay[]): StatusShare[] {
  const total = stays.reduce((sum, stay) => sum + stay.seconds, 0);
  return WORK_ORDER_STATUSES.flatMap((status) => {
    const own = stays.filter((stay) => stay.status === status);
    if (own.length === 0) return [];
    const seconds = own.reduce((sum, stay) => sum + stay.seconds, 0);
    return [{ status, seconds, percent: total === 0 ? 0 : Math.round((seconds / total) * 1000) / 10 }];
  });
}

// Closed and canceled work orders are not waiting for anything.
function endOfLast({ status, at }: OfficeChange, now: number): number {
  return status === "closed" || status === "cancelled" ? at : now;
}
