import type { OutboxMessage } from "~/domain/shared/outbox.server";
import type { LiveChange } from "./channel";

/** A change before its outbox row assigns its id. */
type LiveChangeDraft = LiveChange extends infer Change
  ? Change extends LiveChange
    ? Omit<Change, "id">
    : never
  : never;

/** A change for a business's open screens: published at once, and by the queue if that call is lost. */
export const liveMessage = (orgId: string, change: LiveChangeDraft): OutboxMessage => ({
  topic: "board",
  owner: { orgId },
  payload: change,
  atOnce: (ctx, id) => ctx.providers.outbox.publishLive(orgId, { ...change, id }),
});
