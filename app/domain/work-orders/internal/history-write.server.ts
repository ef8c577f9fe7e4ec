import { sql } from "drizzle-orm";
import type { BookingChange } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";

/** One entry of a work order's history: a change of status, time or people, or several at once. */
export interface HistoryEntry {
  /** Generated if omitted. */
  id?: string;
  workOrderId: string;
  /** Null: the status is unchanged. */
  status: { from: WorkOrderStatus | null; to: WorkOrderStatus } | null;
  /** Null: time and people are unchanged. */
  booking: BookingChange | null;
  reason: string | null;
  /** By the server's clock, see `officeTime`; defaults to now. */
  occurredAt?: string;
  /** The time on the device's clock, if different. */
  deviceAt?: string | null;
}

/** The only writer of the history: one statement for any number of entries, in their order. */
export function historyWrite(ctx: Ctx, me: Member, entries: readonly HistoryEntry[]): Write {
  const recordedAt = ctx.now.toISOString();
  const rows = JSON.stringify(
    entries.map(({ id = ctx.newId(), workOrderId, status, booking, reason, occurredAt, deviceAt }) => ({
      ...{ id, workOrderId, from: status?.from ?? null, to: status?.to ?? null, reason },
      booking: booking && JSON.stringify(booking),
      occurredAt: occurredAt ?? recordedAt,
      deviceAt: deviceAt ?? null,
    })),
  );
  return ctx.db.run(sql`INSERT INTO work_order_history (org_id, work_order_id, id, from_status, to_status, booking, reason, user_id, occurred_at, device_at, recorded_at)
    SELECT ${me.orgId}, value ->> 'workOrderId', value ->> 'id', value ->> 'from', value ->> 'to', value ->> 'booking', value ->> 'reason',
      ${me.userId}, value ->> 'occurredAt', value ->> 'deviceAt', ${recordedAt}
    FROM json_each(${rows})`);
}
