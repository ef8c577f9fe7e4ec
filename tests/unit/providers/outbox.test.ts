import { expect, test } from "vitest";
import type { Env } from "#worker/env";
import { outboxNotifier } from "#worker/providers/outbox";

test("more messages than a queue accepts at once are sent in several batches", async () => {
  const sent: string[] = [];
  const queue = {
    sendBatch: async (messages: { body: { id: string } }[]) => {
      if (messages.length > 100) throw new Error("Too many messages in batch");
      sent.push(...messages.map(({ body }) => body.id));
    },
  };
  const rows = Array.from({ length: 250 }, (_, at) => ({
    row: { side: "identity" as const, id: `row-${at}` },
    topic: "mail" as const,
  }));
  await outboxNotifier({ OUTBOX: queue } as unknown as Env, () => null).notify(rows);
  expect(sent).toEqual(rows.map(({ row }) => row.id));
});
