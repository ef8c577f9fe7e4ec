import { expect, test } from "vitest";
import { bareWorkOrder, newCustomer, site } from "#tests/support/customers";
import { addWorkOrder, moveTo } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { Customer } from "~/domain/customers/schema";

const worker = await testWorker();
const { admin, orgId } = await worker.business();

interface Refusal {
  message: string;
  openWorkOrders?: number;
}

async function withWorkOrder(status = "unscheduled") {
  const customer = await newCustomer(admin, { addresses: [site] });
  const place = { orgId, customerId: customer.id, addressId: customer.addresses[0]?.id ?? "" };
  return {
    customer,
    place,
    path: `/api/customers/${customer.id}`,
    workOrder: await bareWorkOrder(worker, { ...place, status }),
  };
}

const setStatus = (id: string, status: string) =>
  worker.db.prepare("UPDATE work_orders SET status = ? WHERE org_id = ? AND id = ?").bind(status, orgId, id).run();

const archived = async (path: string) => (await admin.get<Customer>(path)).json.archived;

test("an archived customer leaves the list, keeps its data and can be restored", async () => {
  const customer = await newCustomer(admin, { addresses: [site] });
  const path = `/api/customers/${customer.id}`;
  expect((await admin.delete(path)).status).toBe(204);
  const stored = await admin.get<Customer>(path);
  expect(stored.json).toMatchObject({ archived: true, addresses: [{ line1: site.line1 }] });
  const list = await admin.get<{ items: Customer[] }>("/api/customers?limit=100");
  expect(list.json.items.map((c) => c.id)).not.toContain(customer.id);
  expect((await admin.delete(path)).status).toBe(204);
  const back = await admin.patch<Customer>(path, { version: stored.json.version, archived: false });
  expect(back.json.archived).toBe(false);
});

test("a customer with open work orders cannot be archived, and the error counts them", async () => {
  const { path, place } = await withWorkOrder();
  const one = await admin.delete<Refusal>(path);
  expect(one.status).toBe(409);
  expect(one.json).toMatchObject({
    openWorkOrders: 1,
    message: "1 work order is still open. Complete or cancel it first, then archive.",
  });
  await bareWorkOrder(worker, place);
  const two = await admin.delete<Refusal>(path);
  expect(two.json.message).toBe("2 work orders are still open. Complete or cancel them first, then archive.");
  const { json } = await admin.get<Customer>(path);
  expect(json).toMatchObject({ archived: false, openWorkOrders: 2 });
});

test("completed, closed and canceled work orders do not prevent archiving", async () => {
  const { path, place, workOrder } = await withWorkOrder();
  for (const status of ["completed", "closed", "cancelled"]) await bareWorkOrder(worker, { ...place, status });
  expect((await admin.delete(path)).status).toBe(409);
  await setStatus(workOrder, "completed");
  expect((await admin.delete(path)).status).toBe(204);
});

test("an archived customer cannot get open work orders, not even by reopening one", async () => {
  const { path, place, workOrder } = await withWorkOrder("closed");
  expect((await admin.delete(path)).status).toBe(204);
  await expect(setStatus(workOrder, "in_progress")).rejects.toThrow("archived_has_no_open_work");
  await expect(bareWorkOrder(worker, place)).rejects.toThrow("archived_has_no_open_work");
});

test("reopening a job of an archived customer is refused with how to go on", async () => {
  const { manager, admin: office } = await worker.business();
  const { id, addresses } = await newCustomer(office, { addresses: [site] });
  const { number } = await addWorkOrder(office, { customerId: id, siteAddressId: addresses[0]?.id ?? "" });
  const canceled = await moveTo(manager, number, { status: "cancelled", cancelReason: "customer" });
  expect(canceled.status).toBe(200);
  expect((await office.delete(`/api/customers/${id}`)).status).toBe(204);
  const refused = await moveTo(manager, number, { status: "unscheduled", reason: "Canceled by mistake" });
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "An archived customer has no open work orders. Restore the customer first.",
  ]);
});

test("archiving a customer and booking a job for it never both succeed", async () => {
  for (let round = 0; round < 10; round++) {
    const customer = await newCustomer(admin, { addresses: [site] });
    const path = `/api/customers/${customer.id}`;
    const place = { orgId, customerId: customer.id, addressId: customer.addresses[0]?.id ?? "" };
    const [answer, booking] = await Promise.allSettled([admin.delete(path), bareWorkOrder(worker, place)]);
    const isArchived = answer.status === "fulfilled" && answer.value.status === 204;
    expect(isArchived).not.toBe(booking.status === "fulfilled");
    expect(await archived(path)).toBe(isArchived);
  }
});

test("moved or deleted work orders update the open count of each customer", async () => {
  const { customer, workOrder } = await withWorkOrder();
  const other = await newCustomer(admin);
  const open = async (id: string) => (await admin.get<Customer>(`/api/customers/${id}`)).json.openWorkOrders;
  await worker.db
    .prepare("UPDATE work_orders SET customer_id = ? WHERE org_id = ? AND id = ?")
    .bind(other.id, orgId, workOrder)
    .run();
  expect([await open(customer.id), await open(other.id)]).toEqual([0, 1]);
  await worker.db.prepare("DELETE FROM work_orders WHERE org_id = ? AND id = ?").bind(orgId, workOrder).run();
  expect(await open(other.id)).toBe(0);
});
