import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("manager") });

/** The height of each call or message link on the screen. */
async function heights(page: Page): Promise<number[]> {
  const links = page.locator("main").locator('a[href^="tel:"], a[href^="mailto:"]').filter({ visible: true });
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
}

test("on a phone, phone numbers are large enough to tap in the list and in the contact details", async ({
  browser,
}) => {
  const context = await browser.newContext({
    ...{ storageState: stateOf("manager"), baseURL: test.info().project.use.baseURL },
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: "block" },
  });
  const page = await context.newPage();
  for (const path of ["/customers", "/customers/1", "/properties"]) {
    await visit(page, path);
    const small = (await heights(page)).filter((height) => height < 48);
    expect(small, path).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
  await context.close();
});

test("on a desktop, list rows are no taller than their text needs", async ({ page }) => {
  await visit(page, "/customers");
  for (const height of await heights(page)) expect(height).toBeLessThan(28);
  const rows = page.locator("tbody tr");
  for (const height of await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height)))
    expect(height).toBeLessThanOrEqual(56);
});

test("on a phone, a transaction also opens by tapping above or below its name", async ({ browser }) => {
  const context = await browser.newContext({
    ...{ storageState: stateOf("household"), baseURL: test.info().project.use.baseURL },
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: "block" },
  });
  const page = await context.newPage();
  await visit(page, "/finances/transactions");
  const name = page.getByRole("list", { name: "Transactions" }).getByRole("listitem").nth(2).locator("p a").first();
  await name.evaluate((link) => link.scrollIntoView({ block: "center" }));
  const isLink = (above: number) =>
    name.evaluate((link, y) => {
      const { left, top, bottom } = link.getBoundingClientRect();
      return document.elementFromPoint(left + 8, y < 0 ? top + y : bottom + y) === link;
    }, above);
  expect([await isLink(-11), await isLink(11)]).toEqual([true, true]);
  await context.close();
});
