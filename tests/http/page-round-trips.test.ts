import type { RouteConfigEntry } from "@remix-run/route-config";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedStockAndInvoices } from "#drizzle/seed/bulk-stock";
import { growDemo } from "#tests/support/grow";
import { date, now, people, unpaid, worker } from "#tests/support/screens/demo";
import { visits } from "#tests/support/screens/visits";
import { databaseCosts } from "#tests/support/visitor";
import routes from "~/routes";

// Every screen of app/routes.ts, opened by a user who may: the session is read, then the data, and nothing after that.
const isScreen = ({ file }: RouteConfigEntry) => file === "routes/shell/layout.tsx";
const screens = screensIn((await routes).filter(isScreen));

test("every screen is visited", () => {
  const built = screens.map(({ pattern }) => pattern);
  expect(Object.keys(visits).sort()).toEqual([...new Set(built)].sort());
});

/** Rows each page read with the plain demo. */
const rowsRead = new Map<string, number>();
/** Screens with a form inside another one, which HTML drops: React then draws the page again. */
const nested: string[] = [];

describe("at most two sequential database round trips", () => {
  test.each(Object.entries(visits))("%s", async (pattern, { who, params = {}, query = "", status = 200 }) => {
    const answer = await people[who].get(`${addressOf(pattern, params)}${query}`);
    expect(answer.status).toBe(status);
    const { rounds, read } = databaseCosts(answer);
    expect(rounds).toBeLessThanOrEqual(2);
    rowsRead.set(pattern, read);
    if (hasNestedForms(answer.text)) nested.push(pattern);
  });
});

test("the export of transactions takes at most two sequential database round trips", async () => {
  const answer = await people.household.get("/finances/transactions/export");
  expect(answer.status).toBe(200);
  expect(databaseCosts(answer).rounds).toBeLessThanOrEqual(2);
});

test("no screen has a form inside another form", () => {
  expect(nested).toEqual([]);
});

test("the page of a closed job with nine tasks reads at most 100 rows", async () => {
  const workOrder =
    "SELECT number FROM work_orders WHERE title LIKE 'Annual rooftop%' AND status = 'closed' ORDER BY number LIMIT 1";
  const answer = await people.admin.get(`/workorders/${await worker.db.prepare(workOrder).first<number>("number")}`);
  expect(answer.status).toBe(200);
  expect(databaseCosts(answer).read).toBeLessThanOrEqual(100);
});

// Which jobs the demo has, and how far along they are, depends on the time: the most was 123, over ten times of four days.
test("the page of any kind of job, in any status, reads at most 130 rows", async () => {
  const { results } = await worker.db
    .prepare("SELECT max(number) number, title, status FROM work_orders GROUP BY org_id, title, status")
    .all<{ number: number; title: string; status: string }>();
  const read: { rows: number; title: string; status: string }[] = [];
  for (const { number, ...kind } of results) {
    const answer = await people.admin.get(`/workorders/${number}`);
    // Other statuses are jobs of another business.
    if (answer.status === 200) read.push({ rows: databaseCosts(answer).read, ...kind });
  }
  expect(read.length).toBeGreaterThan(40);
  expect(read.filter(({ rows }) => !(rows <= 130))).toEqual([]);
});

/** Pages with figures about all rows of a period or a state; each has its own limit. */
const aboutMany = [/^\/equipment\/(health|due)$/, /^\/finances\/(dashboard|calendar)/];

/** Pages that write before they read: to record a viewed gate code, or to count an expensive read against its limit. */
const twoDeep = new Set([
  "/workorders/scheduler/:date?/reassign/:technicianId",
  "/technician/jobs/:id",
  "/properties/:id/access",
]);

// For a returning browser the session is read in parallel with the data. Matches of a row and a bill span a month and also read
// the adjacent days; the stock of a past day fills a page that the demo's items leave one third empty.
describe("with 10,000 more orders and transactions and 2,000 more items and invoices, pages read no more rows, most in one round trip", () => {
  beforeAll(async () => {
    await growDemo(worker.db, { count: 10_000, now });
    await seedStockAndInvoices(worker.db, { count: 2000, now });
  });

  // A session's use is recorded once in five minutes, after the page.
  beforeEach(async () => {
    await worker.db.prepare("UPDATE sessions SET last_seen_at = ?").bind(new Date().toISOString()).run();
  });

  const held = Object.entries(visits).filter(([pattern]) => aboutMany.every((many) => !many.test(pattern)));
  test.each(held)("%s", async (pattern, { who, params = {}, query = "" }) => {
    const answer = await people[who].get(`${addressOf(pattern, params)}${query}`);
    const depth = twoDeep.has(pattern) ? 2 : 1;
    expect(databaseCosts(answer).rounds).toBeLessThanOrEqual(depth);
    // Tabs count to a hundred, and a month has more rows; a full table scan would read thousands more.
    const spans = /\/(match|planned)\/|^\/inventory\/stock$/.test(pattern) ? 2 : 1;
    expect(databaseCosts(answer).read).toBeLessThan((rowsRead.get(pattern) ?? 0) * 1.1 + 600 * spans);
  });

  test("payments, refunds and credits read only the rows of their own invoice", async () => {
    const send = async (path: string, sent: object) => {
      const answer = await people.admin.post<{ paymentId: string }>(path, sent);
      expect([path, answer.status, answer.text.slice(0, 200)]).toEqual([path, 201, answer.text.slice(0, 200)]);
      expect(databaseCosts(answer).read).toBeLessThan(600);
      return answer.json;
    };
    const version = async () => (await people.admin.get<{ version: number }>(invoice)).json.version;
    const invoice = `/api/invoices/${unpaid.id}`;
    const money = { amount: 1, method: "check" };
    const payment = { ...money, version: await version(), receivedOn: date };
    const { paymentId } = await send(`${invoice}/payments`, payment);
    await send(`/api/payments/${paymentId}/refunds`, { ...money, refundedOn: date, reason: "Too much" });
    const credit = { version: await version(), reason: "Goodwill", lines: [{ position: 1, amount: 1 }] };
    await send(`${invoice}/credit`, credit);
  });
});

function hasNestedForms(html: string): boolean {
  const forms = html.replace(/<script\b.*?<\/script>/gs, "").match(/<\/?form\b/g) ?? [];
  return forms.some((tag, at) => tag === forms[at + 1] && tag === "<form");
}

function screensIn(entries: readonly RouteConfigEntry[], parent = ""): { pattern: string; file: string }[] {
  return entries.flatMap(({ path = "", index, file, children = [] }) => {
    const pattern = [parent, path].filter(Boolean).join("/");
    const own = path !== "" || index ? [{ pattern: `/${pattern}`, file }] : [];
    return [...own, ...screensIn(children, pattern)];
  });
}

function addressOf(pattern: string, params: Record<string, string>): string {
  const filled = pattern.replace(/:(\w+)\??/g, (parameter, name) => params[name] ?? parameter);
  return filled.replace("*", "no-such-page");
}
