import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("household") });

test("an error summary names the field with the error and links to it", async ({ page }) => {
  await visit(page, "/profile");
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Change password" }) });
  const current = form.getByRole("textbox", { name: "Current password" });
  await current.fill("not the right one at all");
  await form.getByRole("textbox", { name: "New password" }).fill("gravel-otter-lantern-58");
  await form.getByRole("button", { name: "Change password" }).click();
  const summary = form.getByRole("alert");
  await expect(summary).toContainText("One field needs attention");
  await expect(form.getByText("This is not your current password")).toHaveCount(1);
  await summary.getByRole("link", { name: "Current password", exact: true }).click();
  await expect(current).toBeFocused();
});
