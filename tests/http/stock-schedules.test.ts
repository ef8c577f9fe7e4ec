import { expect, test } from "vitest";
import { nothingHappened, runSchedule } from "#tests/support/stock-schedules";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("balances, values and history match the ledger after any mix of concurrent and interrupted stock operations", async () => {
  const { orgId, orgKey, manager } = await worker.business();
  const world = { db: worker.db, orgId, orgKey, userId: manager.userId ?? "" };
  const happened = nothingHappened();
  for (const seed of [1, 2]) await runSchedule(world, { seed, operations: 240, happened });
  expect(Math.min(...Object.values(happened.byKind))).toBeGreaterThan(5);
  expect(happened.bursts).toBeGreaterThan(20);
  expect(happened.contended).toBeGreaterThan(0);
  expect(Math.min(happened.refused, happened.cuts, happened.replays)).toBeGreaterThan(20);
});
