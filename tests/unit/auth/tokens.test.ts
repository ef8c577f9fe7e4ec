import { expect, test } from "vitest";
import { uuidSequence } from "~/domain/shared/secrets/tokens.server";

const uuidv7 = uuidSequence();

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("ids sort in creation order, even thousands per millisecond or after the clock is set back", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const ids = [0, 1, -1000, 2].flatMap((ms) => Array.from({ length: 5000 }, () => uuidv7(now + ms)));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !shape.test(id))).toEqual([]);
});

test("an id starts with its creation time", () => {
  const later = Date.parse("2030-01-01T00:00:00Z");
  const [high, low] = uuidv7(later).split("-");
  expect(Number.parseInt(`${high}${low}`, 16)).toBe(later);
});
