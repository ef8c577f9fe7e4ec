import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("admin") });

/** The street field, once the script has made it a combobox. */
async function streetOf(page: Page) {
  const street = page.getByRole("combobox", { name: "Street address" }).first();
  await expect(street).toBeVisible();
  return street;
}

test("typing part of a city after a street completes city and state by keyboard and keeps the street", async ({
  page,
}) => {
  await visit(page, "/customers/create");
  await page.getByLabel("First name").fill("Noor");
  await page.getByLabel("Last name").fill("Haddad");
  const street = await streetOf(page);
  await street.pressSequentially("1417 W Vliet St, Milw");
  const first = page.getByRole("option", { name: "Milwaukee, WI", exact: true });
  await expect(first).toBeVisible();
  const wanted = await first.innerText();
  await street.press("ArrowDown");
  await expect(page.getByRole("listbox", { name: "Suggestions" }).getByRole("option", { selected: true })).toHaveText(
    wanted,
  );
  await street.press("ArrowUp");
  await street.press("ArrowDown");
  await street.press("Enter");
  await expect(street).toHaveValue("1417 W Vliet St");
  await expect(page.getByLabel("City").first()).toHaveValue("Milwaukee");
  await expect(page.getByLabel("State").first()).toHaveValue("WI");
  // Milwaukee has many ZIP codes, and the street's is not known.
  await expect(page.getByLabel("ZIP code").first()).toHaveValue("");
  await page.getByLabel("ZIP code").first().fill("53205");
  await expect(page.getByRole("listbox", { name: "Suggestions" })).toHaveCount(0);
  await page.getByRole("button", { name: "Add customer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Noor");
  await expect(page.getByText("1417 W Vliet St").first()).toBeVisible();
});

test("Escape closes the suggestions but keeps the dialog and its text, and a click chooses one", async ({ page }) => {
  await visit(page, "/customers/3/addresses/new");
  const dialog = page.getByRole("dialog", { name: "Add address" });
  const street = await streetOf(page);
  await street.pressSequentially("9 Lake Dr, 53202");
  const option = page.getByRole("option", { name: "Milwaukee, WI 53202" });
  await expect(option).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await street.press("Escape");
  await expect(option).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(street).toHaveValue("9 Lake Dr, 53202");
  await street.pressSequentially(" ");
  await option.click();
  await expect(street).toHaveValue("9 Lake Dr");
  await expect(dialog.getByLabel("ZIP code")).toHaveValue("53202");
});

test("a ZIP code fills in city and state and never overwrites typed values", async ({ page }) => {
  await visit(page, "/customers/3/addresses/new");
  await streetOf(page);
  const dialog = page.getByRole("dialog", { name: "Add address" });
  await dialog.getByLabel("ZIP code").pressSequentially("53202");
  await expect(dialog.getByLabel("City")).toHaveValue("Milwaukee");
  await expect(dialog.getByLabel("State")).toHaveValue("WI");
  await dialog.getByLabel("City").fill("Shorewood");
  await dialog.getByLabel("ZIP code").fill("");
  const searched = page.waitForResponse("**/api/addresses/search");
  await dialog.getByLabel("ZIP code").pressSequentially("53205");
  await searched;
  await expect(dialog.getByLabel("City")).toHaveValue("Shorewood");
});

test("Verify address names the mismatch, corrects it on request, and says that the street is not checked", async ({
  page,
}) => {
  await visit(page, "/customers/3/addresses/new");
  const street = await streetOf(page);
  const dialog = page.getByRole("dialog", { name: "Add address" });
  const verify = dialog.getByRole("button", { name: "Verify address" });
  await verify.click();
  await expect(dialog.getByText("Enter street, city, state and ZIP code first.")).toBeVisible();
  await street.fill("1417 W Vliet St");
  await dialog.getByLabel("City").fill("Chicago");
  await dialog.getByLabel("State").selectOption("IL");
  await dialog.getByLabel("ZIP code").fill("53205");
  await verify.click();
  await expect(dialog.getByText("53205 is in WI, not in IL.")).toBeVisible();
  await dialog.getByRole("button", { name: "Use Milwaukee, WI 53205" }).click();
  await expect(dialog.getByLabel("City")).toHaveValue("Milwaukee");
  await verify.click();
  await expect(dialog.getByText("ZIP matches city and state; street not checked.")).toBeVisible();
  await dialog.getByLabel("ZIP code").fill("00000");
  await verify.click();
  await expect(dialog.getByText("00000 is not a known ZIP code.")).toBeVisible();
});

test("without a response the form does not change", async ({ page }) => {
  await page.route("**/api/addresses/**", (route) => route.abort());
  await visit(page, "/settings");
  const street = page.getByRole("combobox", { name: "Address" });
  await expect(street).toBeVisible();
  const before = await street.inputValue();
  await street.press("End");
  await street.pressSequentially(", Milw");
  // The list closes when the field loses focus, but the click still reaches its button.
  await expect(page.getByText("Add the city or ZIP code, such as 12 Oak St, Austin.")).toBeVisible();
  await page.getByRole("button", { name: "Verify address" }).click();
  await expect(page.getByText(/^The address check is not available right now\.|^Enter street/)).toBeVisible();
  await expect(street).toHaveValue(`${before}, Milw`);
});
