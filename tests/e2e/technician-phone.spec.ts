import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { demoPassword } from "../../drizzle/seed/demo";

// A server of its own, because it is killed and started again between two taps.
const port = String(Number(process.env.PLENUM_E2E_PORT ?? 8791) + 2);
const origin = `http://localhost:${port}`;
const folder = mkdtempSync(join(tmpdir(), "plenum-phone-"));
let server: ChildProcess | null = null;

async function startServer(): Promise<void> {
  const started = spawn("node", ["scripts/serve-for-tests.mjs", port, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  server = started;
  await new Promise<void>((resolve, reject) => {
    started.stdout?.on("data", (text: Buffer) => text.includes("demo data is in") && resolve());
    started.on("exit", () => reject(new Error("the server ended before it answered")));
  });
}

async function stopServer(): Promise<void> {
  const running = server;
  server = null;
  if (!running) return;
  running.removeAllListeners("exit");
  const ended = new Promise((resolve) => running.on("exit", resolve));
  running.kill("SIGTERM");
  await ended;
}

test.describe.configure({ mode: "default" });
test.use({
  baseURL: origin,
  serviceWorkers: "allow",
  viewport: { width: 390, height: 844 },
  extraHTTPHeaders: { origin },
});
test.beforeAll(startServer);
test.afterAll(async () => {
  await stopServer();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(requests: APIRequestContext, who: string): Promise<void> {
  const data = { email: `${who}@example.com`, password: demoPassword };
  expect((await requests.post("/api/auth/login", { data })).ok()).toBe(true);
}

interface Job {
  id: string;
  number: number;
  status: string;
  notes: { body: string }[];
}

/** A dispatched job of today for the demo's technician, who has no other under way. */
async function bookJob(office: APIRequestContext): Promise<Job> {
  const people = await (await office.get("/api/technicians?limit=100")).json();
  const luis = people.items.find((one: { email: string }) => one.email === "technician@example.com");
  for (const status of ["en_route", "in_progress"]) {
    const busy = await (await office.get(`/api/work-orders?status=${status}&technicianId=${luis.id}`)).json();
    for (const { id } of busy.items) {
      await office.patch(`/api/work-orders/${id}/status`, { data: { status: "on_hold", holdReason: "parts" } });
    }
  }
  const [customer] = (await (await office.get("/api/customers?limit=1")).json()).items;
  const made = await office.post("/api/work-orders", {
    data: {
      ...{ title: "Furnace rattles", customerId: customer.id, technicianId: luis.id, durationMinutes: 30 },
      ...{ scheduledStart: new Date().toISOString(), overrideReason: "Emergency", tasks: ["Check the filter"] },
    },
  });
  const job: Job = await made.json();
  await office.patch(`/api/work-orders/${job.id}/status`, { data: { status: "dispatched" } });
  return job;
}

async function asTechnician(context: BrowserContext): Promise<Page> {
  await context.addCookies([{ name: "plenum_consent", value: "rejected", url: origin }]);
  await signIn(context.request, "technician");
  const page = await context.newPage();
  await page.goto("/technician/jobs/today");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await expect.poll(() => page.evaluate(() => caches.match("/technician/jobs/today").then(Boolean))).toBe(true);
  return page;
}

async function read(office: APIRequestContext, { id }: Job): Promise<Job> {
  return (await office.get(`/api/work-orders/${id}`)).json();
}

/** The outbox, opened: one line for each entry with its state. */
async function outboxOf(page: Page): Promise<string[]> {
  const lines = page.locator("details ol > li");
  await page.locator("details:has(ol)").evaluate((details) => details.setAttribute("open", ""));
  return lines.allInnerTexts();
}

test("a job goes on with the network off, the tab killed and the server restarted in between", async ({
  context,
  playwright,
}) => {
  const office = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  await signIn(office, "manager");
  const job = await bookJob(office);
  const page = await asTechnician(context);
  await page.getByRole("link", { name: /Furnace rattles/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Furnace rattles");
  await expect(page.getByRole("button", { name: "Start driving" })).toBeVisible();
  // The device is open once a picture needs no button of its own any more.
  await expect(page.getByRole("button", { name: "Keep", exact: true })).toHaveCount(0);

  await context.setOffline(true);
  await page.getByRole("button", { name: "Start driving" }).click();
  await expect(page.getByRole("button", { name: "I am here: start work" })).toBeVisible();
  await page.getByRole("button", { name: "I am here: start work" }).click();
  await page.getByRole("checkbox", { name: "Check the filter" }).click();
  await expect(page.getByRole("checkbox", { name: "Check the filter" })).toBeChecked();
  await page.getByLabel("New note").fill("Belt is worn");
  await page.getByRole("button", { name: "Keep note" }).click();
  await expect(page.getByText("4 not at the office yet")).toBeVisible();
  expect((await outboxOf(page)).filter((line) => line.includes("Queued"))).toHaveLength(4);

  await page.close();
  const again = await context.newPage();
  await again.goto(`/technician/jobs/${job.number}`);
  await expect(again.locator("#notes").getByText("Belt is worn")).toBeVisible();
  await expect(again.getByText("4 not at the office yet")).toBeVisible();
  await expect(again.getByRole("checkbox", { name: "Check the filter" })).toBeChecked();

  // The network is back, the server is not.
  await stopServer();
  await context.setOffline(false);
  await again.reload();
  await expect(again.getByText(/not at the office yet/)).toBeVisible();
  expect((await outboxOf(again)).filter((line) => line.includes("Saved"))).toEqual([]);

  await startServer();
  await again.reload();
  await expect(again.getByText("Everything has reached the office")).toBeVisible({ timeout: 40_000 });
  expect((await outboxOf(again)).filter((line) => line.includes("Saved"))).toHaveLength(4);
  const now = await read(office, job);
  expect(now.status).toBe("in_progress");
  expect(now.notes.map((note) => note.body)).toEqual(["Belt is worn"]);
  await office.dispose();
});

test("a wrong tap is taken back as if it had never been made", async ({ context, playwright }) => {
  const office = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  await signIn(office, "manager");
  const job = await bookJob(office);
  const page = await asTechnician(context);
  await page.goto(`/technician/jobs/${job.number}`);
  await expect(page.getByRole("button", { name: "Keep", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Start driving" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Start driving" })).toBeVisible();
  await page.waitForTimeout(7000);
  expect((await read(office, job)).status).toBe("dispatched");
  await office.dispose();
});

test("a job cancelled meanwhile shows both sides", async ({ context, playwright }) => {
  const office = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  await signIn(office, "manager");
  const job = await bookJob(office);
  const page = await asTechnician(context);
  await page.goto(`/technician/jobs/${job.number}`);
  await expect(page.getByRole("button", { name: "Keep", exact: true })).toHaveCount(0);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Start driving" }).click();
  const data = { status: "cancelled", cancelReason: "customer" };
  await office.patch(`/api/work-orders/${job.id}/status`, { data });
  await context.setOffline(false);
  await expect(page.getByText("1 entry needs you")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/Office: the job is Cancelled/)).toBeVisible();
  await expect(page.getByText(/You: Started driving/)).toBeVisible();
  await page.getByRole("button", { name: "Tell the office in a note" }).click();
  await expect(page.getByText("Everything has reached the office")).toBeVisible();
  expect((await read(office, job)).notes[0]?.body).toContain("Started driving");
  await office.dispose();
});

test("without a connection every other screen says so, and signing out clears the device", async ({ context }) => {
  const page = await asTechnician(context);
  await expect(page.getByText("Today’s jobs").first()).toBeVisible();
  await context.setOffline(true);
  await page.goto("/workorders");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No connection");
  await context.setOffline(false);
  await page.goto("/technician/jobs/today");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login/);
  const kept = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map((one) => one.name),
    caches: await caches.keys(),
  }));
  expect(kept.databases).not.toContain("plenum-phone");
  expect(kept.caches).not.toContain("plenum-device-1");
});
