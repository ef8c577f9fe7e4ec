import type { OutboxNotifier } from "~/domain/providers";
import type { Env } from "../env";
import { objectNear, type RegionOf } from "../object-placement";

const queues = (env: Env) => ({
  ...{ outbox: env.OUTBOX, bank: env.BANK, code_host: env.CODE_HOSTS },
  export: env.EXPORTS,
});

export function outboxNotifier(env: Env, regionOf: RegionOf): OutboxNotifier {
  const channel = (orgId: string) => objectNear(env.ORGANIZATION_CHANNEL, orgId, regionOf(orgId));
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
