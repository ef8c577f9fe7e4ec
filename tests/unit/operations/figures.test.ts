import { expect, test } from "vitest";
import { checkStates } from "~/domain/operations/checks";
import { attentionOf, errorBudget, groupFailed, topicLabel, withoutNames } from "~/domain/operations/figures";

test.each([
  [
    { requests: 0, serverErrors: 0 },
    { allowed: 0, leftPercent: 100 },
  ],
  [
    { requests: 500, serverErrors: 0 },
    { allowed: 0, leftPercent: 100 },
  ],
  [
    { requests: 500, serverErrors: 1 },
    { allowed: 0, leftPercent: 0 },
  ],
  [
    { requests: 1000, serverErrors: 0 },
    { allowed: 1, leftPercent: 100 },
  ],
  [
    { requests: 100_000, serverErrors: 25 },
    { allowed: 100, leftPercent: 75 },
  ],
  [
    { requests: 100_000, serverErrors: 333 },
    { allowed: 100, leftPercent: 0 },
  ],
  [
    { requests: 3000, serverErrors: 1 },
    { allowed: 3, leftPercent: 66.7 },
  ],
])("with %o the error budget is %o", (counts, left) => {
  expect(errorBudget(counts)).toMatchObject({ ...left, targetPercent: 99.9, days: 30 });
});

test.each([
  ["550 ada.l@mail.example.com unknown", "550 [email] unknown"],
  ["call to +1 (414) 555-1007 failed", "call to [number] failed"],
  ["no item 0192f000-0000-7000-8000-00000000000a", "no item [id]"],
  ["GET https://api.example.com/v1/x?y=1 gave 500", "GET [address] gave 500"],
  ['no customer "Ortega" there', "no customer [text] there"],
  ["status 503 after 8 tries", "status 503 after 8 tries"],
])("%s is stored as: %s", (error, stored) => {
  expect(withoutNames(error)).toBe(stored);
});

test("failed rows with the same topic and error are one group, most frequent first", () => {
  const failedAt = "2026-11-20T10:00:00.000Z";
  const later = "2026-11-20T11:00:00.000Z";
  expect(
    groupFailed([
      { topic: "bank", error: "timed out", failedAt },
      { topic: "mail", error: "550 a@b.co", failedAt: later },
      { topic: "mail", error: "550 c@d.co", failedAt },
      { topic: "mail", error: null, failedAt },
    ]),
  ).toEqual([
    { topic: "mail", error: "550 [email]", count: 2, latestAt: later },
    { topic: "bank", error: "timed out", count: 1, latestAt: failedAt },
    { topic: "mail", error: "unknown error", count: 1, latestAt: failedAt },
  ]);
});

const at = "2026-11-20T12:00:00.000Z";
const quiet: Parameters<typeof attentionOf>[0] = {
  at,
  queues: [],
  isMoreWaiting: false,
  deadLetters: [],
  isMoreFailed: false,
  closedShards: [],
  failingShards: [],
  moves: [],
  slowStatements: [],
  databases: [{ name: "TENANTS", bytes: 7_900_000_000, limitBytes: 10_000_000_000, measuredAt: at }],
  budget: errorBudget({ requests: 10_000, serverErrors: 7 }),
  checks: [],
  hours: [],
  migrations: { applied: "0255_operations.sql", expected: "0255_operations.sql", isCurrent: true, count: 133 },
};
const waiting = { topic: "bank", waiting: 1, retrying: 0, overdue: 0, oldestAt: at } as const;
const slow = {
  ...{ database: "TENANTS", statement: "SELECT 1", runs: 1, totalMs: 1500, maxMs: 1500, maxRowsRead: 1 },
  ...{ firstAt: at, lastAt: at },
};
const failed = { topic: "mail", error: "550", count: 1000, latestAt: at } as const;

test("nothing is reported while everything is normal", () => {
  expect(attentionOf(quiet)).toEqual([]);
  expect(attentionOf({ ...quiet, queues: [waiting] })).toEqual([]);
  const yesterday = { ...slow, lastAt: "2026-11-19T11:59:00.000Z" };
  expect(attentionOf({ ...quiet, slowStatements: [yesterday, { ...slow, maxMs: 999 }] })).toEqual([]);
});

test("a new installation needs no attention until its first check; a check that is missing later does", () => {
  const checks = checkStates([], Date.parse(at));
  const busy = (hour: string) => ({ hour, requests: 5, serverErrors: 0, shed: 0, rowsRead: 7, rowsWritten: 3 });
  const messages = (figures: Partial<typeof quiet>) =>
    attentionOf({ ...quiet, ...figures }).map(({ message }) => message);
  expect(messages({ checks })).toEqual([]);
  expect(messages({ checks, hours: [busy("2026-11-20T11:00:00.000Z")] })).toEqual([]);
  expect(messages({ checks, hours: [busy("2026-11-20T09:00:00.000Z")] })).toContain("Database: never checked");
  const row = { name: "database", at, result: "ok", ms: 3, error: null } as const;
  expect(messages({ checks: checkStates([row], Date.parse(at)) })).toEqual([
    "Queue: never checked",
    "Files: never checked",
    "Durable Object: never checked",
  ]);
});

test("a topic is shown by its label, one that only a newer version knows by its name", () => {
  expect([topicLabel("push"), topicLabel("webhook"), topicLabel("pigeon")]).toEqual([
    "Push notification",
    "Webhook",
    "pigeon",
  ]);
});

test.each([
  [{ queues: [{ ...waiting, overdue: 1200 }] }, "Bank sync: 1,200 overdue"],
  [
    { queues: [{ ...waiting, oldestAt: "2026-11-20T09:59:00.000Z" }] },
    "Bank sync: the oldest waits for over two hours",
  ],
  [
    { queues: [{ ...waiting, topic: "push", oldestAt: "2026-11-20T09:59:00.000Z" } as const] },
    "Push notification: the oldest waits for over two hours",
  ],
  [{ deadLetters: [{ ...failed, count: 1 }] }, "1 delivery failed permanently"],
  [{ deadLetters: [failed], isMoreFailed: true }, "1,000 or more deliveries failed permanently"],
  [
    { databases: [{ name: "TENANTS", bytes: 8_000_000_000, limitBytes: 10_000_000_000, measuredAt: at }] },
    "TENANTS holds 8 GB of 10 GB",
  ],
  [{ budget: errorBudget({ requests: 10_000, serverErrors: 8 }) }, "20% of the error budget of 30 days is left"],
  [
    { migrations: { ...quiet.migrations, isCurrent: false, expected: "0256_more.sql" } },
    "The migration 0256_more.sql is not applied",
  ],
  [{ failingShards: ["1"] }, "Shard 1 can't be read and is not counted here"],
  [{ closedShards: ["2"] }, "Shard 2 is closed for maintenance and not counted here"],
  [{ slowStatements: [slow] }, "1 statement took a second or longer today"],
])("%o needs attention: %s", (figures, message) => {
  expect(attentionOf({ ...quiet, ...figures }).map((each) => each.message)).toEqual([message]);
});

test("a check has the state of its last result, counted over the latest ones", () => {
  const now = Date.parse(at);
  const row = (minutesAgo: number, result: "ok" | "failed" | "pending") => ({
    ...({ name: "queue", at: new Date(now - minutesAgo * 60_000).toISOString(), result } as const),
    ...{ ms: result === "ok" ? 40 : null, error: result === "failed" ? "no answer" : null },
  });
  const queue = (rows: ReturnType<typeof row>[]) => checkStates(rows, now).find(({ name }) => name === "queue");
  expect(queue([row(0, "pending"), row(5, "ok"), row(10, "failed")])).toMatchObject({
    ...{ state: "ok", ms: 40, error: null, passed: 1, of: 2 },
  });
  expect(queue([row(3, "pending"), row(8, "ok")])).toMatchObject({ state: "failed", passed: 1, of: 2 });
  expect(queue([row(1, "failed")])).toMatchObject({ state: "failed", error: "no answer" });
  expect(queue([row(16, "ok")])).toMatchObject({ state: "late" });
  expect(queue([])).toMatchObject({ state: "never", at: null });
});
