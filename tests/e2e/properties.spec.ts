import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("manager") });

test("a property is found by street, selected on the map and opened, and a search without a match says so", async ({
  page,
}) => {
  await visit(page, "/properties");
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  await page.getByRole("searchbox").fill("lake dr");
  await expect(page).toHaveURL(/search=lake/);
  await expect(rows.nth(1)).toContainText(/Lake Dr/);
  const map = page.getByRole("complementary", { name: "Map of the properties shown" });
  const pin = map
    .locator("svg g")
    .filter({ has: page.locator("title", { hasText: "Lake Dr" }) })
    .last();
  await pin.click({ force: true });
  const link = map.getByRole("link", { name: /Lake Dr/ });
  await expect(link).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lake Dr");
  await expect(page.getByRole("region", { name: "Location" })).toBeVisible();

  await visit(page, "/properties?search=zzzzzz");
  await expect(page.getByText("No property matches")).toBeVisible();
  await page.getByRole("link", { name: "Clear search and filters" }).click();
  await expect(rows.nth(1)).toBeVisible();
});
