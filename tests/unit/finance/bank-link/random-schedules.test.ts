import fc from "fast-check";
import { expect, test } from "vitest";
import { check, happened, newWorld, readAgain, sync, take, trySync } from "#tests/support/bank-schedules";
import { reconnectingStep, type Step, step } from "#tests/support/bank-steps";

/** Once the faults end, one more sync restores everything, and reading it all again changes nothing. */
async function holds(steps: Step[]): Promise<void> {
  const world = await newWorld();
  for (const one of steps) await take(world, one);
  const item = world.bank.item(world.itemId);
  if (item.staged) world.bank.command(world.itemId, { op: "history", status: "HISTORICAL_UPDATE_COMPLETE" });
  for (let calls = item.faults.reduce((sum, fault) => sum + fault.times, 0); calls >= 0; calls -= 1) {
    await trySync(world, {});
  }
  await sync(world);
  check(world);
  await readAgain(world);
}

const anySteps = (one: fc.Arbitrary<Step>) => fc.array(one, { minLength: 5, maxLength: 40, size: "max" });

test("after any sequence of edits, mutations, crashes and duplicates, the table matches the bank and edits survive", async () => {
  happened.clear();
  await fc.assert(fc.asyncProperty(anySteps(step), holds), { numRuns: 1000 });
  const kinds = ["edit", "delete", "reconcile", "post", "modify", "remove", "account id", "crash", "duplicate"];
  const troubles = ["mutation", "rate_limit", "timeout", "garbage", "lost_cursor", "server_error"];
  for (const kind of [...kinds, ...troubles, "changed meanwhile", "trouble that ended a sync"]) {
    expect(happened.get(kind) ?? 0, kind).toBeGreaterThan(100);
  }
});

test("after any sequence of reconnections with late history, no row or edit is lost or duplicated", async () => {
  happened.clear();
  await fc.assert(fc.asyncProperty(anySteps(reconnectingStep), holds), { numRuns: 300 });
  for (const kind of ["edit", "delete", "post", "modify", "crash", "reconnect", "tell"]) {
    expect(happened.get(kind) ?? 0, kind).toBeGreaterThan(20);
  }
});
