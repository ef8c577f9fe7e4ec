import type { OutboxWaker } from "~/domain/providers";
import type { Env } from "../env";

export function outboxWaker(env: Env): OutboxWaker {
  const room = (orgId: string) => env.BOARD_ROOM.get(env.BOARD_ROOM.idFromName(orgId));
  return {
    wake: async (ids, queue, delaySeconds) => {
      const messages = ids.map((body) => ({ body }));
      await (queue === "bank" ? env.BANK : env.OUTBOX).sendBatch(messages, { delaySeconds });
    },
    board: async (orgId, event) => room(orgId).publish(event),
    hangUp: async (orgId, sessionIds) => {
      await Promise.all(sessionIds.map((id) => room(orgId).closeSession(id)));
    },
  };
}
