import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("manager") });

test("a manager picks industries, takes one out and reads the figures behind a chart", async ({ page }) => {
  await visit(page, "/industry-analysis");
  const table = page.getByRole("table", { name: "Industries compared" });
  await expect(table.getByRole("columnheader")).toHaveCount(4);

  const field = page.getByRole("combobox", { name: "Add an industry" });
  await field.pressSequentially("remodel");
  await page.getByRole("option", { name: /Remodelers/ }).click();
  await expect(table.getByRole("columnheader", { name: "Remodelers 236118" })).toBeVisible();
  await expect(table).toContainText("Most in June 2025, fewest in February 2026");

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
  const employed = page.getByRole("table", { name: "People employed by industry" });
  await expect(employed.getByRole("row", { name: /Plumbing and HVAC/ })).toContainText("1,290,330");
  await expect(employed.getByRole("row", { name: /HVAC manufacturing/ })).toContainText("not published here");
});
