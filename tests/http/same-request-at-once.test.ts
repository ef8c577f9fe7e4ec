import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation, itemNow, post } from "#tests/support/inventory";
import { ctxOf } from "#tests/support/stock-schedules";
import { testWorker } from "#tests/support/worker";
import { fulfillReservation } from "~/domain/inventory/reserve.server";
import { ReservationUse } from "~/domain/inventory/schema";
import { once } from "~/domain/shared/write.server";

const worker = await testWorker();

/** A business that has five of an item on hand, three of them reserved. */
async function reservedStock() {
  const { orgId, orgKey, manager } = await worker.business();
  const [{ id: itemId }, locationId] = [await addItem(manager), await addLocation(manager)];
  await post(manager, "receipt", [{ itemId, locationId, quantity: 5 }]);
  const reserved = await manager.post<{ id: string }>("/api/inventory/reservations", {
    itemId,
    locationId,
    quantity: 3,
  });
  const world = { db: worker.db, orgId, orgKey, userId: manager.userId ?? "" };
  return { manager, itemId, id: reserved.json.id, world };
}

const use = ReservationUse.parse({ quantity: 3 });

test("a request that is refused because the same request has just succeeded returns that result", async () => {
  const { manager, itemId, id, world } = await reservedStock();
  const key = randomUUID();
  const first = { result: {} };
  const second = await once(ctxOf(world, key, null), "fulfillReservation", { id, ...use }, async () => {
    // The key was free when the second request looked for it; the reservation is used up when it reads that.
    first.result = await fulfillReservation(ctxOf(world, key, null), id, use);
    return fulfillReservation(ctxOf(world, null, null), id, use);
  });

  expect(second).toEqual(first.result);
  expect(await itemNow(manager, itemId)).toMatchObject({ onHand: 2, reserved: 0 });
});

test("a refusal stands if only another request succeeded meanwhile", async () => {
  const { id, world } = await reservedStock();
  const second = once(ctxOf(world, randomUUID(), null), "fulfillReservation", { id, ...use }, async () => {
    await fulfillReservation(ctxOf(world, randomUUID(), null), id, use);
    return fulfillReservation(ctxOf(world, null, null), id, use);
  });

  await expect(second).rejects.toThrow("All of this reservation has been used.");
});
