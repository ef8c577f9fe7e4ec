import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

test("an item file is previewed before saving, with new, changed and invalid rows", async ({ page }) => {
  const mark = Date.now();
  const [known, fresh, bad] = [`KNOWN-${mark}`, `FRESH-${mark}`, `BAD-${mark}`];
  const item = { sku: known, name: "Contactor 30 A", primaryCategory: "PARTS", baseUnit: "EA", listPrice: 40 };
  const { id } = (await ask(page, "post", "/inventory/items", item)).json();

  await visit(page, "/inventory/items/import");
  const rows = [
    "SKU,Name,Category,Unit,List price",
    `${known},Contactor 30 A,Parts,EA,45.50`,
    `${fresh},Contactor 40 A,Parts,EA,52.00`,
    `${bad},Contactor 60 A,Parts,EA,many`,
  ];
  const file = { name: "items.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("button", { name: "Check rows" }).click();
  await expect(page.getByText("1 new, 1 changed, 0 unchanged, 1 with errors")).toBeVisible();
  await expect(page.getByText("List price: 40.00 → 45.50")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: bad })).toContainText("List price: Please enter an amount");

  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByText("1 item added, 1 changed.")).toBeVisible();
  await visit(page, `/inventory/items?search=${mark}`);
  const items = page.getByRole("table", { name: "Items" });
  await expect(items.getByRole("row").filter({ hasText: fresh })).toContainText("$52.00");
  await expect(items).not.toContainText(bad);
  await visit(page, `/inventory/items/${id}`);
  await expect(page.getByText("$45.50").first()).toBeVisible();
});
