import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { demoPassword } from "../drizzle/seed/demo";
import { findChromium } from "../scripts/chromium.mjs";
import { sweepWorker } from "../scripts/worker-access.mjs";
import { jpegOf } from "../tests/support/pictures";
import { type Answer, databaseCosts, Visitor } from "../tests/support/visitor";
import prices from "./cloudflare-prices.json";
import {
  ARCHIVED,
  ARCHIVED_OPENED,
  businessDay,
  HOUSEHOLD_DAYS,
  householdDay,
  MONTHS_RETAINED,
  type Plan,
  WORKING_DAYS,
} from "./cost-day";
import {
  archiveUsage,
  dearest,
  listDollars,
  type Meter,
  monthDollars,
  shares,
  sum,
  times,
  type Usage,
} from "./cost-model";
import { changedCosts, releaseFile, savedReleases, withRelease } from "./cost-releases";
import type { Figure } from "./figure";
import { type Local, localWith } from "./local";

/** How often each action is run; its cost is the mean. */
const ROUNDS = 10;
/** Slightly longer than an isolate's interval for writing its counts. */
const WRITTEN_DOWN_MS = 65_000;
const OBJECT_GB = 0.128;

/**
 * The cost of a business's and a household's typical day at Cloudflare's list prices: each action is run on the built Worker by
 * requests or in a browser, and its usage is multiplied by how often it happens in a day (cost-day.ts).
 */
export async function run(): Promise<Figure[]> {
  const local = await localWith(0);
  const { worker, url, admin } = local;
  const measured = new Map<string, Usage>();
  const meter = new MeteredVisitor(url);
  const household = new MeteredVisitor(url);
  await measureActions(meter, household, measured);
  const events = await eventsOf(local);
  await measureScreens(local, measured);
  await pause(WRITTEN_DOWN_MS);
  await admin.get("/api/auth/profile");
  const background = await backgroundOf(local, seen);
  const swept = await sweepsOf(local);
  const workOrderBytes = await workOrderBytesOf(local, meter);
  await worker.dispose();

  const perEvent = usagePerEvent();
  const dayOf = (plan: Plan) => {
    const unknown = Object.keys(plan.actions).filter((name) => !measured.has(name));
    if (unknown.length > 0) throw new Error(`not measured: ${unknown.join(", ")}`);
    const parts = Object.entries(plan.actions).map(([name, count]) => times(measured.get(name) ?? {}, count));
    return sum(
      ...parts,
      times(perEvent, plan.events(events)),
      times(measured.get("a change on an open board and scheduler") ?? {}, plan.changesSeen),
      { rowsWritten: background * plan.writes, ...plan.own },
    );
  };
  const [business, home] = [dayOf(businessDay), dayOf(householdDay)];
  const month = (day: Usage, days: number, plan: Plan): Usage =>
    sum(times(day, days), {
      databaseGb: (workOrderBytes * plan.records * days * MONTHS_RETAINED) / 1e9,
      fileGb: (plan.fileBytes * days * MONTHS_RETAINED) / 1e9,
    });
  const ofBusiness = month(business, WORKING_DAYS, businessDay);
  const ofHousehold = month(home, HOUSEHOLD_DAYS, householdDay);
  const each = businessDay.records * WORKING_DAYS;
  const archives = archiveUsage(ARCHIVED, { stored: each * MONTHS_RETAINED, each, opened: ARCHIVED_OPENED });
  const cron: Usage = {
    requests: 0,
    cpuMs: 43_800 * 20,
    rowsRead: swept.read * 43_800,
    rowsWritten: swept.written * 43_800,
  };

  const dollars = (of: Usage, count: number) => `$${monthDollars(sum(cron, times(of, count)), prices).toFixed(2)}`;
  const whole = (usage: Usage, name: Meter) => (usage[name] ?? 0).toLocaleString("en-US", { maximumFractionDigits: 2 });
  const table = (name: string, usage: Usage): Figure[] =>
    Object.entries(usage).map(([key]) => ({ figure: `${name}: ${key}`, value: whole(usage, key as Meter) }));
  const actions = [...measured].map(([name, usage]) => ({ name, usage }));
  return [
    { figure: "prices read on", value: prices.readOn },
    ...[1, 1000, 100_000].flatMap((count) => [
      { figure: `${count.toLocaleString("en-US")} businesses, dollars a month`, value: dollars(ofBusiness, count) },
      { figure: `${count.toLocaleString("en-US")} households, dollars a month`, value: dollars(ofHousehold, count) },
    ]),
    ...table("a business's day", business),
    ...table("a business's month, after a year", ofBusiness),
    ...table("a year of a business's work orders archived, a month", archives),
    {
      figure: "a year of a business's work orders archived: by the list a month",
      value: `$${listDollars(archives, prices).toFixed(4)}`,
    },
    ...table("a household's day", home),
    ...table("a household's month, after a year", ofHousehold),
    ...shares(ofBusiness, prices).map(({ meter: name, share }) => ({
      figure: `share of a business's list price: ${prices.meters[name].label}`,
      value: `${(share * 100).toFixed(1)}%`,
    })),
    ...shares(ofHousehold, prices).map(({ meter: name, share }) => ({
      figure: `share of a household's list price: ${prices.meters[name].label}`,
      value: `${(share * 100).toFixed(1)}%`,
    })),
    ...sinceLastRelease(actions),
    ...dearest(actions, prices).map(({ name, usage, dollars: each }) => ({
      figure: `${name}: req / read / written / CPU ms`,
      value: `$${(each * 1e6).toFixed(2)} a million`,
      goal: `${whole(usage, "requests")} / ${whole(usage, "rowsRead")} / ${whole(usage, "rowsWritten")} / ${whole(usage, "cpuMs")}`,
    })),
    { figure: "rows written in the background, a write", value: background.toFixed(2) },
    { figure: "live events, a job", value: events.toFixed(2) },
    {
      figure: "a run of the cron: rows read / written",
      value: `${swept.read.toFixed(0)} / ${swept.written.toFixed(1)}`,
    },
    { figure: "bytes of the database, a job", value: Math.round(workOrderBytes).toLocaleString("en-US") },
  ];
}

/** What the actions cost now compared to the last measured release; COST_RELEASE=0.2.0 saves them as that release. */
function sinceLastRelease(actions: readonly { name: string; usage: Usage }[]): Figure[] {
  const now = Object.fromEntries(
    actions.map(({ name, usage }) => [name, Math.round(listDollars(usage, prices) * 1e8) / 100]),
  );
  const releases = savedReleases();
  const last = releases.at(-1);
  const release = process.env.COST_RELEASE;
  if (release) {
    const all = withRelease(releases, { release, measuredOn: new Date().toISOString().slice(0, 10), actions: now });
    writeFileSync(releaseFile, `${JSON.stringify(all, null, 2)}\n`);
  }
  if (!last) return [];
  const dollars = (each: number | null) => (each === null ? "-" : `$${each.toFixed(2)}`);
  return changedCosts(last.actions, now).map(({ name, before, now: is }) => ({
    figure: `changed since ${last.release}: ${name}, a million`,
    value: `${dollars(before)} to ${dollars(is)}`,
  }));
}

/** Totals of all requests: rows reported by the Worker, and writes. */
const seen = { read: 0, written: 0, writes: 0 };

class MeteredVisitor extends Visitor {
  requests = 0;
  read = 0;
  written = 0;

  constructor(url: URL, from?: Visitor) {
    super(url);
    for (const [name, value] of from?.cookies ?? []) this.cookies.set(name, value);
  }

  override async send<T>(method: string, path: string, options: object): Promise<Answer<T>> {
    const answer = await super.send<T>(method, path, options);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    const { read, written } = databaseCosts(answer);
    this.requests += 1;
    this.read += read;
    this.written += written;
    note(read, written);
    return answer;
  }
}

function note(read: number, written: number): void {
  seen.read += read;
  seen.written += written;
  if (written > 0) seen.writes += 1;
}

/** CPU milliseconds of the runtime's process: the Worker and, since it is local, its database. */
function cpuMs(): number {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (stat?.name === "workerd" && stat.parent === process.pid) return stat.ticks * 10;
  }
  return Number.NaN;
}

function statOf(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
    const rest = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { name, parent: Number(rest[1]), ticks: Number(rest[11]) + Number(rest[12]) };
  } catch {
    // The process ended in between.
    return null;
  }
}

interface Made {
  id: string;
  version: number;
}

/** The steps of one job, each under its own name, and the actions of a household. */
async function measureActions(office: MeteredVisitor, household: MeteredVisitor, measured: Map<string, Usage>) {
  const spent = new Map<string, Required<Pick<Usage, "requests" | "rowsRead" | "rowsWritten" | "cpuMs">>>();
  const step = async <T>(name: string, by: MeteredVisitor, act: () => Promise<T>): Promise<T> => {
    const [requests, read, written, cpu] = [by.requests, by.read, by.written, cpuMs()];
    const answer = await act();
    const known = spent.get(name) ?? { requests: 0, rowsRead: 0, rowsWritten: 0, cpuMs: 0 };
    known.requests += by.requests - requests;
    known.rowsRead += by.read - read;
    known.rowsWritten += by.written - written;
    known.cpuMs += cpuMs() - cpu;
    spent.set(name, known);
    return answer;
  };
  await signInAs(office, "manager@example.com");
  const { items: crew } = (await office.get<{ items: Made[] }>("/api/technicians")).json;
  const { items: types } = (await office.get<{ items: Made[] }>("/api/service-types/active")).json;
  const { items: customers } = (await office.get<{ items: Made[] }>("/api/customers?limit=50")).json;
  const technicianId = crew[0]?.id;
  const { items: underWay } = (
    await office.get<{ items: (Made & { technicianId: string | null })[] }>(
      "/api/work-orders?status=en_route&status=in_progress&limit=100",
    )
  ).json;
  // At most hours of a workday the demo's technicians are on a job, and nobody starts another one meanwhile.
  for (const { id } of underWay.filter((job) => job.technicianId === technicianId))
    await office.patch(`/api/work-orders/${id}/status`, { status: "on_hold", holdReason: "parts" });
  for (let round = 0; round < ROUNDS; round += 1) {
    await step("sign in", office, () => signInAs(office, "manager@example.com"));
    const customerId = customers[round % customers.length]?.id;
    const workOrder = await step(
      "create a job",
      office,
      async () => (await office.post<Made>("/api/work-orders", { title: "No heat", customerId })).json,
    );
    const at = `/api/work-orders/${workOrder.id}`;
    // A separate Tuesday for each.
    const start = new Date(Date.UTC(2027, 2, 2 + 7 * round, 15)).toISOString();
    await step("schedule a job", office, () =>
      office.put(`${at}/schedule`, { version: workOrder.version, technicianId, start }),
    );
    for (const status of ["dispatched", "en_route", "in_progress"]) {
      await step("change a job's status", office, () => office.patch(`${at}/status`, { status }));
    }
    await step("write a note", office, () => office.post(`${at}/notes`, { body: "Replaced the igniter" }));
    await step("add a part", office, () => office.post(`${at}/parts`, { partDescription: "Igniter", quantity: 1 }));
    await step("take a photo", office, () => {
      const photo = new FormData();
      photo.set("photo", new Blob([new Uint8Array(jpegOf(4, 3))], { type: "image/jpeg" }), "photo.jpg");
      return office.post(`${at}/photos`, photo);
    });
    await step("complete a job", office, () => office.patch(`${at}/status`, { status: "completed" }));
    const invoice = await step(
      "create an invoice",
      office,
      async () => (await office.post<Made>(`${at}/invoices`)).json,
    );
    const draft = {
      termsDays: 15,
      taxState: "exempt",
      taxNote: "Resale",
      lines: [{ description: "Repair", unitPrice: 300 }],
    };
    const put = await step(
      "edit an invoice",
      office,
      async () => (await office.put<Made>(`/api/invoices/${invoice.id}`, { ...draft, version: invoice.version })).json,
    );
    await step("issue an invoice", office, () =>
      office.post(`/api/invoices/${invoice.id}/issue`, { version: put.version }),
    );
    const { version } = (await office.get<Made>(`/api/invoices/${invoice.id}`)).json;
    const money = { amount: 300, method: "check", receivedOn: new Date().toISOString().slice(0, 10), version };
    await step("record a payment", office, () => office.post(`/api/invoices/${invoice.id}/payments`, money));
    const other = (await office.post<Made>("/api/work-orders", { title: "Tune-up", customerId })).json;
    await office.post(`/api/work-orders/${other.id}/playbook`, { serviceTypeId: types[0]?.id });
    const { tasks } = (await office.get<{ tasks: { id: string; kind: string }[] }>(`/api/work-orders/${other.id}`))
      .json;
    const check = tasks.find(({ kind }) => kind === "check");
    await step("check off a task", office, () =>
      office.put(`/api/work-orders/${other.id}/tasks/${check?.id}/done`, { done: true }),
    );

    await step("sign in", household, () => signInAs(household, "household@example.com"));
    const today = new Date().toISOString().slice(0, 10);
    const expense = { name: "Market", amount: 45, date: today, category: "food" };
    await step("add an expense", household, () => household.post("/api/expenses", expense));
    if (round === 0)
      account = (await household.post<Made>("/api/bank-accounts", { name: "Cash", currentBalance: 900 })).json.id;
    const bought = { amount: 4.5, transactionDate: today, description: `Coffee ${round}`, type: "withdrawal" };
    await step("add a transaction", household, () =>
      household.post(`/api/bank-accounts/${account}/transactions`, bought),
    );
  }
  const runs = (name: string) =>
    name === "change a job's status" ? 3 * ROUNDS : name === "sign in" ? 2 * ROUNDS : ROUNDS;
  for (const [name, total] of spent) measured.set(name, { ...times(total, 1 / runs(name)), ...otherUsage[name] });
}

let account = "";

/**
 * Usage of other services per action, from the code: two calls to the object that counts an account's sign-ins, a stored picture.
 */
const otherUsage: Record<string, Usage> = {
  "sign in": { objectRequests: 2, objectRowsWritten: 3, objectGbSeconds: 2 * 0.02 * OBJECT_GB },
  "take a photo": { fileWrites: 1, fileReads: 3 },
};

async function signInAs(visitor: Visitor, email: string): Promise<void> {
  await visitor.post("/api/auth/login", { email, password: demoPassword });
}

/**
 * A live event: sent to the business's object right away and again by the queue; each call occupies the object for about 20 ms.
 */
function usagePerEvent(): Usage {
  return { queueOperations: 3, objectRequests: 2, objectRowsWritten: 4, objectGbSeconds: 2 * 0.02 * OBJECT_GB };
}

/** Live events and other messages during a job, counted by the outbox rows. */
async function eventsOf({ db }: Local): Promise<number> {
  const row = await db.prepare("SELECT count(*) AS count FROM outbox WHERE topic = 'board'").first<{ count: number }>();
  return (row?.count ?? 0) / ROUNDS;
}

const SCREENS = {
  manager: [
    ...["/dashboard", "/workorders", "/workorders/40", "/customers", "/customers/3", "/invoices-v2", "/messages"],
    ...["/workorders/board", "/workorders/scheduler", "/inventory/stock"],
  ],
  technician: ["/technician/jobs/today"],
  household: ["/finances", "/finances/dashboard", "/finances/calendar", "/finances/accounts", "/finances/transactions"],
} as const;

/** Opens each screen in a browser, with all its requests; then measures the cost of a change for an open board and scheduler. */
async function measureScreens(local: Local, measured: Map<string, Usage>) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  for (const [who, paths] of Object.entries(SCREENS)) {
    const { page, spent } = await openedAs(browser, local.url, `${who}@example.com`);
    for (const path of paths) {
      // Once to fill the browser's cache.
      await page.goto(new URL(path, local.url).href, { waitUntil: "networkidle" });
      const before = spent();
      const cpu = cpuMs();
      for (let round = 0; round < 3; round += 1)
        await page.goto(new URL(path, local.url).href, { waitUntil: "networkidle" });
      const each = times(sum(spent(), times(before, -1)), 1 / 3);
      measured.set(`open ${path}`, { ...each, cpuMs: (cpuMs() - cpu) / 3 });
    }
    await page.close();
  }
  const board = await openedAs(browser, local.url, "manager@example.com");
  const scheduler = await openedAs(browser, local.url, "admin@example.com");
  await board.page.goto(new URL("/workorders/board", local.url).href, { waitUntil: "networkidle" });
  await scheduler.page.goto(new URL("/workorders/scheduler", local.url).href, { waitUntil: "networkidle" });
  await pause(3000);
  const both = () => sum(board.spent(), scheduler.spent());
  const [before, cpu] = [both(), cpuMs()];
  const changes = 8;
  const office = new MeteredVisitor(local.url, local.admin);
  for (let turn = 0; turn < changes; turn += 1) {
    await office.post("/api/work-orders", { title: "No heat", customerId: await firstCustomer(office) });
    await pause(4000);
  }
  const each = times(sum(both(), times(before, -1)), 1 / changes);
  measured.set("a change on an open board and scheduler", { ...each, cpuMs: (cpuMs() - cpu) / changes });
  await browser.close();
}

async function firstCustomer(office: Visitor): Promise<string> {
  return (await office.get<{ items: Made[] }>("/api/customers?limit=1")).json.items[0]?.id ?? "";
}

/** A signed-in user in a browser, and the usage of their pages' requests so far, excluding static files. */
async function openedAs(browser: Browser, url: URL, email: string): Promise<{ page: Page; spent: () => Usage }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, timezoneId: "America/Chicago" });
  const total: Usage = { requests: 0, rowsRead: 0, rowsWritten: 0, objectRequests: 0, objectGbSeconds: 0 };
  const add = (more: Usage) => Object.assign(total, sum(total, more));
  page.on("response", (response) => {
    const { pathname, host } = new URL(response.url());
    if (host !== url.host || /^\/(assets|fonts)\/|\.(js|css|woff2|svg|png|ico|webmanifest)$/.test(pathname)) return;
    const header = response.headers()["server-timing"] ?? "";
    const figure = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(header)?.[1] ?? 0);
    add({ requests: 1, rowsRead: figure("read"), rowsWritten: figure("written") });
    note(figure("read"), figure("written"));
  });
  page.on("websocket", () => add({ requests: 1, objectRequests: 1, objectGbSeconds: 0.05 * OBJECT_GB }));
  await page.goto(new URL("/login", url).href);
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(demoPassword);
  await page.locator("form button[type=submit]").first().click();
  await page.waitForURL((at) => !at.pathname.startsWith("/login"));
  return { page, spent: () => ({ ...total }) };
}

async function countedBy({ db }: Local): Promise<{ read: number; written: number }> {
  const row = await db
    .prepare("SELECT sum(rows_read) AS read, sum(rows_written) AS written FROM request_hours")
    .first<{ read: number; written: number }>();
  return { read: row?.read ?? 0, written: row?.written ?? 0 };
}

/** Rows written after responses and by queues, per writing request. */
async function backgroundOf(local: Local, counted: { written: number; writes: number }): Promise<number> {
  const { written } = await countedBy(local);
  return Math.max(0, written - counted.written) / counted.writes;
}

/** A cron run, which an installation pays for once, however many users it has. */
async function sweepsOf(local: Local): Promise<{ read: number; written: number }> {
  const before = await countedBy(local);
  const minutes = 5;
  const from = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 11 * 60_000;
  for (let minute = 0; minute < minutes; minute += 1) await sweepWorker(local.worker, new Date(from + minute * 60_000));
  await pause(WRITTEN_DOWN_MS);
  await local.admin.get("/api/auth/profile");
  const after = await countedBy(local);
  return { read: (after.read - before.read) / minutes, written: (after.written - before.written) / minutes };
}

/** Database growth per job with its history, notes and messages. */
async function workOrderBytesOf({ db }: Local, office: MeteredVisitor): Promise<number> {
  const size = async () => (await db.prepare("SELECT 1").all()).meta.size_after;
  const customerId = await firstCustomer(office);
  const before = await size();
  const jobs = 40;
  for (let turn = 0; turn < jobs; turn += 1) {
    const workOrder = (await office.post<Made>("/api/work-orders", { title: "No heat", customerId })).json;
    const at = `/api/work-orders/${workOrder.id}`;
    for (let note = 0; note < 3; note += 1)
      await office.post(`${at}/notes`, { body: "Replaced the igniter and tested the furnace" });
    await office.patch(`${at}/status`, { status: "cancelled", cancelReason: "customer" });
  }
  return ((await size()) - before) / jobs;
}
