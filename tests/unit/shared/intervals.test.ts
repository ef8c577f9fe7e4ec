import fc from "fast-check";
import { expect, test } from "vitest";
import { type Interval, minutesOf, overlaps, subtract, totalMinutes, union } from "~/domain/shared/time/intervals";

const minute = (start: number, end: number): Interval => ({ start: start * 60_000, end: end * 60_000 });

test("adjacent jobs do not overlap, but a shared minute does", () => {
  expect(overlaps(minute(0, 60), minute(60, 120))).toBe(false);
  expect(overlaps(minute(0, 61), minute(60, 120))).toBe(true);
  expect(overlaps(minute(0, 120), minute(30, 40))).toBe(true);
});

test("overlapping or adjacent intervals are joined, and empty ones dropped", () => {
  expect(union([minute(60, 90), minute(0, 30), minute(30, 40), minute(70, 80), minute(50, 50)])).toEqual([
    minute(0, 40),
    minute(60, 90),
  ]);
});

test("subtracting leaves the parts before, between and after", () => {
  expect(subtract([minute(0, 100)], [minute(20, 30), minute(90, 200)])).toEqual([minute(0, 20), minute(30, 90)]);
  expect(subtract([minute(10, 20)], [minute(0, 30)])).toEqual([]);
});

const intervals = fc.array(
  fc.tuple(fc.nat(300), fc.nat(60)).map(([start, length]) => minute(start, start + length)),
  { maxLength: 12 },
);

test("subtracting leaves exactly the minutes outside all cuts", () => {
  fc.assert(
    fc.property(intervals, intervals, (from, taken) => {
      const covers = (list: readonly Interval[], at: number) => list.some(({ start, end }) => start <= at && at < end);
      const left = Array.from({ length: 400 }, (_, index) => index * 60_000).filter(
        (at) => covers(from, at) && !covers(taken, at),
      );
      expect(totalMinutes(subtract(from, taken))).toBe(left.length);
    }),
  );
});

test("an interval that ends before it starts has zero minutes", () => {
  expect(minutesOf(minute(60, 0))).toBe(0);
});
