import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  moveRow,
  NO_TRACES,
  requestMove,
  rowsOn,
  runUntilMoved,
  type Tenant,
  tracesOn,
} from "#tests/support/tenant-moves";
import { addCustomer, seedWorkOrders } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";

const worker = await ownWorker();

const shardOf = ({ kind, id }: Tenant) =>
  worker.databases.directory
    .prepare(`SELECT shard FROM ${kind === "business" ? "organizations" : "users"} WHERE id = ?`)
    .bind(id)
    .first("shard");

/**
 * Moves a tenant back and forth, aborted at every n-th round trip, starting a little later each time: eventually every round trip
 * has been the failing one. A run first needs some round trips to determine its state, so `every` must be larger.
 */
async function moveToAndFro(tenant: Tenant, { every, step = 1 }: { every: number; step?: number }) {
  const before = await rowsOn(worker, "2", tenant);
  let [from, to]: [string, string] = ["2", "1"];
  let cuts = 0;
  for (let first = 0; first < every; first += step) {
    const isCut = (call: number) => call % every === first;
    const message = `cut at every ${every}th round trip from ${first}`;
    const move = await requestMove(worker, tenant, [from, to]);
    const moved = await runUntilMoved(worker, move, isCut);
    expect(moved.steps.at(-1), message).toBe("waiting");
    expect(await moveRow(worker, move), message).toMatchObject({ status: "switched", settled: 1, problem: null });
    expect(await shardOf(tenant)).toBe(to);
    expect(await rowsOn(worker, to, tenant), message).toEqual(before);
    const { idempotency_keys: _, ...old } = await rowsOn(worker, from, tenant);
    const { idempotency_keys: __, ...whole } = before;
    expect(old, message).toEqual(whole);
    await worker.databases.directory
      .prepare("UPDATE tenant_moves SET clean_after = '2026-01-01T00:00:00.000Z' WHERE id = ?")
      .bind(move)
      .run();
    const cleaned = await runUntilMoved(worker, move, isCut);
    expect(await moveRow(worker, move)).toMatchObject({ status: "cleaned" });
    const { idempotency_keys: ___, ...left } = await rowsOn(worker, from, tenant);
    expect(left, message).toEqual({});
    expect([await tracesOn(worker, "1", move), await tracesOn(worker, "2", move)]).toEqual([NO_TRACES, NO_TRACES]);
    cuts += moved.cut + cleaned.cut;
    [from, to] = [to, from];
  }
  return cuts;
}

test("a household's move interrupted at any round trip resumes and ends like an uninterrupted one", async () => {
  const person = await worker.household("2");
  const income = { name: "Pay", category: "salary", amount: 2000, date: "2026-11-01", frequency: "monthly" };
  for (let n = 0; n < 3; n += 1) {
    const key = { "idempotency-key": randomUUID() };
    expect((await person.post("/api/income", { ...income, name: `Pay ${n}` }, key)).status).toBe(201);
  }
  const tenant: Tenant = { kind: "household", id: person.userId ?? "" };
  const { income: rows, idempotency_keys: keys } = await rowsOn(worker, "2", tenant);
  expect([rows?.length, keys?.length]).toEqual([3, 3]);
  expect(await moveToAndFro(tenant, { every: 23 })).toBeGreaterThan(80);
}, 600_000);

test("a business's move interrupted at every fourth round trip does the same", async () => {
  const { orgId } = await worker.business();
  const site = await addCustomer(worker, orgId, "Ada Marsh");
  await seedWorkOrders(
    worker,
    orgId,
    site,
    ["one", "two", "three"].map((title, i) => ({
      ...{ id: randomUUID(), number: i + 1, title, status: "closed" as const, priority: "normal" },
      ...{ technicianId: null, start: null },
    })),
  );
  expect(await moveToAndFro({ kind: "business", id: orgId }, { every: 29, step: 4 })).toBeGreaterThan(30);
}, 600_000);

test("a move canceled at any round trip leaves the business whole where it was, and nothing on the other shard", async () => {
  const { orgId } = await worker.business();
  await addCustomer(worker, orgId, "Ada Marsh");
  const tenant: Tenant = { kind: "business", id: orgId };
  const before = await rowsOn(worker, "2", tenant);
  for (let at = 5; ; at += 29) {
    const move = await requestMove(worker, tenant, ["2", "1"]);
    let wasCanceled = false;
    await runUntilMoved(
      worker,
      move,
      (call) => {
        if (call === at) wasCanceled = true;
        return call === at;
      },
      async () => {
        if (wasCanceled)
          await worker.databases.directory
            .prepare(
              "UPDATE tenant_moves SET status = 'undoing', outcome = 'canceled' WHERE id = ? AND status IN ('copying', 'verifying', 'frozen')",
            )
            .bind(move)
            .run();
      },
    );
    const status = (await moveRow(worker, move))?.status;
    if (status === "switched") break;
    expect(status, `canceled at round trip ${at}`).toBe("canceled");
    expect(await shardOf(tenant)).toBe("2");
    expect(await rowsOn(worker, "2", tenant), `canceled at round trip ${at}`).toEqual(before);
    expect(await rowsOn(worker, "1", tenant), `canceled at round trip ${at}`).toEqual({});
    expect([await tracesOn(worker, "1", move), await tracesOn(worker, "2", move)]).toEqual([NO_TRACES, NO_TRACES]);
    expect(at).toBeLessThan(5000);
  }
}, 300_000);
