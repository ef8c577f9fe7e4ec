import type { OutboxNotifier } from "~/domain/providers";
import type { Env } from "../env";

const queues = (env: Env) => ({
  ...{ outbox: env.OUTBOX, bank: env.BANK, code_host: env.CODE_HOSTS },
  export: env.EXPORTS,
});

export function outboxNotifier(env: Env): OutboxNotifier {
  const channel = (orgId: string) => env.ORGANIZATION_CHANNEL.get(env.ORGANIZATION_CHANNEL.idFromName(orgId));
  return {
    notify: async (rows, { queue, delaySeconds } = {}) => {
      const messages = rows.map((body) => ({ body }));
      await queues(env)[queue ?? "outbox"].sendBatch(messages, { delaySeconds });
    },
    publishLive: async (orgId, event) => channel(orgId).publish(event),
    closeLiveConnections: async (orgId, sessionIds, why) => {
      await Promise.all(sessionIds.map((id) => channel(orgId).closeSession(id, why)));
    },
    forgetChannel: async (orgId) => channel(orgId).forget(),
  };
}
