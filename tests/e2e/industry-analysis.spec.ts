import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("manager") });

test("a manager picks industries, removes one and reads the figures behind a chart", async ({ page }) => {
  await visit(page, "/industry-analysis");
  const table = page.getByRole("table", { name: "Industries compared" });
  await expect(table.getByRole("columnheader")).toHaveCount(4);

  const field = page.getByRole("combobox", { name: "Add an industry" });
  await field.pressSequentially("remodel");
  await page.getByRole("option", { name: /Remodelers/ }).click();
  await expect(table.getByRole("columnheader", { name: "Remodelers 236118" })).toBeVisible();
  await expect(table).toContainText("Most in July 2016, fewest in February 2016");

  await field.pressSequentially("333415");
  await field.press("Enter");
  await expect(table.getByRole("columnheader", { name: "HVAC manufacturing 333415" })).toBeVisible();
  await expect(field).toBeDisabled();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole("link", { name: "Remove Roofing" }).click();
  await expect(table.getByRole("columnheader", { name: /Roofing/ })).toBeHidden();
  await expect(field).toBeEnabled();
  await page.goBack();
  await expect(table.getByRole("columnheader", { name: /Roofing/ })).toBeVisible();

  await page.getByText("Show as a table").first().click();
  const employed = page.getByRole("table", { name: "Employees by industry" });
  await expect(employed.getByRole("row", { name: /Plumbing and HVAC/ })).toContainText("1,256,817");
  await expect(employed.getByRole("row", { name: /HVAC manufacturing/ })).toContainText("96,078");
});

test("an analysis is saved, renamed, deleted and restored with Undo", async ({ page }) => {
  const name = `The trades in ${Date.now()}`;
  await visit(page, "/industry-analysis?industry=238220&industry=561790");
  const table = page.getByRole("table", { name: "Industries compared" });
  await expect(table.getByRole("row", { name: /^Season/ })).toContainText("30.9% from low to high");
  await page.getByRole("link", { name: "Save analysis" }).click();
  const dialog = page.getByRole("dialog", { name: "Save analysis" });
  const field = dialog.getByRole("textbox", { name: "Name" });
  await expect(field).toHaveValue("Plumbing and HVAC, Other building services");
  await field.fill(name);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save analysis" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Download CSV" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^industry-analysis-.*\.csv$/);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const rename = page.getByRole("dialog", { name: "Rename analysis" });
  await rename.getByRole("textbox", { name: "Name" }).fill(`${name}, again`);
  await rename.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${name}, again` })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete analysis" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Saved analyses" })).toBeVisible();
  await expect(page.getByRole("link", { name: `${name}, again` })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${name}, again` })).toBeVisible();
});
