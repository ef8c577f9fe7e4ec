import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { bareWorkOrder, newAddress, newCustomer, site } from "#tests/support/customers";
import { addEquipment } from "#tests/support/equipment";
import { made } from "#tests/support/estimates";
import { testWorker } from "#tests/support/worker";
import type { Address } from "~/domain/addresses/schema";
import type { Customer } from "~/domain/customers/schema";

const worker = await testWorker();
const { admin, orgId } = await worker.business();

interface Refusal {
  message: string;
  fields?: Record<string, string[]>;
  current?: Address;
  workOrders?: number;
  equipment?: number;
  estimates?: number;
  layouts?: number;
}

async function primaries(customerId: string): Promise<string[]> {
  const { json } = await admin.get<Customer>(`/api/customers/${customerId}`);
  return json.addresses.filter((a) => a.isPrimary).map((a) => `${a.type} ${a.line1}`);
}

test("the first address of each type is primary until another is made primary", async () => {
  const { id } = await newCustomer(admin);
  await newAddress(admin, id, { line1: "1 First St" });
  await newAddress(admin, id, { line1: "2 Second St" });
  await newAddress(admin, id, { type: "billing", line1: "3 Third St" });
  expect(await primaries(id)).toEqual(["service 1 First St", "billing 3 Third St"]);
  await newAddress(admin, id, { line1: "4 Fourth St", isPrimary: true });
  expect(await primaries(id)).toEqual(["billing 3 Third St", "service 4 Fourth St"]);
});

test("making an address primary clears the previous primary", async () => {
  const { id } = await newCustomer(admin);
  const first = await newAddress(admin, id, { line1: "1 First St" });
  const second = await newAddress(admin, id, { line1: "2 Second St" });
  const answer = await admin.patch<Address>(`/api/addresses/${second.id}`, { version: 1, isPrimary: true });
  expect(answer.json).toMatchObject({ isPrimary: true, version: 2 });
  expect(await primaries(id)).toEqual(["service 2 Second St"]);
  const off = await admin.patch<Refusal>(`/api/addresses/${second.id}`, { version: 2, isPrimary: false });
  expect([off.status, off.json.fields]).toEqual([400, { isPrimary: ["Make another address primary instead"] }]);
  const stale = await admin.patch<Refusal>(`/api/addresses/${first.id}`, { version: 1, line1: "1 First Ave" });
  expect(stale.status).toBe(409);
});

test("an address that changes type leaves a primary behind and does not replace the new type's primary", async () => {
  const { id } = await newCustomer(admin);
  const first = await newAddress(admin, id, { line1: "1 First St" });
  await newAddress(admin, id, { line1: "2 Second St" });
  await newAddress(admin, id, { type: "billing", line1: "3 Third St" });
  await admin.patch(`/api/addresses/${first.id}`, { version: 1, type: "billing" });
  expect(await primaries(id)).toEqual(["service 2 Second St", "billing 3 Third St"]);
});

test("removing the primary address makes the oldest remaining one primary", async () => {
  const { id } = await newCustomer(admin);
  const first = await newAddress(admin, id, { line1: "1 First St" });
  await newAddress(admin, id, { line1: "2 Second St" });
  await newAddress(admin, id, { line1: "3 Third St" });
  expect((await admin.delete(`/api/addresses/${first.id}`)).status).toBe(204);
  expect(await primaries(id)).toEqual(["service 2 Second St"]);
  expect((await admin.get(`/api/addresses/${first.id}`)).status).toBe(404);
  expect((await admin.delete(`/api/addresses/${first.id}`)).status).toBe(404);
});

test("concurrent changes of the primary address leave exactly one primary", async () => {
  const { id } = await newCustomer(admin);
  await Promise.all(
    Array.from({ length: 8 }, (_, i) => newAddress(admin, id, { line1: `${i} State St`, isPrimary: true })),
  );
  expect(await primaries(id)).toHaveLength(1);
});

test("an address used by work orders cannot be removed, and the error counts them", async () => {
  const customer = await newCustomer(admin, { addresses: [site] });
  const addressId = customer.addresses[0]?.id ?? "";
  await bareWorkOrder(worker, { orgId, customerId: customer.id, addressId, status: "closed" });
  const answer = await admin.delete<Refusal>(`/api/addresses/${addressId}`);
  expect(answer.status).toBe(409);
  expect(answer.json).toMatchObject({
    workOrders: 1,
    message: "A work order uses this address, so it can't be removed.",
  });
  expect((await admin.get(`/api/addresses/${addressId}`)).status).toBe(200);
});

test("an address with equipment, an estimate or a system layout cannot be removed, and the error names them", async () => {
  const { id: customerId, addresses } = await newCustomer(admin, { addresses: [site] });
  const addressId = addresses[0]?.id ?? "";
  const removal = async () => {
    const { status, json } = await admin.delete<Refusal>(`/api/addresses/${addressId}`);
    return [status, json?.message];
  };
  const unit = await addEquipment(admin, { customerId });
  expect(await removal()).toEqual([409, "A piece of equipment uses this address, so it can't be removed."]);
  const layout = await made<{ id: string }>(admin, "/designs", {
    ...{ title: "Upstairs", template: "split_system", siteAddressId: addressId },
  });
  const estimate = await made<{ id: string }>(admin, "/estimates", { customerId });
  const all = await admin.delete<Refusal>(`/api/addresses/${addressId}`);
  expect([all.status, all.json]).toMatchObject([
    409,
    {
      ...{ workOrders: 0, equipment: 1, estimates: 1, layouts: 1 },
      message: "A piece of equipment, an estimate, and a system layout use this address, so it can't be removed.",
    },
  ]);
  await admin.delete(`/api/equipment/${unit.id}`);
  await admin.delete(`/api/estimates/${estimate.id}`);
  expect(await removal()).toEqual([409, "A system layout uses this address, so it can't be removed."]);
  // A deleted layout comes back without its property.
  await admin.delete(`/api/designs/${layout.id}`);
  expect((await removal())[0]).toBe(204);
  const back = await admin.post<{ siteAddressId: string | null }>(`/api/designs/${layout.id}/restore`);
  expect([back.status, back.json.siteAddressId]).toEqual([200, null]);
});

test("removing an address and adding equipment there never both succeed", async () => {
  for (let round = 0; round < 10; round++) {
    const { id: customerId, addresses } = await newCustomer(admin, { addresses: [site] });
    const addressId = addresses[0]?.id ?? "";
    const unit = { equipmentName: "Furnace", equipmentType: "furnace", customerId, addressId };
    const [removal, adding] = await Promise.all([
      admin.delete(`/api/addresses/${addressId}`),
      admin.post("/api/equipment", unit),
    ]);
    expect([removal.status, adding.status >= 400 ? "refused" : adding.status]).toEqual(
      removal.status === 204 ? [204, "refused"] : [409, 201],
    );
  }
});

test("removing an address and booking a job at it never both succeed", async () => {
  for (let round = 0; round < 10; round++) {
    const customer = await newCustomer(admin, { addresses: [site] });
    const addressId = customer.addresses[0]?.id ?? "";
    const [removal, booking] = await Promise.allSettled([
      admin.delete(`/api/addresses/${addressId}`),
      bareWorkOrder(worker, { orgId, customerId: customer.id, addressId }),
    ]);
    const removed = removal.status === "fulfilled" && removal.value.status === 204;
    expect(removed).not.toBe(booking.status === "fulfilled");
  }
});

test("omitted fields keep their values, and a changed street clears the coordinates", async () => {
  const { id } = await newCustomer(admin);
  const made = await newAddress(admin, id, {
    latitude: 43.05,
    longitude: -87.95,
    timeZone: "America/Detroit",
  });
  const path = `/api/addresses/${made.id}`;
  const noted = await admin.patch<Address>(path, { version: 1, label: "Home" });
  expect(noted.json).toMatchObject({
    label: "Home",
    latitude: 43.05,
    timeZone: "America/Detroit",
  });
  const moved = await admin.patch<Address>(path, { version: 2, line1: "99 Elsewhere Ave" });
  expect(moved.json).toMatchObject({ line1: "99 Elsewhere Ave", latitude: null, longitude: null });
});

test("a stale version gets a conflict with the current address", async () => {
  const { id } = await newCustomer(admin);
  const made = await newAddress(admin, id);
  const answers = await Promise.all(
    ["Racine", "Kenosha"].map((city) => admin.patch<Refusal>(`/api/addresses/${made.id}`, { version: 1, city })),
  );
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
  expect(answers.find((a) => a.status === 409)?.json.current).toMatchObject({ id: made.id, version: 2 });
});

test("an address is formatted as one line and as a label", async () => {
  const { id } = await newCustomer(admin);
  const made = await newAddress(admin, id, { line2: "Unit 2" });
  const answer = await admin.get(`/api/addresses/${made.id}/formatted`);
  expect(answer.json).toEqual({
    formatted: "1417 W Vliet St, Unit 2, Milwaukee, WI 53205",
    lines: ["1417 W Vliet St", "Unit 2", "Milwaukee, WI 53205"],
  });
});

const refused: [string, object, Record<string, string[]>][] = [
  ["an unknown type", { type: "garage" }, { type: ["Please choose billing or service"] }],
  ["a street that is too long", { line1: "x".repeat(201) }, { line1: ["Please use at most 200 characters"] }],
  ["no city", { city: undefined }, { city: ["City is required"] }],
  ["a state outside the US", { state: "ON" }, { state: ["Please choose a US state"] }],
  ["an unknown time zone", { timeZone: "Milwaukee" }, { timeZone: ["Please choose a time zone"] }],
  [
    "a latitude without a longitude",
    { latitude: 43 },
    { latitude: ["A location needs both a latitude and a longitude"] },
  ],
  ["an invalid customer id", { customerId: "7" }, { customerId: ["Invalid customer id"] }],
];

for (const [what, facts, fields] of refused) {
  test(`an address with ${what} is rejected with a field error`, async () => {
    const answer = await admin.post<Refusal>("/api/addresses", { ...site, ...facts });
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toEqual(fields);
  });
}

test("a retried request creates one address", async () => {
  const { id } = await newCustomer(admin);
  const key = { "idempotency-key": randomUUID() };
  const answers = await Promise.all([1, 2].map(() => admin.post<Address>(`/api/customers/${id}/addresses`, site, key)));
  expect(new Set(answers.map((a) => a.json.id)).size).toBe(1);
});

test("addresses are paged, for one customer or for all", async () => {
  const { admin: office } = await worker.business();
  const [one, two] = [await newCustomer(office), await newCustomer(office)];
  for (let i = 0; i < 5; i++) await newAddress(office, i % 2 ? one.id : two.id, { line1: `${i} State St` });
  await office.post("/api/addresses", { ...site, line1: "By itself" });
  const walk = async (query: string) => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { json: { items: Address[]; nextCursor: string | null } } = await office.get(
        `/api/addresses?limit=2&cursor=${cursor}${query}`,
      );
      seen.push(...page.json.items.map((a) => a.line1));
      cursor = page.json.nextCursor;
    }
    return seen;
  };
  expect(await walk("")).toEqual(["0 State St", "1 State St", "2 State St", "3 State St", "4 State St", "By itself"]);
  expect(await walk(`&customerId=${two.id}`)).toEqual(["0 State St", "2 State St", "4 State St"]);
});
