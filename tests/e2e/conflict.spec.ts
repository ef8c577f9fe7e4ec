import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

test("a conflict shows both versions side by side, and the user's can replace the saved one", async ({ page }) => {
  const made = Date.now();
  const customer = (
    await ask(page, "post", "/customers", { firstName: "Ana", lastName: `Moreau ${made}`, notes: "Gate code 1" })
  ).json();
  await visit(page, `/customers/${customer.number}/edit`);
  await page.locator("input[name=firstName]").fill("Anna");
  await ask(page, "patch", `/customers/${customer.id}`, { version: customer.version, firstName: "Anne" });
  await page.getByRole("button", { name: "Save changes" }).click();
  const conflict = page.getByRole("alert").filter({ hasText: "Someone else changed this customer" });
  await expect(conflict.getByRole("row", { name: /^First name/ })).toHaveText("First nameAnneAnna");
  await expect(conflict.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Replace with mine" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Anna" })).toBeVisible();
});
