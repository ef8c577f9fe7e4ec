import { expect, test } from "vitest";
import listed from "../../../bench/cloudflare-prices.json";
import {
  archiveUsage,
  dearest,
  listDollars,
  METERS,
  monthDollars,
  shares,
  sum,
  times,
} from "../../../bench/cost-model";

test("the price list has a price for every meter and the day it was read", () => {
  expect(Object.keys(listed.meters).sort()).toEqual([...METERS].sort());
  expect(listed.readOn).toMatch(/^\d{4}-\d\d-\d\d$/);
});

// The examples on Cloudflare's pricing page.
test.each([
  [{ requests: 15_000_000, cpuMs: 7 * 15_000_000 }, 8],
  [{ requests: 100_000_000, cpuMs: 7 * 100_000_000 }, 45.4],
  [{ requests: 720, cpuMs: 180_000 * 720 }, 6.99],
  [{ objectRequests: 1_000_000, objectGbSeconds: 128_000 }, 5],
])("a month of %o costs $%d", (usage, dollars) => {
  expect(monthDollars(usage, listed)).toBeCloseTo(dollars, 2);
});

test.each([
  [{}, 5],
  [{ rowsWritten: 50_000_000 }, 5],
  [{ rowsWritten: 51_000_000 }, 6],
  [{ rowsRead: 26_000_000_000 }, 6],
  [{ databaseGb: 10 }, 8.75],
  [{ fileGb: 110, fileWrites: 2_000_000, fileReads: 11_000_000 }, 5 + 1.5 + 4.5 + 0.36],
  [{ queueOperations: 3_500_000, objectRowsWritten: 52_000_000 }, 5 + 1 + 2],
])("usage %o beyond what the plan includes adds $%d", (usage, dollars) => {
  expect(monthDollars(usage, listed)).toBeCloseTo(dollars, 6);
});

test("usage is summed and multiplied meter by meter", () => {
  const one = { requests: 2, rowsRead: 10 };
  expect(sum(one, { requests: 1, fileGb: 0.5 }, {})).toEqual({ requests: 3, rowsRead: 10, fileGb: 0.5 });
  expect(times(one, 1000)).toEqual({ requests: 2000, rowsRead: 10_000 });
});

test("actions are compared at list prices, with nothing included", () => {
  expect(listDollars({ requests: 1_000_000, rowsWritten: 2_000_000 }, listed)).toBeCloseTo(2.3, 6);
  const actions = [
    { name: "read", usage: { rowsRead: 1000 } },
    { name: "write", usage: { rowsWritten: 10 } },
  ];
  expect(dearest(actions, listed).map(({ name }) => name)).toEqual(["write", "read"]);
});

test("archiving moves data from the database to files and costs the writes", () => {
  const of = { bytesBefore: 7000, bytesAfter: 3000, fileBytes: 2000, rowsRead: 100, rowsWritten: 20 };
  const usage = archiveUsage(of, { stored: 1_000_000, each: 1000, opened: 10 });
  expect(usage).toEqual({
    ...{ databaseGb: -4, fileGb: 2, rowsRead: 100_000, rowsWritten: 20_000, fileWrites: 1000, fileReads: 10 },
  });
});

test("shares of a price add up to one, largest first", () => {
  const found = shares({ requests: 1_000_000, rowsWritten: 700_000, rowsRead: 0 }, listed);
  expect(found.map(({ meter }) => meter)).toEqual(["rowsWritten", "requests"]);
  expect(found[0]?.share).toBeCloseTo(0.7, 6);
});
