import { expect, test } from "vitest";
import { addUsage, countAnswer, countStatement, MAX_SLOW_TEXTS, noUsage } from "~/domain/operations/usage";

const at = new Date("2026-11-20T12:59:59.999Z");
const later = new Date("2026-11-20T13:00:00.000Z");
const cost = { database: "TENANTS", sql: "SELECT 1", ms: 1, rowsRead: 3, rowsWritten: 1, bytes: 4096, slowFromMs: 100 };

test("responses are counted per hour, 500 and above as errors, 503 as shed", () => {
  const usage = noUsage();
  for (const status of [200, 302, 404, 500, 503]) countAnswer(usage, at, status);
  countAnswer(usage, later, 200);
  expect([...usage.hours]).toEqual([
    ["2026-11-20T12:00:00.000Z", { requests: 5, serverErrors: 2, shed: 1, rowsRead: 0, rowsWritten: 0 }],
    ["2026-11-20T13:00:00.000Z", { requests: 1, serverErrors: 0, shed: 0, rowsRead: 0, rowsWritten: 0 }],
  ]);
});

test("a statement's rows are counted; above the limit, its text is stored with its duration", () => {
  const usage = noUsage();
  countStatement(usage, at, cost);
  countStatement(usage, at, { ...cost, sql: "SELECT\n  2", ms: 100, bytes: null });
  countStatement(usage, later, { ...cost, sql: "SELECT 2", ms: 300, rowsRead: 9, bytes: 8192 });
  expect(usage.hours.get("2026-11-20T12:00:00.000Z")).toMatchObject({ rowsRead: 6, rowsWritten: 2 });
  expect(usage.sizes.get("TENANTS")).toEqual({ bytes: 8192, at: later.toISOString() });
  expect([...usage.slow.values()]).toEqual([
    {
      ...{ database: "TENANTS", statement: "SELECT 2", runs: 2, totalMs: 400, maxMs: 300, maxRowsRead: 9 },
      ...{ firstAt: at.toISOString(), lastAt: later.toISOString() },
    },
  ]);
});

test("however many statements are slow, only a few truncated texts are stored", () => {
  const usage = noUsage();
  for (let i = 0; i < 100; i += 1)
    countStatement(usage, at, { ...cost, sql: `SELECT ${"x".repeat(3000)}${i}`, ms: 500 });
  countStatement(usage, at, { ...cost, sql: "SELECT 'last'", ms: 500 });
  expect([...usage.slow.values()].map(({ statement }) => statement.length)).toEqual([2000, 13]);
  for (let i = 0; i < 100; i += 1) countStatement(usage, at, { ...cost, sql: `SELECT ${i}`, ms: 500 });
  expect(usage.slow.size).toBe(MAX_SLOW_TEXTS);
});

test("a statement with a business's row range is the same text for all businesses", () => {
  const usage = noUsage();
  for (const base of [2147483648, 4294967296]) {
    countStatement(usage, at, { ...cost, sql: `select rowid - ${base} from customer_search limit 25`, ms: 500 });
  }
  expect([...usage.slow.values()]).toMatchObject([
    { statement: "select rowid - ? from customer_search limit 25", runs: 2 },
  ]);
});

test("counts that could not be written are added to later ones", () => {
  const [lost, usage] = [noUsage(), noUsage()];
  countAnswer(lost, at, 503);
  countStatement(lost, at, { ...cost, ms: 500 });
  countAnswer(usage, at, 200);
  countStatement(usage, later, { ...cost, ms: 200, bytes: 9000 });
  addUsage(usage, lost);
  expect(usage.hours.get("2026-11-20T12:00:00.000Z")).toEqual({
    ...{ requests: 2, serverErrors: 1, shed: 1, rowsRead: 3, rowsWritten: 1 },
  });
  expect(usage.sizes.get("TENANTS")?.bytes).toBe(9000);
  expect([...usage.slow.values()]).toMatchObject([{ runs: 2, totalMs: 700, maxMs: 500, firstAt: at.toISOString() }]);
});
