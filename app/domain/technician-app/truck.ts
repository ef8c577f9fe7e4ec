import { readCode } from "~/domain/inventory/items/code";
import type { TechnicianDay, TruckItem } from "./day";

/** Available quantities on the truck by item, minus what the device has not sent yet. */
export function freeOnTruck({ truck, workOrders }: Pick<TechnicianDay, "truck" | "workOrders">): Map<string, number> {
  const free = new Map((truck?.items ?? []).map(({ id, freeMilli }) => [id, freeMilli]));
  for (const { itemId, pendingMilli } of workOrders.flatMap(({ usedParts = [] }) => usedParts)) {
    if (itemId !== null) free.set(itemId, Math.max(0, (free.get(itemId) ?? 0) - pendingMilli));
  }
  return free;
}

/** Finds an item by an exact scanned or typed code: its barcode, its SKU or one of our labels. */
export function itemByCode(items: readonly TruckItem[], code: string): TruckItem | null {
  const named = code.trim().toUpperCase();
  if (named === "") return null;
  const { itemId, barcodes } = readCode(named);
  if (itemId) return items.find(({ id }) => id === itemId) ?? null;
  const isLabeled = ({ barcode }: TruckItem) => barcode !== null && barcodes.includes(barcode.toUpperCase());
  return items.find(isLabeled) ?? items.find(({ sku }) => sku === named) ?? null;
}

/** Items in which every search word begins a word. */
export function searchTruck(items: readonly TruckItem[], text: string): TruckItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (item: TruckItem, word: string) =>
    `${item.name} ${item.sku}`
      .toLowerCase()
      .split(/[\s-]+/)
      .some((one) => one.startsWith(word)) ||
    item.sku.toLowerCase().startsWith(word) ||
    item.barcode?.startsWith(word) === true;
  return items.filter((item) => words.every((word) => has(item, word)));
}
