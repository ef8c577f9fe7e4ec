import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pageText } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import {
  addCustomer,
  addTechnician,
  addWorkOrder,
  type SeedRow,
  seedWorkOrders,
  type WorkOrderJson,
} from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { PRIORITIES } from "~/domain/work-order-basics/priority";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";

const worker = await testWorker();

interface List {
  items: WorkOrderJson[];
  nextCursor: string | null;
  total: number | null;
}

/** A business with `count` work orders in all statuses, two technicians and four kinds of titles. */
async function filled(count: number) {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId, "Ada Byron");
  const mia = await addTechnician(worker, business.orgId);
  const titles = ["No heat", "Furnace tune-up", "Thermostat", "Duct cleaning"];
  const settled = ["unscheduled", "scheduled", "dispatched", "on_hold", "completed", "closed", "cancelled"] as const;
  const rows = Array.from({ length: count }, (_, index): SeedRow => {
    const status = settled[index % settled.length] ?? "closed";
    return {
      id: randomUUID(),
      number: index + 1,
      title: titles[index % 4] ?? "",
      status,
      priority: PRIORITIES[Math.floor(index / 2) % 4] ?? "normal",
      technicianId: [business.technicianId, mia, null][index % 3] ?? null,
      start:
        status === "unscheduled"
          ? null
          : new Date(Date.parse("2026-01-01T14:00:00Z") + index * 7_200_000).toISOString(),
    };
  });
  await seedWorkOrders(worker, business.orgId, site, rows);
  return { ...business, site, mia, rows };
}

async function all(by: Visitor, query: string): Promise<number[]> {
  const numbers: number[] = [];
  let cursor = "";
  for (let pages = 0; pages < 100; pages++) {
    const { json } = await by.get<List>(`/api/work-orders?${query}&limit=10${cursor}`);
    numbers.push(...json.items.map((one) => one.number));
    if (!json.nextCursor) return numbers;
    cursor = `&cursor=${encodeURIComponent(json.nextCursor)}`;
  }
  throw new Error("a list without an end");
}

const small = await filled(600);
type RowFilter = (row: SeedRow) => boolean;

const filters: [string, RowFilter][] = [
  ["", () => true],
  ["status=scheduled", (row) => row.status === "scheduled"],
  ["status=scheduled,on_hold,closed", (row) => ["scheduled", "on_hold", "closed"].includes(row.status)],
  ["status=scheduled&status=closed", (row) => ["scheduled", "closed"].includes(row.status)],
  ["priority=emergency", (row) => row.priority === "emergency"],
  ["priority=low,high&status=completed", (row) => ["low", "high"].includes(row.priority) && row.status === "completed"],
  [`technicianId=${small.mia}`, (row) => row.technicianId === small.mia],
  ["technicianId=none", (row) => row.technicianId === null],
  [
    `technicianId=${small.mia}&status=closed&priority=low`,
    (row) => row.technicianId === small.mia && row.status === "closed" && row.priority === "low",
  ],
  [`customerId=${small.site.customerId}`, () => true],
  [`customerId=${small.site.customerId}&status=on_hold`, (row) => row.status === "on_hold"],
  [`customerId=${randomUUID()}`, () => false],
  ["search=furn", (row) => row.title.startsWith("Furnace")],
  ["search=ada%20duct", (row) => row.title.startsWith("Duct")],
  ["search=WO-012", (row) => row.number === 12],
  ["search=heat&status=closed", (row) => row.title === "No heat" && row.status === "closed"],
  ["search=%22%27%20NEAR%20*", () => false],
];

test.each(filters)(
  "the list filtered by '%s' contains exactly the matching work orders, newest first, page by page",
  async (query, matching) => {
    const expected = small.rows.filter(matching).map((row) => row.number);
    expect(await all(small.manager, query)).toEqual(expected.toReversed());
  },
);

test("days are in the business's time zone and sorted by start", async () => {
  // 2026-01-05 in Chicago is 06:00 UTC of that day to 06:00 UTC of the next.
  const matching = small.rows.filter(
    (row) => row.start !== null && row.start >= "2026-01-05T06:00" && row.start < "2026-01-06T06:00",
  );
  expect(await all(small.manager, "from=2026-01-05&to=2026-01-05")).toEqual(matching.map((row) => row.number));
  const held = matching.filter((row) => row.status === "on_hold").map((row) => row.number);
  expect(await all(small.manager, "from=2026-01-05&to=2026-01-05&status=on_hold")).toEqual(held);
});

test("totals come from counters and are null where no counter fits", async () => {
  const total = async (query: string) => (await small.manager.get<List>(`/api/work-orders?${query}`)).json.total;
  expect(await total("")).toBe(600);
  expect(await total("status=scheduled,closed")).toBe(
    small.rows.filter((row) => ["scheduled", "closed"].includes(row.status)).length,
  );
  expect(await total(`technicianId=${small.mia}`)).toBe(200);
  expect(await total("priority=low")).toBeNull();
  expect(await total("search=heat")).toBeNull();
});

test("filtered by customer, the screen names the customer even if nothing matches", async () => {
  const business = await worker.business();
  const { customerId } = await addCustomer(worker, business.orgId, "Ada Byron");
  const { text } = await business.manager.get(`/workorders?customerId=${customerId}&status=closed`);
  expect(text).toContain('aria-label="Clear filter Ada Byron"');
  const foreign = await worker.business();
  const theirs = await foreign.manager.get(`/workorders?customerId=${customerId}`);
  expect(theirs.text).toContain('aria-label="Clear filter A customer"');
  expect(theirs.text).not.toContain("Ada Byron");
});

test("existing work orders are found by their customer's new name", async () => {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId, "Old Name");
  await addWorkOrder(business.manager, site);
  await worker.db.prepare("UPDATE customers SET name = 'Grace Hopper' WHERE org_id = ?").bind(business.orgId).run();
  expect(await all(business.manager, "search=grace")).toEqual([1]);
  expect(await all(business.manager, "search=old")).toEqual([]);
});

interface Column {
  status: string;
  items: WorkOrderJson[];
  nextCursor: string | null;
  total: number;
}

async function column(status: string): Promise<number[]> {
  const numbers: number[] = [];
  let cursor = "";
  for (let pages = 0; pages < 20; pages++) {
    const path = `/api/work-orders/board?status=${status}${cursor}`;
    const { columns } = (await small.manager.get<{ columns: Column[] }>(path)).json;
    numbers.push(...(columns[0]?.items ?? []).map((one) => one.number));
    if (!columns[0]?.nextCursor) return numbers;
    cursor = `&cursor=${encodeURIComponent(columns[0].nextCursor)}`;
  }
  throw new Error("a column without an end");
}

test("the board has nine columns with their counts, 25 cards each", async () => {
  const { columns } = (await small.manager.get<{ columns: Column[] }>("/api/work-orders/board")).json;
  expect(columns.map((one) => one.status)).toEqual([...WORK_ORDER_STATUSES]);
  for (const one of columns) {
    const count = small.rows.filter((row) => row.status === one.status).length;
    expect([one.total, one.items.length]).toEqual([count, Math.min(count, 25)]);
  }
});

test("an open column is sorted by urgency, a closed one newest first", async () => {
  const inState = (status: string) => small.rows.filter((row) => row.status === status).toReversed();
  const byUrgency = PRIORITIES.toReversed().flatMap((priority) =>
    inState("on_hold").filter((row) => row.priority === priority),
  );
  expect(await column("on_hold")).toEqual(byUrgency.map((row) => row.number));
  expect(await column("closed")).toEqual(inState("closed").map((row) => row.number));
});

const large = await filled(20_000);
const costly: [string, (of: typeof small) => string, number][] = [
  ["the list", () => "/api/work-orders", 150],
  ["one state", () => "/api/work-orders?status=scheduled", 150],
  ["six states", () => `/api/work-orders?status=${WORK_ORDER_STATUSES.slice(0, 6).join()}`, 150],
  ["a priority", () => "/api/work-orders?priority=high", 150],
  ["a technician", (of) => `/api/work-orders?technicianId=${of.mia}`, 150],
  [
    "a technician's open jobs",
    (of) => `/api/work-orders?technicianId=${of.mia}&status=scheduled,dispatched,on_hold`,
    150,
  ],
  ["a customer", (of) => `/api/work-orders?customerId=${of.site.customerId}`, 150],
  ["a text", () => "/api/work-orders?search=furn", 150],
  ["a week", () => "/api/work-orders?from=2026-01-05&to=2026-01-11", 150],
  ["a text in a state", () => "/api/work-orders?search=furnace&status=on_hold", 450],
  ["the board", () => "/api/work-orders/board", 800],
  ["more of a column", () => "/api/work-orders/board?status=closed", 150],
  ["a detail by number", () => "/api/work-orders/200", 60],
  ["a detail by id", (of) => `/api/work-orders/${of.rows[200]?.id}`, 60],
  ["a timeline", () => "/api/work-orders/200/status-history", 60],
];

test.each(costly)(
  "%s reads as many rows with 20,000 work orders as with 600, in two round trips",
  async (_, path, most) => {
    const cost = async (of: typeof small) => databaseCosts(await of.manager.get(path(of)));
    const [few, many] = [await cost(small), await cost(large)];
    expect(many.calls).toBe(2);
    expect(many.read).toBeLessThanOrEqual(most);
    expect(many.read).toBeLessThanOrEqual(few.read * 1.1);
    expect(few.read, "whatever the other businesses have").toBeLessThanOrEqual(many.read * 1.1);
  },
);

test("an empty page of a filtered list says which jobs were searched and which were not", async () => {
  const { manager, orgId } = await worker.business();
  const site = await addCustomer(worker, orgId);
  const start = Date.parse("2026-03-02T15:00:00Z");
  const row = { title: "No heat", status: "scheduled", priority: "normal", technicianId: null } as const;
  const rows = Array.from({ length: 101 }, (_, at) => ({
    ...{ ...row, id: randomUUID(), number: at + 1, start: new Date(start + at * 3_600_000).toISOString() },
  }));
  await seedWorkOrders(worker, orgId, site, rows);
  const shown = async (query: string) => pageText((await manager.get(`/workorders?priority=low&${query}`)).text);
  const ofDays = await shown("from=2026-03-01&to=2026-03-31");
  for (const text of ["No matches in the first 100 jobs", "Later jobs may match.", "Search later jobs"])
    expect(ofDays).toContain(text);
  const found = await shown("search=heat");
  for (const text of ["No matches in the latest 100 jobs", "Older jobs may match.", "Search older jobs"])
    expect(found).toContain(text);
});

test("a cursor that the priority filter leaves nothing beyond returns an empty page", async () => {
  const { manager } = await filled(12);
  const first = (await manager.get<List>("/api/work-orders?sort=priority&limit=8")).json;
  const query = `sort=priority&priority=emergency&cursor=${encodeURIComponent(first.nextCursor ?? "")}`;
  const { status, json } = await manager.get<List>(`/api/work-orders?${query}`);
  expect([status, json.items]).toEqual([200, []]);
});
