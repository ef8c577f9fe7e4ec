import { expect, test } from "@playwright/test";
import { addDays } from "~/domain/shared/time/dates";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("a list's filters are a group in the search on a desktop, and on a phone a sheet that applies them all at once", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, "/leads/list");
  const row = page.getByRole("search").getByRole("group", { name: "Filters" });
  await expect(row.getByLabel("Stage")).toBeVisible();
  await expect(page.locator("form[role=search] dialog")).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row).toHaveCount(0);
  const opener = page.getByRole("button", { name: "Filters" });
  // The label is for screen readers: the search, the filters and the file link share a row.
  const [search, file] = [page.getByLabel("Search leads"), page.getByRole("link", { name: "CSV" })];
  const tops = await Promise.all([search, opener, file].map(async (one) => (await one.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);

  await opener.click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByLabel("Stage").selectOption("New");
  await sheet.getByLabel("Source").selectOption("Web form");
  await expect(page).toHaveURL(/\/leads\/list$/);
  await sheet.getByRole("button", { name: "Show results" }).click();
  await expect(page).toHaveURL(/stage=new.*source=web/);
  await expect(sheet).toHaveCount(0);
  await opener.click();
  await expect(sheet.getByLabel("Stage")).toHaveValue("new");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("performance by service type shows five cards on a phone, and Enter shows the others", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // Not this year, which has few jobs in its first days.
  const today = new Date().toISOString().slice(0, 10);
  await visit(page, `/pgi?period=custom&from=${addDays(today, -60)}&to=${today}`);
  const rows = page.getByRole("table", { name: "Figures by service type" }).getByRole("row");
  const all = (await rows.count()) - 1;
  expect(all).toBeGreaterThan(5);
  await expect(page.getByText(`Show all ${all}`)).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows).toHaveCount(5);
  const further = page.getByText(`Show all ${all}`).locator("xpath=ancestor::summary");
  await further.focus();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(all);
  await expect(further).toHaveText(/Show the first 5/);
});

test("items are put in another order by one control, and the usual order leaves the URL", async ({ page }) => {
  await visit(page, "/inventory/items");
  const order = page.getByLabel("Order");
  await order.selectOption("By SKU, Z to A");
  await expect(page).toHaveURL(/\?sortBy=sku&sortOrder=desc$/);
  await expect(order).toHaveValue("sku desc");
  await order.selectOption("Oldest first");
  await expect(page).toHaveURL(/\?sortBy=createdAt$/);
  await page.goBack();
  await expect(order).toHaveValue("sku desc");
  await order.selectOption("By name");
  await expect(page).toHaveURL(/\/inventory\/items$/);
});

test("equipment is put in another order by one control, in both directions", async ({ page }) => {
  await visit(page, "/equipment");
  const order = page.getByLabel("Order");
  await expect(order).toHaveValue("name asc");
  await order.selectOption("Worst health first");
  await expect(page).toHaveURL(/\?sortBy=healthScore$/);
  await order.selectOption("By name, Z to A");
  await expect(page).toHaveURL(/\?sortOrder=desc$/);
  await expect(order).toHaveValue("name desc");
});

test("a choice made at the moment an earlier one takes effect is not lost", async ({ page }) => {
  await visit(page, "/equipment");
  await page.evaluate(() => {
    // As on a busy device, where timers run late.
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, ms = 0) => later(run, ms === 0 ? 100 : ms)) as typeof window.setTimeout;
    const push = history.pushState.bind(history);
    history.pushState = (...change) => {
      push(...change);
      history.pushState = push;
      // The URL has changed, and the screen has not yet.
      queueMicrotask(() => {
        const order = [...document.querySelectorAll("select")].find(({ value }) => value === "healthScore asc");
        if (!order) throw new Error("no order");
        order.value = "name desc";
        order.dispatchEvent(new Event("change", { bubbles: true }));
      });
    };
  });
  const order = page.getByLabel("Order");
  await order.selectOption("Worst health first");
  await expect(page).toHaveURL(/\?sortOrder=desc$/);
  await expect(order).toHaveValue("name desc");
});
