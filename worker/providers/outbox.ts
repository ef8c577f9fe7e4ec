import type { OutboxNotifier } from "~/domain/providers";
import type { Env } from "../env";

export function outboxNotifier(env: Env): OutboxNotifier {
  const channel = (orgId: string) => env.ORGANIZATION_CHANNEL.get(env.ORGANIZATION_CHANNEL.idFromName(orgId));
  return {
    notify: async (rows, { queue, delaySeconds } = {}) => {
      const messages = rows.map((body) => ({ body }));
      await (queue === "bank" ? env.BANK : env.OUTBOX).sendBatch(messages, { delaySeconds });
    },
    publishLive: async (orgId, event) => channel(orgId).publish(event),
    closeLiveConnections: async (orgId, sessionIds, why) => {
      await Promise.all(sessionIds.map((id) => channel(orgId).closeSession(id, why)));
    },
    forgetChannel: async (orgId) => channel(orgId).forget(),
  };
}
