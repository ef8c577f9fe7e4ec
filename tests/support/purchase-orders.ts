import { randomUUID } from "node:crypto";
import { addItem, addLocation, type InventoryRefused, type ItemJson } from "./inventory";
import type { TestWorker } from "./worker";

export interface OrderJson {
  id: string;
  number: string;
  status: string;
  version: number;
  total: number;
  lines: {
    position: number;
    unitCost: number | null;
    packSize: number;
    packPrice: number | null;
    partNumber: string | null;
    quantity: number;
    received: number;
    canceled: number;
    excess: number;
    incoming: number;
  }[];
  receipts: { movementId: string; quantity: number; isReversed: boolean }[];
}
export type OrderRefused = InventoryRefused & {
  current?: OrderJson;
  excess?: { position: number; incoming: number }[];
};
export type OrderAnswer = OrderJson & OrderRefused;

/** Received, incoming, canceled and excess of the first line. */
export const quantitiesOf = ({ lines: [first] }: OrderJson) =>
  first && [first.received, first.incoming, first.canceled, first.excess];

/** The address of the API for purchase orders. */
export const ORDERS = "/api/inventory/purchase-orders";

/** A business that orders from suppliers, with a place to deliver to. */
export async function purchasing(worker: TestWorker) {
  const business = await worker.business();
  const office = business.manager;
  const dock = await addLocation(office);
  const keyed = (key: string = randomUUID()) => ({ "Idempotency-Key": key });
  let made = 0;

  async function addSupplier(fields: object = {}): Promise<string> {
    made += 1;
    const answer = await office.post<{ id: string }>("/api/inventory/suppliers", { name: `Seller ${made}`, ...fields });
    return answer.json.id;
  }

  const sell = (supplierId: string, itemId: string, body: object) =>
    office.send("PUT", `/api/inventory/suppliers/${supplierId}/items/${itemId}`, { body });

  /** A draft of 10 at $4.00 from a supplier that sells by the unit. */
  async function draft(quantity = 10): Promise<{ order: OrderJson; item: ItemJson; supplierId: string }> {
    const [supplierId, item] = [await addSupplier({ leadTimeDays: 2 }), await addItem(office)];
    await sell(supplierId, item.id, { price: 4, partNumber: "JS-1", preferred: true });
    const answer = await office.post<OrderJson>(ORDERS, {
      supplierId,
      lines: [{ itemId: item.id, locationId: dock, quantity }],
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return { order: answer.json, item, supplierId };
  }

  const place = (id: string, version: number) =>
    office.post<OrderAnswer>(`${ORDERS}/${id}/place`, { method: "phone", version });

  async function ordered(quantity = 10) {
    const { order, ...rest } = await draft(quantity);
    return { ...rest, order: (await place(order.id, order.version)).json };
  }

  const receive = (order: OrderJson, quantity: number, more: object = {}, key?: string) =>
    office.post<OrderAnswer>(
      `${ORDERS}/${order.id}/receive`,
      { version: order.version, lines: [{ position: 1, quantity }], ...more },
      keyed(key),
    );

  /** An item sold in packs of 12 at $10.00 per pack: a third of a cent more than 83 cents each. */
  async function packed(fields: Record<string, unknown> = {}) {
    const [supplierId, item] = [await addSupplier(), await addItem(office, fields)];
    const answer = await sell(supplierId, item.id, { packSize: 12, packPrice: 10, preferred: true });
    return { supplierId, itemId: item.id, answer };
  }

  const find = async (id: string) => (await office.get<OrderJson>(`${ORDERS}/${id}`)).json;
  const itemOf = async (id: string) => (await office.get<ItemJson>(`/api/inventory/items/${id}`)).json;
  return { ...business, office, dock, keyed, addSupplier, sell, draft, place, ordered, receive, packed, find, itemOf };
}
