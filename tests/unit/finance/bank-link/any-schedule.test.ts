import fc from "fast-check";
import { expect, test } from "vitest";
import { check, happened, newWorld, sync, take, trySync } from "#tests/support/bank-schedules";
import { step } from "#tests/support/bank-steps";

test("after any schedule of edits, mutations, crashes and copies the table is the bank's truth and edits survive", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), async (steps) => {
      const world = await newWorld();
      for (const one of steps) await take(world, one);
      const item = world.bank.item(world.itemId);
      // The trouble ends; one more sync heals everything, and another changes nothing.
      for (let calls = item.faults.reduce((sum, fault) => sum + fault.times, 0); calls >= 0; calls -= 1) {
        await trySync(world, {});
      }
      await sync(world);
      check(world);
      const before = JSON.stringify([...world.ledger.rows]);
      world.cursor = null;
      await sync(world);
      expect(JSON.stringify([...world.ledger.rows])).toBe(before);
    }),
    { numRuns: 1000 },
  );
  const kinds = ["edit", "delete", "reconcile", "post", "modify", "remove", "account id", "crash", "duplicate"];
  const troubles = ["mutation", "rate_limit", "timeout", "garbage", "lost_cursor", "server_error"];
  for (const kind of [...kinds, ...troubles, "changed meanwhile", "trouble that ended a sync"]) {
    expect(happened.get(kind) ?? 0, kind).toBeGreaterThan(100);
  }
}, 120_000);
