import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a lot is received, listed as expiring, given its correct date and written off", async ({ page }) => {
  const sku = `SEAL-${Date.now()}`;
  const item = { sku, name: "Leak sealant", primaryCategory: "CONSUMABLES", baseUnit: "EA", shelfLifeDays: 365 };
  const { id } = (await ask(page, "post", "/inventory/items", item)).json();
  const shelf = (await ask(page, "post", "/inventory/locations", { name: `Shelf ${sku}`, type: "warehouse" })).json();

  await visit(page, `/inventory/items/${id}/move`);
  const receipt = page.getByRole("dialog", { name: "Move stock" });
  await receipt.getByLabel("Location").selectOption(shelf.id);
  await receipt.getByLabel("Quantity").fill("6");
  await receipt.getByLabel("Lot number").fill("B-77");
  await receipt.getByLabel("Expires on").fill(day(20));
  await receipt.getByRole("button", { name: "Post" }).click();
  await expect(page.getByText("Receipt posted.")).toBeVisible();

  await visit(page, `/inventory/lots?itemId=${id}&expiresWithin=30`);
  const lots = page.getByRole("table", { name: "Lots" });
  await expect(lots.getByText("Expires soon")).toBeVisible();
  await lots.getByRole("link", { name: "Correct the expiration date of lot B-77" }).click();
  const correction = page.getByRole("dialog", { name: "Expiration of lot B-77" });
  await correction.getByLabel("Expires on").fill(day(-10));
  await correction.getByLabel("Reason").fill("Year misread on the can");
  await correction.getByRole("button", { name: "Correct date" }).click();
  await expect(page.getByText("Expiration date corrected.")).toBeVisible();
  await expect(correction).toBeHidden();

  await lots.getByRole("button", { name: "Write off lot B-77" }).click();
  await expect(page.getByText("Written off as expired.")).toBeVisible();
  await expect(page.getByText("Nothing expires by then")).toBeVisible();
});
