import { expect, test } from "vitest";
import {
  formatPurchaseOrderNumber,
  isOverdue,
  lineCostMinor,
  lineOfCode,
  orderCost,
  type PurchaseOrderStatus,
  packsText,
  parsePurchaseOrderNumber,
  unitPriceOf,
  unitsOfPacks,
  wholePacks,
} from "~/domain/purchasing/purchase-order";

test.each<[string, number | null]>([
  ["PO-012", 12],
  ["po 12", 12],
  ["po12", 12],
  ["12", 12],
  ["PO-1000", 1000],
  ["0", null],
  ["PO-", null],
  ["12a", null],
  ["CAP-12", null],
])("%s is order number %s", (text, number) => {
  expect(parsePurchaseOrderNumber(text)).toBe(number);
});

test("a number has at least three digits and reads back as written", () => {
  expect([1, 42, 1234].map(formatPurchaseOrderNumber)).toEqual(["PO-001", "PO-042", "PO-1234"]);
});

test.each<[PurchaseOrderStatus, string | null, boolean]>([
  ["ordered", "2026-11-21", true],
  ["partly_received", "2026-11-21", true],
  ["ordered", "2026-11-22", false],
  ["ordered", null, false],
  ["draft", "2026-11-01", false],
  ["received", "2026-11-01", false],
  ["canceled", "2026-11-01", false],
])("%s and expected on %s is overdue on November 22: %s", (status, expectedOn, overdue) => {
  expect(isOverdue({ status, expectedOn }, "2026-11-22")).toBe(overdue);
});

test.each<[string, number, number | null, number | null]>([
  ["whole units", 4000, 1465, 5860],
  ["a fraction, to the nearest cent", 2500, 333, 833],
  ["a free item", 4000, 0, 0],
  ["an unknown price", 4000, null, null],
])("a line of %s", (_, quantityMilli, unitCostMinor, cost) => {
  expect(lineCostMinor({ quantityMilli, unitCostMinor, packSizeMilli: 1000, packPriceMinor: null })).toBe(cost);
});

test("an order totals its priced lines and counts the unpriced ones", () => {
  const lines = [
    { quantityMilli: 2000, unitCostMinor: 1000 },
    { quantityMilli: 1000, unitCostMinor: null },
    { quantityMilli: 3000, unitCostMinor: 5 },
  ].map((line) => ({ ...line, packSizeMilli: 1000, packPriceMinor: null }));
  expect(orderCost(lines)).toEqual({ totalMinor: 2015, unpriced: 1 });
});

test.each<[number, number, number]>([
  [5000, 12_000, 12_000],
  [12_000, 12_000, 12_000],
  [13_000, 12_000, 24_000],
  [1250, 1000, 1250],
  [1250, 500, 1500],
])("%i in packs of %i is rounded to %i", (quantity, pack, ordered) => {
  expect(wholePacks(quantity, pack)).toBe(ordered);
});

test.each<[number, number, number]>([
  // Quantity, price per pack of 12, cost.
  [36_000, 1000, 3000],
  [12_000, 1000, 1000],
  [6000, 1001, 501],
  [1000, 1000, 83],
  [999_996_000, 999_999_999, 83_332_999_916_667],
])("%i thousandths at a pack price of %i cents cost exactly %i", (quantityMilli, packPriceMinor, cost) => {
  const line = {
    quantityMilli,
    packPriceMinor,
    packSizeMilli: 12_000,
    unitCostMinor: unitPriceOf(packPriceMinor, 12_000),
  };
  expect(lineCostMinor(line)).toBe(cost);
});

test("a pack's unit price is rounded to the cent, half a cent up", () => {
  expect([unitPriceOf(1000, 12_000), unitPriceOf(1001, 2000), unitPriceOf(1000, 2500)]).toEqual([83, 501, 400]);
});

test("whole packs are shown as text, partial or missing packs are not", () => {
  const box = { packSizeMilli: 12_000, baseUnit: "EA" };
  expect(packsText(36_000, box)).toBe("3 packs of 12 EA");
  expect(packsText(12_000, box)).toBe("1 pack of 12 EA");
  expect(packsText(6000, { packSizeMilli: 2500, baseUnit: "LB" })).toBeNull();
  expect(packsText(5000, { packSizeMilli: 2500, baseUnit: "LB" })).toBe("2 packs of 2.5 LB");
  expect([packsText(0, box), packsText(3000, { ...box, packSizeMilli: 1000 })]).toEqual([null, null]);
});

test("packs convert to exact units, or not at all", () => {
  expect([unitsOfPacks(3000, 12_000), unitsOfPacks(2500, 12_000), unitsOfPacks(1500, 333)]).toEqual([
    36_000,
    30_000,
    null,
  ]);
  expect(unitsOfPacks(1_000_000_000, 999_999_999)).toBe(999_999_999_000_000);
});

test("a scanned code is the line of its item, those still to be received first", () => {
  const itemId = "0199f0aa-1111-7222-8333-123456789abc";
  const line = { itemId: "other", sku: "CAP-45", barcode: null, partNumber: null, incomingMilli: 1000 };
  const lines = [
    { ...line, barcode: "687152012345", incomingMilli: 0 },
    { ...line, barcode: "687152012345" },
    { ...line, itemId, sku: "COIL-1", partNumber: "GM-77" },
  ];
  const found = (code: string) => {
    const one = lineOfCode(lines, code);
    return one && lines.indexOf(one);
  };
  expect(["687152012345", "0687152012345", " cap-45"].map(found)).toEqual([1, 1, 1]);
  expect([`https://plenum.example/inventory/items/${itemId}`, "coil-1", "gm-77"].map(found)).toEqual([2, 2, 2]);
  expect(found("CAP-46")).toBeUndefined();
});
