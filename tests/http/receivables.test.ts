import Papa from "papaparse";
import { expect, test } from "vitest";
import { textOfPdf } from "#tests/support/pdf-text";
import { agingBucket, ledgerOf } from "#tests/support/receivables";
import { liveThrough } from "#tests/support/receivables-history";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { AGING_BUCKETS } from "~/domain/invoices/invoice";
import { addDays, daysBetween } from "~/domain/shared/time/dates";

const worker = await testWorker();

interface OwedJson {
  current: number;
  days1To30: number;
  days31To60: number;
  days61To90: number;
  over90: number;
  credit: number;
  total: number;
}
interface AgingJson {
  asOf: string;
  items: (OwedJson & { customerId: string; customerNumber: number; customerName: string })[];
  totals: OwedJson;
  nextCursor: string | null;
  total: number;
}

interface StatementJson {
  from: string;
  to: string;
  opening: number;
  entries: { type: string; id: string; on: string; change: number; balance: number }[];
  balance: number;
  owed: number;
  credit: number;
}

const columns = ["current", "days1To30", "days31To60", "days61To90", "over90", "credit", "total"] as const;
const at = (query: Record<string, string> = {}) => `/api/invoices/aging/customers?${new URLSearchParams(query)}`;
const cents = (amount: number) => Math.round(amount * 100);

test("each customer's balance on any day matches their history, and the totals are the sum of the rows", async () => {
  const shop = await office(worker);
  const names = ["Ada Byron", "ann Zuse", "Bea Hopper"];
  const customers: string[] = [];
  for (const name of names) customers.push((await addCustomer(worker, shop.orgId, name)).customerId);
  const firstDay = "2026-01-20";
  const ledger = ledgerOf(worker, shop.orgId);
  const { moved, dueOn } = await liveThrough(ledger, { customers, firstDay, days: 150, seed: 11 });

  for (const asOf of [3, 20, 44, 47, 75, 100, 130, 149, 200].map((days) => addDays(firstDay, days))) {
    const { json, status } = await shop.manager.get<AgingJson>(at({ asOf }));
    expect([asOf, status, json.asOf]).toEqual([asOf, 200, asOf]);
    const expected = customers.flatMap((customerId) => {
      const mine = moved.filter((each) => each.customerId === customerId && each.day <= asOf);
      const sums = [...new Set(mine.map(({ invoiceId }) => invoiceId))].map((invoiceId) => ({
        invoiceId,
        minor: mine.reduce((sum, each) => (each.invoiceId === invoiceId ? sum + each.minor : sum), 0),
      }));
      const owed = AGING_BUCKETS.map((bucket) =>
        sums.reduce(
          (sum, { invoiceId, minor }) =>
            invoiceId && agingBucket(daysBetween(dueOn.get(invoiceId) ?? "", asOf)) === bucket ? sum + minor : sum,
          0,
        ),
      );
      const credit = sums.find(({ invoiceId }) => invoiceId === null)?.minor ?? 0;
      const total = owed.reduce((sum, minor) => sum + minor, 0) - credit;
      return sums.some(({ minor }) => minor !== 0) ? [[customerId, ...owed, credit, total]] : [];
    });
    const shown = json.items.map((row) => [row.customerId, ...columns.map((column) => cents(row[column]))]);
    expect([asOf, shown]).toEqual([asOf, expected]);
    for (const row of json.items) {
      const stated = await shop.manager.get<StatementJson>(`/api/customers/${row.customerId}/statement?to=${asOf}`);
      expect([asOf, cents(stated.json.balance)]).toEqual([asOf, cents(row.total)]);
    }
    for (const column of columns)
      expect(cents(json.totals[column])).toBe(json.items.reduce((sum, row) => sum + cents(row[column]), 0));
    expect(json.total).toBe(json.items.length);
  }
});

test("the report can be searched, sorted and paged by key, and its export contains every row", async () => {
  const shop = await office(worker);
  const ledger = ledgerOf(worker, shop.orgId);
  const today = new Date().toISOString().slice(0, 10);
  for (let n = 0; n < 7; n++) {
    const { customerId } = await addCustomer(worker, shop.orgId, `${n % 2 ? "=Odd" : "Even"} Customer${n}`);
    await ledger.invoice(customerId, addDays(today, -20 * n), { totalMinor: 1000 + (n % 3) });
  }
  for (const [sortBy, sortOrder] of [
    ["name", "asc"],
    ["total", "desc"],
    ["over_90", "asc"],
  ] as const) {
    const seen: string[] = [];
    let sums = 0;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: Record<string, string> = { sortBy, sortOrder, limit: "2", ...(cursor ? { cursor } : {}) };
      const { json }: { json: AgingJson } = await shop.manager.get<AgingJson>(at(query));
      seen.push(...json.items.map(({ customerId }) => customerId));
      sums += json.items.reduce((sum, { total }) => sum + cents(total), 0);
      expect(cents(json.totals.total)).toBe(7006);
      cursor = json.nextCursor;
    }
    expect([sortBy, new Set(seen).size, seen.length, sums]).toEqual([sortBy, 7, 7, 7006]);
  }
  const found = await shop.manager.get<AgingJson>(at({ search: "even" }));
  expect([found.json.total, cents(found.json.totals.total)]).toEqual([4, 4003]);
  const number = String(found.json.items[0]?.customerNumber);
  expect(
    (await shop.manager.get<AgingJson>(at({ search: number }))).json.items.map((row) => String(row.customerNumber)),
  ).toContain(number);
  const file = await shop.manager.get(`/api/invoices/aging/export`);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const rows = Papa.parse<Record<string, string>>(file.text, { header: true, skipEmptyLines: true }).data;
  expect(rows.reduce((sum, row) => sum + cents(Number(row.Total)), 0)).toBe(7006);
  expect(rows.map((row) => row.Customer).filter((name) => name?.startsWith("'="))).toHaveLength(3);
  expect((await shop.manager.get(at({ sortBy: "weight" }))).status).toBe(400);
  expect((await shop.manager.get(at({ asOf: "2026-02-30" }))).status).toBe(400);
});

test("another business's balances are not visible, and a Technician has no access", async () => {
  const [shop, other] = [await office(worker), await office(worker)];
  await ledgerOf(worker, shop.orgId).invoice(shop.site.customerId, "2026-01-01", { totalMinor: 500 });
  for (const asOf of ["2026-01-31", "2030-01-01"]) {
    expect((await other.manager.get<AgingJson>(at({ asOf }))).json).toMatchObject({ items: [], total: 0 });
    expect((await shop.technician.get(at({ asOf }))).status).toBe(403);
  }
  expect((await shop.technician.get("/invoices-v2/aging")).status).toBe(403);
});

test("paid invoices do not increase the rows read", async () => {
  const shop = await office(worker);
  const ledger = ledgerOf(worker, shop.orgId);
  const { customerId } = shop.site;
  const pay = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const id = await ledger.invoice(customerId, "2026-01-05", { totalMinor: 700 });
      await ledger.payment({ customerId, day: "2026-01-06", amountMinor: 700, onto: [[id, 700]] });
    }
  };
  await ledger.invoice(customerId, "2026-01-05", { totalMinor: 900 });
  await pay(1);
  const read = async (asOf: string) => {
    const costs = databaseCosts(await shop.manager.get(`/invoices-v2/aging?asOf=${asOf}`));
    expect(costs.rounds).toBeLessThanOrEqual(2);
    return costs.read;
  };
  const days = ["2026-02-01", new Date().toISOString().slice(0, 10)];
  const before = await Promise.all(days.map(read));
  await pay(25);
  expect(await Promise.all(days.map(read))).toEqual(before);
});

test("a statement's balances match the customer's history for any range of days", async () => {
  const shop = await office(worker);
  const { customerId } = shop.site;
  const firstDay = "2026-02-10";
  const ledger = ledgerOf(worker, shop.orgId);
  const { moved } = await liveThrough(ledger, { customers: [customerId], firstDay, days: 70, seed: 5 });
  const until = (day: string) => moved.reduce((sum, each) => (each.day <= day ? sum + change(each) : sum), 0);
  const read = async (days: Record<string, string>) =>
    (await shop.manager.get<StatementJson>(`/api/customers/${customerId}/statement?${new URLSearchParams(days)}`)).json;

  for (const [begins, ends] of [
    [0, 69],
    [10, 10],
    [12, 33],
    [40, 41],
    [60, 300],
  ] as const) {
    const [from, to] = [addDays(firstDay, begins), addDays(firstDay, ends)];
    const stated = await read({ from, to });
    expect([stated.from, stated.to]).toEqual([from, to]);
    expect(cents(stated.opening)).toBe(until(addDays(from, -1)));
    expect(cents(stated.balance)).toBe(until(to));
    let balance = cents(stated.opening);
    let day = from;
    for (const entry of stated.entries) {
      balance += cents(entry.change);
      expect([cents(entry.balance), entry.on >= day, entry.on <= to]).toEqual([balance, true, true]);
      day = entry.on;
      const isLastOfDay = stated.entries.findLast(({ on }) => on === entry.on) === entry;
      if (isLastOfDay) expect([entry.on, balance]).toEqual([entry.on, until(entry.on)]);
    }
    expect(balance).toBe(cents(stated.balance));
    expect(cents(stated.owed) - cents(stated.credit)).toBe(until("2100-01-01"));
  }
  const whole = await read({ from: "2000-01-01", to: "2100-12-31" });
  expect(cents(whole.opening)).toBe(0);
  expect(whole.entries.length).toBeGreaterThan(20);
});

/** The part of an entry on an invoice or credit that changes the customer's balance. */
const change = ({ invoiceId, minor }: { invoiceId: string | null; minor: number }) =>
  invoiceId === null ? -minor : minor;

test("a statement is emailed with its PDF, prints the same bytes again and is private to its business", async () => {
  const [shop, other] = [await office(worker), await office(worker)];
  const { customerId } = shop.site;
  await ledgerOf(worker, shop.orgId).invoice(customerId, "2026-03-01", { totalMinor: 12_345 });
  const days = "from=2026-01-01&to=2026-06-30";
  const at = (path = "") => `/api/customers/${customerId}/statement${path}?${days}`;
  const pdf = async () =>
    new Uint8Array(
      await (
        await fetch(new URL(at("/pdf"), worker.url), { headers: { cookie: cookieOf(shop.manager) } })
      ).arrayBuffer(),
    );
  const [one, two] = [await pdf(), await pdf()];
  expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
  const text = (await textOfPdf(one)).flat().join(" ").replaceAll(/\s+/g, " ");
  for (const words of ["Statement", "Opening balance", "INV-0001", "$123.45", "Closing balance"])
    expect(text).toContain(words);

  const to = `${customerId}@example.com`;
  const mail = { to, subject: "Your statement", message: "Hello" };
  expect((await shop.manager.post(at("/send"), mail)).status).toBe(201);
  const box = async () =>
    (await worker.visitor().get<{ items: Mail[] }>("/dev/mailbox.json")).json.items.find((each) => each.to === to);
  await expect
    .poll(box)
    .toMatchObject({ subject: "Your statement", attachments: [{ contentType: "application/pdf" }] });
  const { results } = await worker.db
    .prepare("SELECT * FROM statement_mails WHERE customer_id = ?")
    .bind(customerId)
    .all();
  expect(results).toMatchObject([{ from_on: "2026-01-01", to_on: "2026-06-30", closing_minor: 12_345, recipient: to }]);
  for (const forged of [
    "UPDATE statement_mails SET recipient = 'x@y.z' WHERE customer_id = ?",
    "DELETE FROM statement_mails WHERE customer_id = ?",
  ])
    await expect(worker.db.prepare(forged).bind(customerId).run()).rejects.toThrow(/append_only/);

  for (const path of ["", "/pdf"]) {
    expect((await other.manager.get(at(path))).status).toBe(404);
    expect((await shop.technician.get(at(path))).status).toBe(403);
  }
  expect((await other.manager.post(at("/send"), mail)).status).toBe(404);
  expect((await shop.technician.post(at("/send"), mail)).status).toBe(403);
  expect((await shop.manager.post(at("/send"), { ...mail, to: "nobody" })).status).toBe(400);
  const screen = `/customers/${customerId}/statement`;
  expect((await shop.manager.get(`${screen}?${days}`)).text).toContain("$123.45");
  expect((await other.manager.get(screen)).status).toBe(404);
  expect((await shop.manager.submit(`${screen}/send?${days}`, mail)).status).toBe(302);
  expect((await shop.technician.submit(`${screen}/send?${days}`, mail)).status).toBe(403);
});

interface Mail {
  to: string;
  subject: string;
  attachments: { fileName: string; contentType: string }[];
}

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
