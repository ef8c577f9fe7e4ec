import { expect, test } from "vitest";
import { lotState, takeFirstExpiring } from "~/domain/inventory/lots/lot";

const today = "2026-06-15";

test.each([
  ["unknown", null],
  ["expired", "2026-06-14"],
  ["expiring", "2026-06-15"],
  ["expiring", "2026-07-15"],
  ["good", "2026-07-16"],
] as const)("a lot is %s if it expires on %s", (state, expiresOn) => {
  expect(lotState(expiresOn, today)).toBe(state);
});

const lot = (id: string, expiresOn: string | null, onHandMilli: number, receivedOn = "2026-01-01") => ({
  ...{ id, receivedOn, expiresOn, onHandMilli },
});
const expired = lot("expired", "2026-06-14", 5000);
const first = lot("first", "2026-06-15", 2000);
const second = lot("second", "2026-09-01", 3000);
const open = lot("open", null, 4000);

function taken(quantityMilli: number, { looseMilli = 0, takesExpired = false } = {}) {
  const taking = { quantityMilli, on: today, takesExpired };
  const { fromLooseMilli, taken, missingMilli } = takeFirstExpiring(
    { looseMilli, lots: [open, second, expired, first] },
    taking,
  );
  return [fromLooseMilli, ...taken.map((part) => `${part.lot.id} ${part.quantityMilli}`), missingMilli];
}

test("the lot that expires first is taken first, spilling over to the next lots", () => {
  expect(taken(2000)).toEqual([0, "first 2000", 0]);
  expect(taken(4500)).toEqual([0, "first 2000", "second 2500", 0]);
  expect(taken(9000)).toEqual([0, "first 2000", "second 3000", "open 4000", 0]);
});

test("expired stock is taken last, and only if allowed", () => {
  expect(taken(10_000)).toEqual([0, "first 2000", "second 3000", "open 4000", 1000]);
  expect(taken(10_000, { takesExpired: true })).toEqual([
    ...[0, "first 2000", "second 3000", "open 4000", "expired 1000"],
    0,
  ]);
});

test("stock without a lot is oldest and is taken before all lots", () => {
  expect(taken(1000, { looseMilli: 3000 })).toEqual([1000, 0]);
  expect(taken(4000, { looseMilli: 3000 })).toEqual([3000, "first 1000", 0]);
});

test("among lots with the same expiration date, the first received is taken first", () => {
  const lots = [lot("b", "2026-09-01", 1000, "2026-02-01"), lot("a", "2026-09-01", 1000, "2026-03-01")];
  const { taken } = takeFirstExpiring({ looseMilli: 0, lots }, { quantityMilli: 1000, on: today, takesExpired: false });
  expect(taken.map((part) => part.lot.id)).toEqual(["b"]);
});
