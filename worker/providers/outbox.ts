import type { OutboxNotifier } from "~/domain/providers";
import type { Env } from "../env";

export function outboxWaker(env: Env): OutboxNotifier {
  const room = (orgId: string) => env.ORGANIZATION_CHANNEL.get(env.ORGANIZATION_CHANNEL.idFromName(orgId));
  return {
    wake: async (ids, queue, delaySeconds) => {
      const messages = ids.map((body) => ({ body }));
      await (queue === "bank" ? env.BANK : env.OUTBOX).sendBatch(messages, { delaySeconds });
    },
    board: async (orgId, event) => room(orgId).publish(event),
    closeLiveConnections: async (orgId, sessionIds) => {
      await Promise.all(sessionIds.map((id) => room(orgId).closeSession(id)));
    },
  };
}
