import type { Env } from "#worker/env";
import { objectNear, type RegionOf } from "#worker/object-placement";
import { OUTBOX_QUEUES, type OutboxQueue, queueOf } from "~/domain/outbox/topics";
import type { OutboxNotifier, OutboxRow } from "~/domain/providers";

/** The most messages that a queue accepts at once. */
const MAX_AT_ONCE = 100;

const queues = (env: Env): Record<OutboxQueue, Queue<OutboxRow>> => ({
  ...{ outbox: env.OUTBOX, bank: env.BANK, code_host: env.CODE_HOSTS },
  export: env.EXPORTS,
});

export function outboxNotifier(env: Env, regionOf: RegionOf): OutboxNotifier {
  const channel = (orgId: string) => objectNear(env.ORGANIZATION_CHANNEL, orgId, regionOf(orgId));
  return {
    notify: async (rows, { delaySeconds } = {}) => {
      const sent = OUTBOX_QUEUES.map(async (queue) => {
        const messages = rows.filter(({ topic }) => queueOf(topic) === queue).map(({ row }) => ({ body: row }));
        for (let at = 0; at < messages.length; at += MAX_AT_ONCE)
          await queues(env)[queue].sendBatch(messages.slice(at, at + MAX_AT_ONCE), { delaySeconds });
      });
      await Promise.all(sent);
    },
    publishLive: async (orgId, event) => channel(orgId).publish(event),
    closeLiveConnections: async (orgId, sessionIds, why) => {
      await Promise.all(sessionIds.map((id) => channel(orgId).closeSession(id, why)));
    },
    forgetChannel: async (orgId) => channel(orgId).forget(),
  };
}
