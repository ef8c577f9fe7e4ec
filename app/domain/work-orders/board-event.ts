import { liveMessage } from "~/domain/live/message";
import type { LiveEvent } from "~/domain/providers";
import type { Member } from "~/domain/shared/context";
import type { OutboxMessage } from "~/domain/shared/outbox.server";

/** Notifies other open screens that this work order changed. */
export function boardEvent(
  member: Member,
  kind: Extract<LiveEvent, { workOrderId: string }>["kind"],
  workOrderId: string,
): OutboxMessage {
  return liveMessage(member.orgId, { kind, workOrderId, by: member.name });
}
