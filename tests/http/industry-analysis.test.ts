import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { businessToday } from "#tests/support/clock";
import { pageText } from "#tests/support/page-text";
import { ledgerOf } from "#tests/support/receivables";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer, type Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { OWN_WORK_RULES } from "~/domain/industries/own-work";
import { firstDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/time/dates";

const worker = await testWorker();
const path = "/api/open-ai/analyze-industries";

interface Work {
  code: string;
  jobs: number;
  customers: number;
  revenue: number;
}
interface AnalysisJson {
  by: string;
  industries: {
    code: string;
    establishments: { value: number; source: string; sure: string } | null;
    annualPay: { value: number; source: string } | null;
    months: { month: string }[];
    monthsCount: string;
    monthsSource: string | null;
    own: { jobs: number; revenue: number; serviceTypes: string[] };
  }[];
  own: {
    jobs: number;
    revenue: number;
    customers: number;
    technicians: number;
    months: { month: string; jobs: number; revenue: number }[];
    byCustomerType: { type: string; customers: number; jobs: number; revenue: number }[];
    byIndustry: Work[];
  };
  findings: string[];
  sources: { id: string; urls: string[] }[];
}

const thisMonth = monthKey(businessToday());
const lastMonth = shiftMonth(thisMonth, -1);
/** Noon of the 15th: the same month in every zone. */
const inMonth = (month: string) => `${month}-15T12:00:00.000Z`;

/** A business whose tables are filled directly, since only reading is tested. */
async function shop() {
  const business = await worker.business();
  const { orgId } = business;
  const site = await addCustomer(worker, orgId);
  const types = new Map<string, string>();
  let number = 0;
  return {
    ...business,
    ...site,
    async serviceType(name: string): Promise<string> {
      const known = types.get(name);
      if (known) return known;
      const id = randomUUID();
      const now = new Date().toISOString();
      await worker.db
        .prepare(
          "INSERT INTO service_types (org_id, id, name, category, duration_minutes, created_at, updated_at) VALUES (?1, ?2, ?3, 'repair', 60, ?4, ?4)",
        )
        .bind(orgId, id, name, now)
        .run();
      types.set(name, id);
      return id;
    },
    async workOrder(service: string | null, completedAt: string | null, at = site): Promise<string> {
      const id = randomUUID();
      const serviceTypeId = service === null ? null : await this.serviceType(service);
      await worker.db
        .prepare(
          `INSERT INTO work_orders (org_id, id, number, title, status, priority, customer_id, site_address_id, service_type_id, duration_minutes, created_at, updated_at, completed_at)
           VALUES (?1, ?2, ?3, 'Job', ?4, 'normal', ?5, ?6, ?7, 60, ?8, ?8, ?9)`,
        )
        .bind(
          ...[orgId, id, ++number + 1000, completedAt === null ? "unscheduled" : "completed"],
          ...[at.customerId, at.siteAddressId, serviceTypeId, inMonth(lastMonth), completedAt],
        )
        .run();
      return id;
    },
  };
}

test("the business's own year is counted by month, customer type and industry of its service types", async () => {
  const mine = await shop();
  const other = await addCustomer(worker, mine.orgId, "Grace Hopper");
  const year = shiftMonth(thisMonth, -11);
  await mine.workOrder("Furnace tune-up", inMonth(lastMonth));
  await mine.workOrder("Walk-in cooler repair", inMonth(lastMonth));
  await mine.workOrder("Walk-in cooler repair", inMonth(year), other);
  await mine.workOrder(null, inMonth(year));
  // Outside the twelve months, and not completed.
  await mine.workOrder("Furnace tune-up", inMonth(shiftMonth(thisMonth, -12)));
  await mine.workOrder("Furnace tune-up", null);
  const ledger = ledgerOf(worker, mine.orgId);
  const invoice = await ledger.invoice(mine.customerId, firstDayOfMonth(lastMonth), { totalMinor: 50_000 });
  const { customerId } = mine;
  const credited = { customerId, invoiceId: invoice, day: firstDayOfMonth(lastMonth), amountMinor: 12_500 };
  await ledger.credit({ ...credited, free: [], voids: false });
  await ledger.invoice(mine.customerId, firstDayOfMonth(thisMonth), { totalMinor: 10_000 });
  await ledger.invoice(mine.customerId, firstDayOfMonth(shiftMonth(thisMonth, -12)), { totalMinor: 99_900 });

  const { status, json } = await mine.manager.post<AnalysisJson>(path, { industries: ["238220", "811310"] });
  expect(status).toBe(200);
  expect(json.by).toBe("computed");
  expect(json.own).toMatchObject({ jobs: 4, revenue: 475, customers: 2 });
  expect(json.own.months).toHaveLength(12);
  expect(json.own.months[0]).toEqual({ month: year, jobs: 2, revenue: 0 });
  expect(json.own.months.slice(-2)).toEqual([
    { month: lastMonth, jobs: 2, revenue: 375 },
    { month: thisMonth, jobs: 0, revenue: 100 },
  ]);
  expect(json.own.byIndustry.find(({ code }) => code === "811310")).toEqual({
    ...{ code: "811310", jobs: 2, customers: 2, revenue: 0 },
  });
  expect(json.own.byCustomerType[0]).toEqual({ type: "residential", customers: 2, jobs: 4, revenue: 475 });
  expect(json.industries[1]?.own).toMatchObject({ jobs: 2, serviceTypes: ["Walk-in cooler repair"] });
  expect(json.findings.some((text) => text.startsWith("50% of your jobs"))).toBe(true);
});

test("the database assigns industries by the same rules as the code, for each keyword", async () => {
  const mine = await shop();
  for (const { words } of OWN_WORK_RULES) {
    for (const word of words) await mine.workOrder(`New ${word.toUpperCase()} job`, inMonth(lastMonth));
  }
  const { json } = await mine.manager.post<AnalysisJson>(path, { industries: ["23"] });
  expect(json.own.byIndustry.map(({ code, jobs }) => [code, jobs]).sort()).toEqual(
    OWN_WORK_RULES.map(({ code, words }) => [code, words.length]).sort(),
  );
});

test("each figure names its source, and an unpublished one is null", async () => {
  const { manager } = await worker.business();
  const { json } = await manager.post<AnalysisJson>(path, { industries: ["238220", "561790"] });
  expect(json.industries[0]?.establishments).toEqual({
    ...{ value: 121_340, source: "qcew2024q1", sure: "republished", of: null },
  });
  expect(json.industries[1]?.annualPay).toBeNull();
  for (const { months, monthsCount, monthsSource } of json.industries)
    expect([months.length, monthsCount, monthsSource]).toEqual([12, "employees", "qcew2016"]);
  expect(json.sources.map(({ id }) => id)).toEqual(["qcew2024q1", "qcew2024", "qcew2016"]);
  expect(json.sources[0]?.urls[0]).toContain("https://");
  const list = await manager.get<{ items: { code: string }[]; total: number }>("/api/industries");
  expect(list.json.total).toBe(list.json.items.length);
  expect(list.json.items[0]?.code).toBe("238220");
});

test.each([
  [{ industries: [] }, "industries", "Choose at least one industry"],
  [{ industries: Array(200).fill("238220") }, "industries", "Compare up to 5 industries at a time"],
  [{ industries: ["238220", "Florists"] }, "industries.1", "Unknown industry “Florists”"],
  [{ industries: "238220" }, "industries", "Name the industries to analyze as a list"],
  [{}, "industries", "Name the industries to analyze as a list"],
  [{ industries: [7] }, "industries.0", "Name each industry by its NAICS code or name"],
  [{ industries: ["a".repeat(201)] }, "industries.0", "That name is too long"],
  [{ industries: ["constructor"] }, "industries.0", "Unknown industry “constructor”"],
])("%j is rejected with a field error", async (body, field, message) => {
  const { manager } = await worker.business();
  const { status, json } = await manager.post<Refusal>(path, body);
  expect(status).toBe(400);
  expect(json.message).toBe(message);
  expect(json.fields?.[field]?.[0]).toBe(message);
});

test("other businesses' data is not visible, and the analysis requires access to invoices", async () => {
  const [mine, other] = [await shop(), await worker.business()];
  await mine.workOrder("Furnace tune-up", inMonth(lastMonth));
  const { json } = await other.manager.post<AnalysisJson>(path, { industries: ["238220"] });
  expect(json.own).toMatchObject({ jobs: 0, customers: 0 });
  const technician = await worker.member(mine.orgId, "Technician", ["work_orders.read"]);
  expect((await technician.post(path, { industries: ["238220"] })).status).toBe(403);
  expect((await technician.get("/industry-analysis")).status).toBe(403);
  expect((await (await worker.household()).get("/industry-analysis")).status).toBe(403);
  expect((await worker.visitor().post(path, { industries: ["238220"] })).status).toBe(401);
});

test("the screen compares the industries in its URL and ignores unknown ones", async () => {
  const { manager } = await worker.business();
  const page = await manager.get("/industry-analysis?industry=238210&industry=florists&industry=811310");
  expect(page.status).toBe(200);
  expect(page.text).toContain("Commercial equipment repair");
  expect(page.text).toContain("Only those listed here can");
  // The pay of a year is known for one of the two.
  expect(pageText(page.text)).toContain("$82,7302024, via another site Not available");
  const others = await manager.get("/industry-analysis?industry=333415&industry=561790&industry=238220");
  expect(pageText(others.text)).toContain("20,699January to March 2024, via another site");
  expect(pageText(others.text)).toContain("6.7% from low to highMost in July 2016, fewest in January 2016");
  expect(pageText(others.text)).not.toContain("No public figures were found");
  expect(pageText(others.text)).not.toContain("Production workers");
  const many = await manager.get(`/industry-analysis?${Array(200).fill("industry=238210").join("&")}`);
  expect(many.status).toBe(200);
});

test("jobs outside the twelve months cost no row reads", async () => {
  const mine = await shop();
  await mine.workOrder("Furnace tune-up", inMonth(lastMonth));
  await mine.workOrder("Furnace tune-up", inMonth(shiftMonth(thisMonth, -20)));
  await mine.workOrder("Furnace tune-up", null);
  const read = async () => {
    const costs = databaseCosts(await mine.manager.get("/industry-analysis"));
    expect(costs.rounds).toBeLessThanOrEqual(2);
    return costs.read;
  };
  const before = await read();
  for (let n = 0; n < 20; n++) {
    await mine.workOrder("Furnace tune-up", inMonth(shiftMonth(thisMonth, -20)));
    await mine.workOrder("Furnace tune-up", null);
  }
  expect(await read()).toBe(before);
});
