import { expect, test } from "@playwright/test";
import { demoPassword } from "#drizzle/seed/demo";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { Requests } from "./requests";
import { ask, visit } from "./visit";

test("an open dashboard updates when a job is booked or canceled elsewhere", async ({ page, baseURL }) => {
  const owner = new Requests(new URL(baseURL ?? "").origin);
  const json = { email: "owner@redrock.example.com", password: demoPassword };
  expect((await owner.send("post", "/api/auth/login", { json })).ok()).toBe(true);
  await owner.signInPagesOf(page.context());
  await visit(page, "/dashboard");
  expect(await violationsOf(page)).toEqual([]);

  const [customer] = (await owner.get("/api/customers?limit=1")).json().items;
  const title = `Attic fan ${Date.now().toString(36)}`;
  // The first job of the day, so that the dashboard lists it.
  const midnight = new Date(`${dayIn("America/Phoenix")}T00:00:00-07:00`).toISOString();
  const booked = await owner.send("post", "/api/work-orders", {
    json: { title, customerId: customer.id, scheduledStart: midnight, durationMinutes: 30, overrideReason: "On call" },
  });
  expect(booked.status(), booked.text()).toBe(201);
  const row = page.getByRole("table", { name: "Jobs today" }).getByRole("row").filter({ hasText: title });
  // Midnight in Phoenix, as the clock shows it at the property.
  await expect(row).toContainText(/[12]:00.AM.C[DS]T/);
  await expect(row).toContainText("Unassigned");

  const called = await owner.send("patch", `/api/work-orders/${booked.json().id}/status`, {
    json: { status: "cancelled", cancelReason: "customer" },
  });
  expect(called.status(), called.text()).toBe(200);
  await expect(row).toContainText("Canceled");
});

test.describe("on a phone", () => {
  test.use({ storageState: stateOf("admin"), viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the dashboard shows the first rows of a long list, and the rest with one tap", async ({ page }) => {
    await visit(page, "/dashboard");
    // Conflicts come on top: how many there are depends on the day.
    const conflicts = await page.getByRole("region", { name: "Needs attention" }).evaluateAll(heights);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height - conflicts).toBeLessThan(2900);
    const figure = page.getByRole("figure").filter({ hasText: "Capacity, next 14 days" });
    await expect(figure.locator("svg.recharts-surface")).toHaveCount(0);
    await figure.getByText("Show chart").click();
    await expect(figure.locator("svg.recharts-surface").first()).toBeVisible();
    const jobs = page.getByRole("table", { name: "Jobs today" }).locator("tbody tr");
    await expect(jobs.filter({ visible: true })).toHaveCount(5);
    await page
      .getByText(/^Show all \d+$/)
      .last()
      .click();
    // Other tests book jobs today meanwhile, so both counts are read anew.
    await expect(async () => expect(await jobs.filter({ visible: true }).count()).toBe(await jobs.count())).toPass();
    expect(await jobs.count()).toBeGreaterThan(5);
  });

  test("a customer is called with one tap, and all other actions are in one menu", async ({ page }) => {
    const [customer] = (await (await ask(page, "get", "/customers?limit=20")).json()).items.filter(
      (one: { phone: string | null; email: string | null }) => one.phone && one.email,
    );
    await visit(page, `/customers/${customer.number}`);
    const header = page.locator("main header").first();
    const call = await header.getByRole("link", { name: "Call" }).boundingBox();
    const more = header.getByRole("button", { name: "More actions" });
    expect(Math.abs(((await more.boundingBox())?.y ?? 0) - (call?.y ?? 0))).toBeLessThan(10);
    await expect(header.getByRole("link", { name: "Email" })).toBeHidden();
    await more.click();
    const items = page.getByRole("menuitem");
    await expect(items).toHaveText(["Email", "Add to-do", "Edit"]);
    await items.getByText("Edit").click();
    await expect(page).toHaveURL(/\/edit$/);
  });
});

function heights(elements: Element[]): number {
  return elements.reduce((sum, element) => sum + element.getBoundingClientRect().height, 0);
}

/** Today's date there, YYYY-MM-DD. */
const dayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());

test("an open dashboard soon shows changes that send no event, such as a part to reorder", async ({
  page,
  baseURL,
}) => {
  const owner = new Requests(new URL(baseURL ?? "").origin);
  const json = { email: "owner@redrock.example.com", password: demoPassword };
  expect((await owner.send("post", "/api/auth/login", { json })).ok()).toBe(true);
  await owner.signInPagesOf(page.context());
  await page.clock.install();
  await visit(page, "/dashboard");
  const figure = page.getByRole("link", { name: /^To reorder/ }).getByText(/^\d+$/);
  const before = Number(await figure.textContent());
  const sku = `FAN-${Date.now().toString(36)}`;
  const item = { sku, name: "Fan motor", primaryCategory: "PARTS", baseUnit: "EA", minStockLevel: 3 };
  const added = await owner.send("post", "/api/inventory/items", { json: item });
  expect(added.status(), added.text()).toBe(201);
  // Half a minute, or a minute if the page was busy when the first had passed.
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(figure).toHaveText(String(before + 1), { timeout: 5000 });
  }).toPass();
});
