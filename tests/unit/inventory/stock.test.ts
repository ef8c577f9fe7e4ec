import { expect, test } from "vitest";
import { availableMilli, stockState, suggestedMilli } from "~/domain/inventory/items/item";
import { freeText } from "~/domain/inventory/reservation";

const item = {
  ...{ onHandMilli: 5000, reservedMilli: 0, expiredMilli: 0 },
  ...{ minStockMilli: 0, maxStockMilli: 20_000, reorderPointMilli: 8000 },
};

const orders: [string, Partial<typeof item> & { incomingMilli?: number }, number | null][] = [
  ["fills up to the maximum", {}, 15_000],
  ["counts what is reserved as gone", { reservedMilli: 3000 }, 18_000],
  ["counts what is expired as gone", { expiredMilli: 2000 }, 17_000],
  ["replaces what is reserved of expired stock", { reservedMilli: 4000, expiredMilli: 3000 }, 22_000],
  ["counts incoming stock as available", { incomingMilli: 2000 }, 13_000],
  ["orders at the reorder point itself", { onHandMilli: 8000 }, 12_000],
  ["orders nothing above it", { onHandMilli: 8001 }, 0],
  ["orders nothing if enough is incoming", { incomingMilli: 3001 }, 0],
];

test.each(orders)("an order %s", (_, stock, suggested) => {
  expect(suggestedMilli({ ...item, incomingMilli: 0, ...stock })).toBe(suggested);
});

test("without a maximum an order fills up to the reorder point, and nothing is suggested at that point", () => {
  const open = { ...item, maxStockMilli: null, incomingMilli: 0 };
  expect(suggestedMilli(open)).toBe(3000);
  expect(suggestedMilli({ ...open, onHandMilli: 8000 })).toBeNull();
  expect(suggestedMilli({ ...open, reorderPointMilli: null })).toBe(0);
});

test("available stock is shown with the work orders the rest is reserved for", () => {
  const stock = { onHandMilli: 8000, reservedMilli: 5000, expiredMilli: 0, reservedFor: ["WO-012", "WO-017"] };
  expect(freeText(stock)).toBe("3 available of 8, 5 reserved for WO-012, WO-017");
  expect(freeText({ ...stock, reservedFor: [] })).toBe("3 available of 8, 5 reserved");
  expect(freeText({ ...stock, reservedMilli: 0 })).toBe("8 available");
  expect(freeText({ ...stock, reservedMilli: 0, expiredMilli: 2000 })).toBe("6 available of 8, 2 expired");
  expect(freeText({ ...stock, reservedFor: [], expiredMilli: 4000 })).toBe("0 available of 8, 5 reserved, 4 expired");
});

test("expired stock is not available, and availability is never negative", () => {
  expect(availableMilli({ ...item, reservedMilli: 1000, expiredMilli: 1500 })).toBe(2500);
  expect(availableMilli({ ...item, reservedMilli: 4000, expiredMilli: 3000 })).toBe(0);
  expect(stockState({ ...item, reorderPointMilli: null, expiredMilli: 5000 })).toBe("out");
  expect(stockState({ ...item, onHandMilli: 9000, expiredMilli: 1000 })).toBe("low");
  expect(stockState({ ...item, onHandMilli: 9000 })).toBe("ok");
});
