import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("a line of words becomes a to-do; done, undone, changed and deleted with a way back", async ({ page }) => {
  await visit(page, "/todos");
  const title = `Call the supplier ${Date.now().toString(36)}`;
  await page.getByLabel("Add a to-do").fill(`${title} tomorrow 9`);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  await expect(page.getByRole("region", { name: "Tomorrow" }).getByText(title)).toBeVisible();
  await expect(row).toContainText("9:00 AM");
  await expect(page.getByLabel("Add a to-do")).toHaveValue("");

  await row.getByRole("checkbox").click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toHaveCount(1);

  await row.getByRole("link", { name: title }).click();
  const dialog = page.getByRole("dialog", { name: "Edit to-do" });
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel("Repeats").selectOption("Weekly");
  await dialog.getByLabel("Every").fill("2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Every 2 weeks");

  await row.getByRole("button", { name: `Delete: ${title}` }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(row).toHaveCount(1);
});
