import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation } from "#tests/support/inventory";
import { giveUpMail } from "#tests/support/mailbox";
import { dayName, nextYear } from "#tests/support/next-year";
import { textOfPdf } from "#tests/support/pdf-text";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager, technician } = await worker.business("Lakeside Air");
const other = await worker.business("Other Air");
const dock = await addLocation(manager);
const at = "/api/inventory/purchase-orders";

interface Order {
  id: string;
  number: string;
  status: string;
  version: number;
  orderMethod: string | null;
  sentTo: string | null;
  lines: { incoming: number }[];
  message?: string;
}
interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  fromName: string | null;
  attachments: { fileName: string; contentType: string }[];
}

async function draft(): Promise<Order> {
  const supplier = { name: `Supply ${randomUUID()}`, contactName: "Ruth", accountNumber: "A-77" };
  const { id: supplierId } = (await manager.post<{ id: string }>("/api/inventory/suppliers", supplier)).json;
  const sell = async (quantity: number, sold: object) => {
    const { id: itemId } = await addItem(manager);
    await manager.send("PUT", `/api/inventory/suppliers/${supplierId}/items/${itemId}`, { body: sold });
    return { itemId, locationId: dock, quantity };
  };
  const lines = [
    await sell(12, { price: 14.65, partNumber: "4711" }),
    await sell(30, { packPrice: 10, packSize: 12, partNumber: "4712" }),
  ];
  const answer = await manager.post<Order>(at, { supplierId, lines, expectedOn: nextYear("2027-03-04") });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.json;
}

const mail = (version: number, to: string) => ({ to, subject: "Our order", message: "Please confirm.", version });
const send = ({ id, version }: Order, to: string, by = manager) =>
  by.post<Order>(`${at}/${id}/send`, mail(version, to), { "Idempotency-Key": `${id}-${version}-${to}` });

const mailsTo = async (to: string) =>
  (await worker.visitor().get<{ items: Mail[] }>("/dev/mailbox.json")).json.items.filter((each) => each.to === to);

test("an order whose email could not be delivered says so until it is sent again", async () => {
  const order = await draft();
  const [wrong, right] = [`${order.id}@nowhere.example.com`, `${order.id}@example.com`];
  const { json: first } = await send(order, wrong);
  await expect.poll(async () => (await mailsTo(wrong)).length).toBe(1);
  await giveUpMail(worker, wrong);
  const page = async () => (await manager.get(`/inventory/purchase-orders/${order.id}`)).text;
  expect(await page()).toContain("Could not be delivered");
  expect((await send(first, right)).status).toBe(200);
  expect(await page()).not.toContain("Could not be delivered");
});

test("emailing a draft places the order, and its PDF shows what was ordered", async () => {
  const order = await draft();
  const to = `${order.id}@example.com`;
  const [first, again] = [await send(order, to), await send(order, to)];
  expect(first.json).toMatchObject({
    status: "ordered",
    orderMethod: "email",
    sentTo: to,
    lines: [{ incoming: 12 }, { incoming: 36 }],
  });
  expect(again.json.version).toBe(first.json.version);
  await expect.poll(async () => (await mailsTo(to)).length).toBe(1);
  const [sent] = await mailsTo(to);
  expect(sent).toMatchObject({
    ...{ subject: "Our order", text: "Please confirm.", fromName: "Lakeside Air" },
    attachments: [{ fileName: `${order.number}.pdf`, contentType: "application/pdf" }],
  });
  const read = async (path: string) => {
    const answer = await fetch(new URL(path, worker.url), {
      headers: { cookie: [...manager.cookies].map((pair) => pair.join("=")).join("; ") },
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const attached = await read(`/dev/mailbox/${sent?.id}/attachments/0`);
  const text = (await textOfPdf(attached)).flat();
  for (const expected of [
    "Purchase order",
    order.number,
    "4711",
    "$14.65",
    "$175.80",
    "$10.00 / pack",
    "$30.00",
    "$205.80",
    `Needed by ${dayName(nextYear("2027-03-04"))}`,
    "Account A-77",
  ])
    expect(text, expected).toContain(expected);
  expect(text.join(" ")).toContain("3 packs of 12 EA");
  expect(Buffer.compare(await read(`/resources/purchase-order-pdf/${order.id}`), attached)).toBe(0);

  const resent = await send(first.json, "second@example.com");
  expect(resent.json).toMatchObject({ status: "ordered", sentTo: "second@example.com" });
});

test("a changed order, another business's order and an order sent by a technician are not emailed", async () => {
  const order = await draft();
  const stale = await send({ ...order, version: order.version + 1 }, "stale@example.com");
  expect(stale.status).toBe(409);
  expect((await send(order, "foreign@example.com", other.manager)).status).toBe(404);
  expect((await other.manager.get(`/resources/purchase-order-pdf/${order.id}`)).status).toBe(404);
  expect((await send(order, "tech@example.com", technician)).status).toBe(403);
  expect((await manager.post(`${at}/${order.id}/send`, mail(order.version, "no address"))).status).toBe(400);
  expect((await manager.get<Order>(`${at}/${order.id}`)).json).toMatchObject({ status: "draft", sentTo: null });
});

test("a canceled order is not emailed", async () => {
  const order = await draft();
  const { json: placed } = await send(order, "placed@example.com");
  await manager.post(`${at}/${order.id}/cancel`, { version: placed.version, reason: "Discontinued" });
  const { json: canceled } = await manager.get<Order>(`${at}/${order.id}`);
  expect((await send(canceled, "late@example.com")).json.message).toBe("This order was canceled.");
});
