import { expect, test } from "vitest";
import { newCustomer, site } from "#tests/support/customers";
import { addEquipment } from "#tests/support/equipment";
import { addItem } from "#tests/support/inventory";
import { addIssue } from "#tests/support/issues";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, technician } = await worker.business();
const other = await worker.business();

interface Hit {
  label: string;
  detail: string | null;
  to: string;
}

const search = (by: Visitor, text: string) =>
  by.get<{ hits: Hit[] }>(`/resources/search?q=${encodeURIComponent(text)}`);
const placesOf = async (by: Visitor, text: string) => (await search(by, text)).json.hits.map(({ to }) => to);

const customer = await newCustomer(admin, {
  ...{ customerType: "commercial", companyName: "Zanzibar Bakery" },
  addresses: [site],
});
const unit = await addEquipment(admin, { equipmentName: "Zanzibar rooftop unit", customerId: customer.id });
const item = await addItem(admin, { sku: "ZANZI-45", name: "Zanzibar capacitor" });
const issue = await addIssue(admin, { title: "Zanzibar board flickers" });
const draft = await admin.post<{ id: string }>("/api/invoices", { customerId: customer.id });

test("one search finds units, items, invoices, sites and issues beside customers", async () => {
  expect(draft.status, draft.text).toBe(201);
  const { json } = await search(admin, "zanzibar");
  const places = json.hits.map(({ to }) => to);
  expect(places).toEqual(
    expect.arrayContaining([
      `/equipment/${unit.id}`,
      `/inventory/items/${item.id}`,
      `/invoices-v2/${draft.json.id}`,
      `/bugscout/issues/${issue.number}`,
    ]),
  );
  expect(places.filter((to) => to.startsWith("/customers/"))).toHaveLength(1);
  expect(places.filter((to) => to.startsWith("/properties/"))).toHaveLength(1);
  expect(json.hits.find(({ to }) => to.startsWith("/equipment/"))).toMatchObject({
    label: "Zanzibar rooftop unit",
    detail: "Zanzibar Bakery",
  });
  for (const to of places) expect((await admin.get(to)).status, to).toBe(200);
});

test("an item is found by its SKU and an issue by a word of its title", async () => {
  expect(await placesOf(admin, "zanzi-45")).toContain(`/inventory/items/${item.id}`);
  expect(await placesOf(admin, "flick")).toEqual([`/bugscout/issues/${issue.number}`]);
});

test("what is in the trash is not found", async () => {
  const gone = await addIssue(admin, { title: "Quokka sound" });
  expect(await placesOf(admin, "quokka")).toEqual([`/bugscout/issues/${gone.number}`]);
  expect((await admin.send("DELETE", `/api/issues/${gone.number}`, {})).status).toBeLessThan(300);
  expect(await placesOf(admin, "quokka")).toEqual([]);
});

test("a technician is shown no invoice and no issue", async () => {
  const places = await placesOf(technician, "zanzibar");
  expect(places).toEqual(expect.arrayContaining([`/equipment/${unit.id}`, `/inventory/items/${item.id}`]));
  expect(places.filter((to) => /invoices|bugscout/.test(to))).toEqual([]);
});

test("another business finds none of it", async () => {
  expect(await placesOf(other.admin, "zanzibar")).toEqual([]);
});

test.each(['"', "zanzibar OR", "title:zanzibar", "-zanzibar", "%", "zanzibar*)", "INV-0001", "42"])(
  "%j is looked for as it stands, in two round trips at most",
  async (text) => {
    const answer = await search(admin, text);
    expect(answer.status).toBe(200);
    expect(databaseCosts(answer).rounds).toBeLessThanOrEqual(2);
  },
);
