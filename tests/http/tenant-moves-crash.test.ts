import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { moveRow, requestMove, rowsOn, runUntilMoved, type Tenant, tracesOn } from "#tests/support/tenant-moves";
import { ownWorker } from "#tests/support/worker";

const worker = await ownWorker();

const NONE = { triggers: 0, changes: 0, tenants: 0 };

async function cleanUp(moveId: string, cuts?: ReadonlySet<number>) {
  await worker.databases.directory
    .prepare("UPDATE tenant_moves SET clean_after = '2026-01-01T00:00:00.000Z' WHERE id = ?")
    .bind(moveId)
    .run();
  return runUntilMoved(worker, moveId, cuts);
}

const homeOf = ({ kind, id }: Tenant) =>
  worker.databases.directory
    .prepare(`SELECT shard FROM ${kind === "business" ? "organizations" : "users"} WHERE id = ?`)
    .bind(id)
    .first("shard");

test("a household's move that is cut off at any round trip ends as one that is not", async () => {
  const person = await worker.household("2");
  const income = { name: "Pay", category: "salary", amount: 2000, date: "2026-11-01", frequency: "monthly" };
  for (let n = 0; n < 3; n += 1) {
    const { status } = await person.post(
      "/api/income",
      { ...income, name: `Pay ${n}` },
      { "idempotency-key": randomUUID() },
    );
    expect(status).toBe(201);
  }
  const tenant: Tenant = { kind: "household", id: person.userId ?? "" };
  const before = await rowsOn(worker, "2", tenant);
  expect(before.income).toHaveLength(3);
  expect(before.idempotency_keys).toHaveLength(3);
  let [from, to]: [string, string] = ["2", "1"];
  let count = 1;
  for (let cut = 0; cut <= count; cut += 1) {
    const move = await requestMove(worker, tenant, [from, to]);
    const { calls, cut: wasCut, steps } = await runUntilMoved(worker, move, new Set([cut]));
    if (cut === 0) count = calls;
    else expect(wasCut, `cut at ${cut} of ${count}`).toBe(1);
    expect(steps.at(-1)).toBe("waiting");
    expect(await moveRow(worker, move), `cut at ${cut}`).toMatchObject({
      status: "switched",
      settled: 1,
      problem: null,
    });
    expect(await homeOf(tenant)).toBe(to);
    expect(await rowsOn(worker, to, tenant), `cut at ${cut}`).toEqual(before);
    await cleanUp(move);
    expect(await moveRow(worker, move)).toMatchObject({ status: "cleaned" });
    const { idempotency_keys: _, ...left } = await rowsOn(worker, from, tenant);
    expect(left).toEqual({});
    expect([await tracesOn(worker, "1"), await tracesOn(worker, "2")]).toEqual([NONE, NONE]);
    [from, to] = [to, from];
  }
}, 600_000);
