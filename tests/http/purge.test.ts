import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const day = 24 * 60 * 60 * 1000;

test("card processor events are deleted after 90 days, and not before", async () => {
  const { orgId } = await worker.business();
  const now = new Date();
  now.setUTCMinutes(0, 0, 0);
  const insertEvent = async (daysAgo: number) => {
    const id = `evt_${randomUUID()}`;
    await worker.db
      .prepare(
        "INSERT INTO payment_events (org_id, provider, id, type, received_at) VALUES (?, 'stripe', ?, 'test', ?)",
      )
      .bind(orgId, id, new Date(now.getTime() - daysAgo * day).toISOString())
      .run();
    return id;
  };
  const [, young] = [await insertEvent(91), await insertEvent(89)];
  await worker.sweep(now);
  const left = await worker.db
    .prepare("SELECT id FROM payment_events WHERE org_id = ?")
    .bind(orgId)
    .all<{ id: string }>();
  expect(left.results.map(({ id }) => id)).toEqual([young]);
});
