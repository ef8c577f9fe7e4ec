import { liveMessage } from "~/domain/live/message";
import type { Member } from "~/domain/shared/context";
import type { OutboxMessage } from "~/domain/shared/outbox.server";

/** Notifies open schedulers that technicians, their hours or their days off changed. */
export const crewEvent = ({ orgId }: Pick<Member, "orgId">): OutboxMessage => liveMessage(orgId, { kind: "crew" });
