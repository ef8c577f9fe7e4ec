import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { newAddress, newCustomer } from "#tests/support/customers";
import { nextYear } from "#tests/support/next-year";
import { shownPage } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addTechnician, addWorkOrder, type SeedRow, seedWorkOrders } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { PRIORITIES } from "~/domain/work-order-basics/priority";

const worker = await testWorker();

interface List {
  items: { number: number }[];
  nextCursor: string | null;
}

async function numbers(by: Visitor, query: string, limit = 3): Promise<number[]> {
  const found: number[] = [];
  let cursor = "";
  for (let pages = 0; pages < 50; pages++) {
    const { json } = await by.get<List>(`/api/work-orders?${query}&limit=${limit}${cursor}`);
    found.push(...json.items.map((one) => one.number));
    if (!json.nextCursor) return found;
    cursor = `&cursor=${encodeURIComponent(json.nextCursor)}`;
  }
  throw new Error("a list without an end");
}

test("a job is found by customer, phone, address, technician and number, and by their new values once they change", async () => {
  const { manager, orgId } = await worker.business();
  const customer = await newCustomer(manager, { firstName: "Olga", lastName: "Becker", phone: "(414) 555-1026" });
  const address = await newAddress(manager, customer.id, { line1: "2568 W Burleigh St", postalCode: "53210" });
  const mia = await addTechnician(worker, orgId, "Mia");
  const site = { customerId: customer.id, siteAddressId: address.id };
  await addWorkOrder(manager, site, { title: "Boiler leaking", technicianId: mia });
  await addWorkOrder(manager, await addCustomer(worker, orgId, "Ada Byron"), { title: "No heat" });
  const found = (search: string) => numbers(manager, `search=${encodeURIComponent(search)}`);
  for (const query of [
    "mia",
    "mia chen",
    "becker",
    "burleigh",
    "2568 w burl",
    "53210",
    "boiler olga mia",
    "wo-001",
    "1",
  ]) {
    expect(await found(query), query).toEqual([1]);
  }
  for (const phone of ["5551026", "414 555 1026", "+1 (414) 555-1026", "4145551026", "1026", "414555"]) {
    expect(await found(phone), phone).toEqual([1]);
  }
  expect(await found("nobody")).toEqual([]);
  // On its own a short number is a work order's; the other customer lives at number 12.
  expect(await found("12")).toEqual([]);
  expect(await found("12 oak")).toEqual([2]);

  await manager.patch(`/api/addresses/${address.id}`, { version: 1, line1: "9 Lake Dr" });
  await manager.patch(`/api/customers/${customer.id}`, { version: 1, phone: "414 555 7007" });
  await worker.db.prepare("UPDATE technicians SET first_name = 'Maria' WHERE id = ?").bind(mia).run();
  expect([await found("burleigh"), await found("5551026"), await found("mia")]).toEqual([[], [], []]);
  expect([await found("lake"), await found("5557007"), await found("maria")]).toEqual([[1], [1], [1]]);
  await manager.patch("/api/work-orders/1", { version: 1, technicianId: null });
  expect(await found("maria")).toEqual([]);
});

/** 60 jobs, an hour apart starting 30 hours ago, every third without a technician. */
async function spread() {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId);
  const states = ["scheduled", "completed", "on_hold", "unscheduled", "dispatched"] as const;
  const rows = Array.from({ length: 60 }, (_, index): SeedRow => {
    const status = states[index % 5] ?? "completed";
    return {
      ...{ id: randomUUID(), number: index + 1, title: "No heat", status },
      priority: PRIORITIES[(index * 7) % 4] ?? "normal",
      technicianId: index % 3 === 0 && status !== "dispatched" ? null : business.technicianId,
      start: status === "unscheduled" ? null : new Date(Date.now() + (index - 30) * 3_600_000).toISOString(),
    };
  });
  await seedWorkOrders(worker, business.orgId, site, rows);
  return { ...business, rows };
}

test("the list can be sorted oldest first, by urgency or by start, and is paged", async () => {
  const { manager, rows } = await spread();
  expect(await numbers(manager, "sort=oldest")).toEqual(rows.map((row) => row.number));
  const rank = (row: SeedRow) => PRIORITIES.indexOf(row.priority as (typeof PRIORITIES)[number]);
  const urgent = (some: SeedRow[]) => some.toSorted((a, b) => rank(b) - rank(a) || b.number - a.number);
  expect(await numbers(manager, "sort=priority")).toEqual(urgent(rows).map((row) => row.number));
  const open = rows.filter(({ status }) => status === "scheduled" || status === "on_hold");
  expect(await numbers(manager, "sort=priority&status=scheduled,on_hold")).toEqual(
    urgent(open).map((row) => row.number),
  );
  const first = await manager.get("/workorders?sort=priority");
  const href = /href="([^"]*cursor=[^"]*)"[^>]*rel="next"|rel="next"[^>]*href="([^"]*)"/.exec(first.text);
  const second = await manager.get((href?.[1] ?? href?.[2] ?? "").replaceAll("&amp;", "&"));
  const expected = urgent(rows).slice(25, 50);
  for (const row of expected) expect(second.text).toContain(`href="/workorders/${row.number}"`);
  const upcoming = await numbers(manager, "sort=start");
  expect(upcoming).toEqual(upcoming.toSorted((a, b) => a - b));
  expect(upcoming.at(-1)).toBe(60);
});

test.each(["search=heat", "search=ada&status=scheduled,on_hold,unscheduled", "sort=priority", "technicianId=none"])(
  "the job list filtered by '%s' pages back to the same rows",
  async (query) => {
    const business = await worker.business();
    const site = await addCustomer(worker, business.orgId, "Ada Byron");
    const statuses = ["unscheduled", "scheduled", "on_hold"] as const;
    const rows = Array.from({ length: 90 }, (_, at): SeedRow => {
      const status = statuses[at % 3] ?? "unscheduled";
      const number = at + 1;
      return {
        ...{ id: randomUUID(), number, title: `No heat ${number}`, status, technicianId: null },
        ...{ priority: PRIORITIES[at % PRIORITIES.length] ?? "normal" },
        start:
          status === "unscheduled"
            ? null
            : new Date(Date.parse(nextYear("2027-03-01T00:00:00Z")) + at * 3_600_000).toISOString(),
      };
    });
    await seedWorkOrders(worker, business.orgId, site, rows);
    const first = await shownPage(business.manager, `/workorders?${query}`);
    expect([first.rows.length, first.previous]).toEqual([25, undefined]);
    const second = await shownPage(business.manager, first.next ?? "");
    const third = await shownPage(business.manager, second.next ?? "");
    expect(new Set([first, second, third].flatMap(({ rows }) => rows)).size).toBe(75);
    const back = await shownPage(business.manager, third.previous ?? "");
    expect(back.rows).toEqual(second.rows);
    const start = await shownPage(business.manager, back.previous ?? "");
    expect([start.rows, start.previous]).toEqual([first.rows, undefined]);
  },
);

test("late jobs are those that should have started and have not, and the tabs count what they show", async () => {
  const { manager, rows } = await spread();
  const now = new Date().toISOString();
  const late = rows.filter(
    ({ status, start }) => (status === "scheduled" || status === "dispatched") && start !== null && start < now,
  );
  expect(late.length).toBeGreaterThan(3);
  expect(await numbers(manager, "late=true")).toEqual(late.map((row) => row.number));
  const waiting = rows.filter(
    (row) => row.technicianId === null && ["unscheduled", "scheduled", "on_hold"].includes(row.status),
  );
  expect(await numbers(manager, "technicianId=none&status=unscheduled,scheduled,on_hold")).toHaveLength(waiting.length);
  const { text } = await manager.get("/workorders");
  const tab = (label: string) => new RegExp(`>${label}<[^>]*>(?:<!-- -->)?([\\d+]+)<`).exec(text)?.[1];
  // The tab includes all of today, whatever the jobs' status.
  const today = /href="\/workorders\?([^"]*)"[^>]*>Today</.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(today).toMatch(/from=.*to=/);
  expect(tab("Today")).toBe(String((await numbers(manager, today)).length));
  expect([tab("Unassigned"), tab("Late"), tab("On hold"), tab("All")]).toEqual(
    [waiting.length, late.length, 12, 60].map(String),
  );
});

test("the rows read for the list and its tabs do not grow with the business", async () => {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId);
  const rows = Array.from(
    { length: 1500 },
    (_, index): SeedRow => ({
      ...{ id: randomUUID(), number: index + 1, title: "No heat", status: "scheduled", priority: "normal" },
      technicianId: index % 2 ? null : business.technicianId,
      start: new Date(Date.now() - index * 60_000).toISOString(),
    }),
  );
  await seedWorkOrders(worker, business.orgId, site, rows);
  for (const query of ["", "?late=true", "?sort=priority", "?sort=oldest", "?search=heat", "?technicianId=none"]) {
    const answer = await business.manager.get(`/workorders${query}`);
    expect(answer.text, query).toContain("99+");
    expect(databaseCosts(answer).read, query).toBeLessThan(1200);
  }
});
