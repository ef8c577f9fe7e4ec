import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

/** An item low on stock, sold in packs of 12 at $10.00 by its own supplier. */
async function lowItem(page: Page) {
  const mark = Date.now();
  const sku = `PAD-${mark}`;
  const supplier = { name: `Filter Supply ${mark}`, email: `orders-${mark}@example.com` };
  const shelf = (await ask(page, "post", "/inventory/locations", { name: `Dock ${mark}`, type: "warehouse" })).json();
  const { id: supplierId } = (await ask(page, "post", "/inventory/suppliers", supplier)).json();
  const levels = { reorderPoint: 5, maxStockLevel: 30 };
  const item = { sku, name: `Filter pad ${mark}`, primaryCategory: "PARTS", baseUnit: "EA", ...levels };
  const { id } = (await ask(page, "post", "/inventory/items", item)).json();
  const sold = { packSize: 12, packPrice: 10, preferred: true };
  await ask(page, "put", `/inventory/suppliers/${supplierId}/items/${id}`, sold);
  return { id, sku, shelf, name: item.name };
}

async function receive(page: Page, sku: string, { quantity, countIn }: { quantity: string; countIn: string }) {
  await page.getByRole("link", { name: "Receive", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Receive PO-/ });
  await dialog.getByLabel(`Count ${sku} in`).selectOption(countIn);
  await dialog.getByLabel(`Quantity of ${sku} received`).fill(quantity);
  await dialog.getByRole("button", { name: "Receive into stock" }).click();
  await expect(dialog).toBeHidden();
}

test("low stock is ordered in whole packs, emailed, received in parts and in stock", async ({ page }) => {
  const { id, sku, name, shelf } = await lowItem(page);

  await visit(page, "/inventory/purchase-orders/reorder");
  const line = page.getByRole("listitem").filter({ hasText: name });
  await expect(line.getByText("3 packs of 12 EA = 36 EA")).toBeVisible();
  // The others belong to other tests.
  for (const box of await page.getByRole("checkbox", { name: /^Order / }).all()) await box.uncheck();
  await line.getByRole("checkbox", { name: `Order ${sku}` }).check();
  await page.getByLabel("Deliver to").selectOption(shelf.id);
  await page.getByRole("button", { name: "Create purchase orders" }).click();
  await expect(page.getByRole("heading", { name: /^Purchase order PO-/ })).toBeVisible();
  const lines = page.getByRole("table", { name: "Lines" });
  await expect(lines.getByText("3 packs of 12 EA")).toBeVisible();
  await expect(page.getByText("Total $30.00")).toBeVisible();

  await page.getByRole("link", { name: "Email to supplier" }).click();
  const mail = page.getByRole("dialog");
  await mail.getByRole("button", { name: /^Send/ }).click();
  await expect(mail).toBeHidden();
  await expect(page.getByText("Ordered", { exact: true }).first()).toBeVisible();

  await receive(page, sku, { quantity: "2", countIn: "packs" });
  await expect(page.getByText("Partly received").first()).toBeVisible();
  await receive(page, sku, { quantity: "12", countIn: "units" });
  await expect(page.getByText("Received", { exact: true }).first()).toBeVisible();

  await visit(page, `/inventory/stock?search=${sku}`);
  const row = page.getByRole("table", { name: "Stock" }).getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("36 EA");
  await expect(row).toContainText("$30.00");
  await visit(page, `/inventory/items/${id}`);
  await expect(page.getByRole("table", { name: "Stock by location" })).toContainText(shelf.name);
});

test("an error of a line stays with the line when another is removed", async ({ page }) => {
  const [first, second, third] = [await lowItem(page), await lowItem(page), await lowItem(page)];
  await visit(page, "/inventory/purchase-orders/create");
  await page.getByRole("combobox", { name: "Supplier" }).selectOption({ index: 1 });
  const lines = page.getByRole("list", { name: "Lines" }).getByRole("listitem");
  for (const [at, { sku }] of [first, second, third].entries()) {
    await page.getByLabel("Scan or search to add").fill(sku);
    await page.keyboard.press("Enter");
    await expect(lines).toHaveCount(at + 1);
  }
  await page.getByLabel(`Quantity of ${second.sku}`).fill("a few");
  await page.getByRole("button", { name: "Save draft" }).click();
  const refused = lines.filter({ has: page.locator("[aria-invalid=true]") });
  await expect(refused).toContainText(second.name);
  await page.getByRole("button", { name: `Remove ${first.sku}` }).click();
  await expect(lines).toHaveCount(2);
  await expect(refused).toContainText(second.name);
  await expect(refused).toHaveCount(1);
});

test("a scan adds one to what was typed, with a thousands separator too", async ({ page }) => {
  const { id: itemId, sku, shelf } = await lowItem(page);
  const supplier = { name: `Bulk Supply ${Date.now()}` };
  const { id: supplierId } = (await ask(page, "post", "/inventory/suppliers", supplier)).json();
  const lines = [{ itemId, locationId: shelf.id, quantity: 2000 }];
  const { id } = (await ask(page, "post", "/inventory/purchase-orders", { supplierId, lines })).json();
  await ask(page, "post", `/inventory/purchase-orders/${id}/place`, { method: "phone", version: 1 });
  await visit(page, `/inventory/purchase-orders/${id}`);
  await page.getByRole("link", { name: "Receive", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Receive PO-/ });
  const quantity = dialog.getByLabel(`Quantity of ${sku} received`);
  await quantity.fill("1,000");
  const scanned = dialog.getByLabel("Scan an item");
  await scanned.fill(sku);
  await scanned.press("Enter");
  await expect(quantity).toHaveValue("1001");
  await quantity.fill("a few");
  await scanned.fill(sku);
  await scanned.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText(/^Correct the quantity of /);
});
