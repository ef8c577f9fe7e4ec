import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { home, newAddress, newCustomer, site } from "#tests/support/customers";
import type { Answer } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const ours = await worker.business("Ours");
const theirs = await worker.business("Theirs");
const customer = await newCustomer(ours.admin, { addresses: [site] });
const address = await newAddress(ours.admin, customer.id, { line1: "2 Second St" });

interface Operation {
  method: string;
  path: (ids: Ids) => string;
  body?: (ids: Ids) => object;
  writes: boolean;
  /** Names a record of the business, which does not exist for any other business. */
  names: boolean;
}

interface Ids {
  customerId: string;
  addressId: string;
}

const operations: Operation[] = [
  { method: "GET", path: () => "/customers", writes: false, names: false },
  { method: "GET", path: () => "/customers/stats", writes: false, names: false },
  { method: "POST", path: () => "/customers", body: () => home, writes: true, names: false },
  { method: "GET", path: (i) => `/customers/${i.customerId}`, writes: false, names: true },
  {
    method: "PATCH",
    path: (i) => `/customers/${i.customerId}`,
    body: () => ({ version: 1, notes: "x" }),
    writes: true,
    names: true,
  },
  { method: "DELETE", path: (i) => `/customers/${i.customerId}`, writes: true, names: true },
  { method: "POST", path: (i) => `/customers/${i.customerId}/addresses`, body: () => site, writes: true, names: true },
  { method: "GET", path: () => "/addresses", writes: false, names: false },
  {
    method: "POST",
    path: () => "/addresses",
    body: (i) => ({ ...site, customerId: i.customerId }),
    writes: true,
    names: true,
  },
  { method: "GET", path: (i) => `/addresses/${i.addressId}`, writes: false, names: true },
  { method: "GET", path: (i) => `/addresses/${i.addressId}/formatted`, writes: false, names: true },
  {
    method: "PATCH",
    path: (i) => `/addresses/${i.addressId}`,
    body: () => ({ version: 1, city: "Racine" }),
    writes: true,
    names: true,
  },
  { method: "DELETE", path: (i) => `/addresses/${i.addressId}`, writes: true, names: true },
];

const real: Ids = { customerId: customer.id, addressId: address.id };
const plain = (answer: Answer) => ({ status: answer.status, body: answer.text.replace(/"requestId":"[^"]*"/, "") });

for (const { method, path, body, writes, names } of operations) {
  const label = `${method} /api${path({ customerId: "{id}", addressId: "{id}" })}`;
  const ask = (by: typeof ours.admin, ids: Ids) => by.send(method, `/api${path(ids)}`, { body: body?.(ids) });

  test(`${label} requires a signed-in member of a business`, async () => {
    expect((await ask(worker.visitor(), real)).status).toBe(401);
    expect((await ask(await worker.household(), real)).status).toBe(403);
  });

  test(`${label} requires permission to ${writes ? "write" : "read"} customers`, async () => {
    const outsider = await worker.member(ours.orgId, "Technician", ["inventory.manage"]);
    expect((await ask(outsider, real)).status).toBe(403);
    const technician = await ask(ours.technician, real);
    expect(technician.status === 403).toBe(writes);
  });

  if (names) {
    test(`${label} responds to another business as if the record did not exist`, async () => {
      const foreign = await ask(theirs.admin, real);
      const random = await ask(theirs.admin, { customerId: randomUUID(), addressId: randomUUID() });
      expect(foreign.status).toBe(404);
      expect(plain(foreign)).toEqual(plain(random));
    });
  }
}

test("a list shows only the user's own business", async () => {
  const { json } = await theirs.admin.get<{ items: unknown[] }>("/api/addresses");
  expect(json.items).toEqual([]);
  const foreign = await theirs.admin.get<{ items: unknown[] }>(`/api/addresses?customerId=${customer.id}`);
  expect(foreign.json.items).toEqual([]);
});

test("a customer number finds only the user's own business's customer", async () => {
  const mine = await newCustomer(theirs.admin, { lastName: "Other" });
  expect(mine.number).toBe(customer.number);
  expect((await theirs.admin.get<{ name: string }>(`/api/customers/${mine.number}`)).json.name).toBe("Rosa Other");
});
