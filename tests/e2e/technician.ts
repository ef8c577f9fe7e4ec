import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { Requests } from "./requests";

// A separate server for each file of the app's tests, because it is killed and restarted between two taps.
const port = Number(process.env.PLENUM_E2E_PORT ?? 8791) + 1000 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
export const origin = `http://localhost:${port}`;
const folder = mkdtempSync(join(tmpdir(), "plenum-technician-"));
let server: ChildProcess | null = null;

export async function startServer(): Promise<void> {
  const started = spawn("node", ["scripts/serve-for-tests.mjs", String(port), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  server = started;
  await new Promise<void>((resolve, reject) => {
    started.stdout?.on("data", (text: Buffer) => text.includes("demo data is in") && resolve());
    started.on("exit", () => reject(new Error("the server ended before it answered")));
  });
}

export async function stopServer(): Promise<void> {
  const running = server;
  server = null;
  if (!running) return;
  running.removeAllListeners("exit");
  const ended = new Promise((resolve) => running.on("exit", resolve));
  running.kill("SIGTERM");
  await ended;
}

/** A phone-sized device and a separate server for the tests of a file. */
export function onTechnicianDevice(): void {
  test.describe.configure({ mode: "default" });
  test.use({
    baseURL: origin,
    serviceWorkers: "allow",
    // A separate context for each test: a service worker's data survives clearing a page.
    reuseContext: false,
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { origin },
  });
  test.beforeAll(startServer);
  test.afterAll(async () => {
    await stopServer();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Signs in the context's pages as a demo user. */
export async function signIn(context: BrowserContext, who: string): Promise<void> {
  await (await Requests.signedIn(origin, who)).signInPagesOf(context);
}

export interface WorkOrder {
  id: string;
  number: number;
  status: string;
  notes: { body: string }[];
  tasks: { id: string; result: unknown }[];
}

/** A dispatched job today for the demo's technician, who has no other under way. */
async function bookWorkOrder(office: Requests, fields: Record<string, unknown>): Promise<WorkOrder> {
  const people = await (await office.get("/api/technicians?limit=100")).json();
  const luis = people.items.find((one: { email: string }) => one.email === "technician@example.com");
  for (const status of ["en_route", "in_progress"]) {
    const busy = await (await office.get(`/api/work-orders?status=${status}&technicianId=${luis.id}`)).json();
    for (const { id } of busy.items) {
      await office.send("patch", `/api/work-orders/${id}/status`, { json: { status: "on_hold", holdReason: "parts" } });
    }
  }
  const [customer] = (await (await office.get("/api/customers?limit=1")).json()).items;
  const made = await office.send("post", "/api/work-orders", {
    json: {
      ...{ title: "Furnace rattles", customerId: customer.id, technicianId: luis.id, durationMinutes: 30 },
      ...{ scheduledStart: new Date().toISOString(), overrideReason: "Emergency", tasks: ["Check the filter"] },
      ...fields,
    },
  });
  const workOrder: WorkOrder = await made.json();
  await office.send("patch", `/api/work-orders/${workOrder.id}/status`, { json: { status: "dispatched" } });
  return workOrder;
}

/** Opens a job and waits until it is ready, so that a picture no longer needs its own button. */
export async function open(page: Page, { number }: WorkOrder): Promise<void> {
  await page.goto(`/technician/jobs/${number}`);
  await expect(page.locator("#photos").getByText("Take a photo")).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toHaveCount(0);
}

/** The press of a notification takes the open window to the job. */
export async function pressNotification(page: Page, { number }: WorkOrder): Promise<void> {
  await page.evaluate((path) => {
    const { port1, port2 } = new MessageChannel();
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent("message", { data: "notification-pressed", ports: [port2] }),
    );
    port1.postMessage(path);
  }, `/technician/jobs/${number}`);
}

/** Takes the context's requests and its service worker's offline, and waits until the page notices. */
export async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await expect(page.getByText(/^No connection/)).toBeVisible();
}

/** A signed-in page on the first visit of a new device, ready for offline use. */
export async function asTechnician(context: BrowserContext): Promise<Page> {
  await context.addCookies([{ name: "plenum_consent", value: "rejected", url: origin }]);
  await signIn(context, "technician");
  const page = await context.newPage();
  await page.goto("/technician/jobs/today");
  await expect(page.getByText("Ready for offline")).toBeVisible();
  return page;
}

export async function read(office: Requests, { id }: WorkOrder): Promise<WorkOrder> {
  return (await office.get(`/api/work-orders/${id}`)).json();
}

/** Opens the outbox; returns one line per entry with its state. */
export async function outboxOf(page: Page): Promise<string[]> {
  const lines = page.locator("details ol > li");
  await page.locator("details:has(ol)").evaluate((details) => details.setAttribute("open", ""));
  return lines.allInnerTexts();
}

/** A signed-in office with a job dispatched to the technician. */
export async function officeWithWorkOrder(fields: Record<string, unknown> = {}) {
  const office = await Requests.signedIn(origin, "manager");
  return { office, workOrder: await bookWorkOrder(office, fields) };
}
