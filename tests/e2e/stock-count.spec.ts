import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, scriptInCharge, visit } from "./visit";

test.use({ storageState: stateOf("manager"), viewport: { width: 390, height: 844 } });

test("a shelf is counted line by line on a phone, scanned, reloaded and posted", async ({ page }) => {
  const made = Date.now();
  const location = await (
    await ask(page, "post", "/inventory/locations", { name: `Shelf ${made}`, type: "warehouse" })
  ).json();
  const items = [];
  for (const name of ["Belt", "Contactor", "Fuse"]) {
    const item = { sku: `${name}-${made}`, name, primaryCategory: "PARTS", baseUnit: "EA", unitCost: 2 };
    items.push(await (await ask(page, "post", "/inventory/items", item)).json());
  }
  const [belt, contactor] = items;
  const lines = [belt, contactor].map(({ id }) => ({ itemId: id, locationId: location.id, quantity: 5 }));
  await ask(page, "post", "/inventory/movements", { kind: "receipt", lines });
  await visit(page, `/inventory/counts/create?locationId=${location.id}`);
  await page.getByRole("button", { name: "Start count" }).click();
  const heading = page.getByRole("heading", { level: 2 });
  const counted = page.getByLabel("Counted, EA");
  await expect(heading).toHaveText("Belt");
  await counted.fill("3");
  await counted.press("Enter");
  await expect(heading).toHaveText("Contactor");
  await expect(counted).toBeFocused();
  await page.reload();
  await scriptInCharge(page);
  await expect(page.getByText("1 of 2 counted")).toBeVisible();
  const scan = page.getByLabel("Scan or search");
  await scan.fill(`fuse-${made}`);
  await scan.press("Enter");
  await expect(heading).toHaveText("Fuse");
  await counted.fill("1");
  await page.getByRole("button", { name: "Save and next" }).click();
  await expect(heading).toHaveText("Contactor");
  await page.getByRole("link", { name: "Post count" }).click();
  await expect(page.getByText("2 differences are moved in or out of stock. 1 line was not counted")).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Post count" }).click();
  await expect(page.getByText("Count posted.")).toBeVisible();
  const { onHand } = (await ask(page, "get", `/inventory/items/${belt.id}`)).json();
  expect(onHand).toBe(3);
});
