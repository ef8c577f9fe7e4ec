import type { Visitor } from "./visitor";

export interface ItemJson {
  id: string;
  sku: string;
  onHand: number;
  reserved: number;
  available: number;
  averageCost: number | null;
  stockValue: number;
  uncostedQuantity: number;
  stockState: string;
  version: number;
}

export interface InventoryRefused {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  short?: { itemId: string; locationId: string; available: number; reservedFor: string[] }[];
}

let made = 0;

async function added<T>(by: Visitor, path: string, body: object): Promise<T> {
  const answer = await by.post<T>(path, body);
  if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
  return answer.json;
}

export function addItem(by: Visitor, fields: Record<string, unknown> = {}): Promise<ItemJson> {
  made += 1;
  return added(by, "/api/inventory/items", {
    sku: `PART-${made}`,
    name: `Run capacitor ${made}`,
    primaryCategory: "PARTS",
    baseUnit: "EA",
    ...fields,
  });
}

export async function addLocation(by: Visitor, fields: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const body = { name: `Warehouse ${made}`, type: "warehouse", ...fields };
  return (await added<{ id: string }>(by, "/api/inventory/locations", body)).id;
}

export function post(
  by: Visitor,
  kind: string,
  lines: object[],
  more: object = {},
  headers: Record<string, string> = {},
) {
  return by.post<InventoryRefused & { postingId: string }>(
    "/api/inventory/movements",
    { kind, lines, ...more },
    headers,
  );
}

/** An item with a quantity in stock at a location. */
export async function stocked(by: Visitor, quantity: number, unitCost: number | null = 5) {
  const [item, locationId] = [await addItem(by), await addLocation(by)];
  const { status, text } = await post(by, "receipt", [{ itemId: item.id, locationId, quantity, unitCost }]);
  if (status !== 201) throw new Error(text);
  return { itemId: item.id, sku: item.sku, locationId };
}

export async function itemNow(by: Visitor, id: string): Promise<ItemJson> {
  return (await by.get<ItemJson>(`/api/inventory/items/${id}`)).json;
}
