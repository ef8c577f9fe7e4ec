import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("manager"), viewport: { width: 390, height: 844 } });

test("a nameplate is read by keys alone, and fills what is confirmed", async ({ page }) => {
  await visit(page, "/equipment/create");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Attic unit");
  await page.getByRole("textbox", { name: "Manufacturer" }).fill("Bryant");
  await page.getByRole("button", { name: "Read the nameplate" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Read the nameplate" });
  await expect(dialog.getByLabel("What the plate says")).toBeFocused();
  // Where no reader of photos is set up, none is offered.
  await expect(dialog.getByRole("button", { name: "Use a photo" })).toHaveCount(0);
  await page.keyboard.insertText("CARRIER\nMODEL 24ABC636A003\nSERIAL 4OO6A17330\nR-22 OR R-407C");
  await dialog.getByRole("button", { name: "Read text" }).press("Enter");
  await expect(dialog.getByText("Replaces “Bryant” in the form.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Use 0 values" })).toBeDisabled();
  const choose = (name: RegExp) => dialog.getByRole("checkbox", { name });
  await choose(/^24ABC636A003/).press("Space");
  await choose(/^4OO6A17330/).press("Space");
  // One of several: the other goes.
  await choose(/^4006A17330/).press("Space");
  await expect(choose(/^4OO6A17330/)).not.toBeChecked();
  await choose(/^R-22/).press("Space");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Use 3 values" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Model number" })).toHaveValue("24ABC636A003");
  await expect(page.getByRole("textbox", { name: "Serial number" })).toHaveValue("4006A17330");
  await expect(page.getByRole("combobox", { name: "Refrigerant" })).toHaveValue("R-22");
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("");
  await expect(page.getByRole("textbox", { name: "Manufacturer" })).toHaveValue("Bryant");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Attic unit");
});
