import { expect, type Page, test } from "@playwright/test";

import { stateOf } from "./people";
import { ask, scriptInCharge, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

/** A new customer with two sites and the given equipment. */
async function customerWith(page: Page, units: readonly string[]): Promise<{ id: string; number: number }> {
  const site = { type: "service", city: "Milwaukee", state: "WI" };
  const added = await ask(page, "post", "/customers", {
    firstName: "Noor",
    lastName: `Haddad ${Date.now()}`,
    addresses: [
      { ...site, line1: "1417 W Vliet St", postalCode: "53205" },
      { ...site, line1: "9 Lake Dr", postalCode: "53202", label: "Annex" },
    ],
  });
  expect(added.status(), await added.text()).toBe(201);
  const customer = await added.json();
  for (const equipmentName of units) {
    const unit = { equipmentName, equipmentType: "packaged_unit", customerId: customer.id };
    expect((await ask(page, "post", "/equipment", unit)).status()).toBe(201);
  }
  return customer;
}

const rooftops = Array.from({ length: 9 }, (_, index) => `Rooftop ${index + 1}`);

test("equipment is chosen by keyboard alone, is cleared with its customer, and shows on the job and its own page", async ({
  page,
}) => {
  const { id } = await customerWith(page, [...rooftops, "Boiler"]);
  await visit(page, `/workorders/create?customerId=${id}`);
  await page.getByLabel("Job summary").fill("Spring visit");
  const add = page.getByRole("combobox", { name: "Add equipment" });
  const options = page.getByRole("listbox", { name: "Equipment" }).getByRole("option");
  const more = page.getByText("More: equipment, signature, billing");
  await more.click();
  await add.focus();
  await page.keyboard.type("boil");
  await expect(options).toHaveText([/^Boiler/]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Boiler" })).toBeVisible();
  // Selected equipment is no longer offered, and the next is chosen without reopening the list.
  await expect(add).toHaveValue("");
  await expect(options.filter({ hasText: "Boiler" })).toHaveCount(0);
  await expect(options.and(page.getByRole("option", { selected: true }))).toHaveText(/^Rooftop 1/);
  await page.keyboard.press("ArrowDown");
  await expect(options.and(page.getByRole("option", { selected: true }))).toHaveText(/^Rooftop 2/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await page.getByRole("button", { name: "Remove Rooftop 2" }).press("Enter");
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
  await expect(add).toBeFocused();

  // Another customer has other equipment, and none is selected; typed text stays.
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Customer", exact: true })).toBeVisible();
  await expect(page.getByText("Choose the customer first.")).toBeVisible();
  await page.goBack();
  await visit(page, `/workorders/create?customerId=${id}`);
  await page.getByLabel("Job summary").fill("Spring visit");
  await more.click();
  for (const name of ["Boiler", "Rooftop 3"]) {
    await add.click();
    await options.filter({ hasText: name }).click();
  }
  // The open list covers the button.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Create work order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Spring visit");

  const units = page.getByRole("region", { name: "Equipment" });
  await expect(units.getByRole("link", { name: "Rooftop 3" })).toBeVisible();
  await units.getByRole("link", { name: "Boiler" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Boiler");
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("region", { name: "Work orders" })).toContainText("Spring visit");
});

test("on a phone a job's equipment is changed by touch", async ({ browser }) => {
  const phone = await browser.newContext({
    storageState: stateOf("manager"),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.newPage();
  const { id, number } = await customerWith(page, ["Furnace", "Humidifier"]);
  await visit(page, `/customers/${number}`);
  await page
    .getByRole("region", { name: "Equipment" })
    .getByRole("link", { name: /Furnace/ })
    .tap();
  await expect(page.getByRole("heading", { level: 2, name: "Furnace" })).toBeVisible();
  await page.getByRole("link", { name: "History" }).tap();
  await page.getByRole("link", { name: "Create work order" }).tap();
  await expect(page.getByRole("button", { name: "Remove Furnace" })).toBeVisible();
  await scriptInCharge(page);
  await page.getByLabel("Job summary").fill("Two units");
  await page.getByRole("combobox", { name: "Add equipment" }).tap();
  await page.getByRole("option", { name: "Humidifier" }).tap();
  await page.getByRole("button", { name: "Remove Furnace" }).tap();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveText(["Humidifier"]);
  await page.getByRole("button", { name: "Create work order" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Two units");
  const booked = await ask(page, "get", `/work-orders?customerId=${id}`);
  // Another test's search may have chosen the same customer for its job.
  const workOrder = (await booked.json()).items.find(({ title }: { title: string }) => title === "Two units");
  const found = await ask(page, "get", `/work-orders/${workOrder.id}`);
  expect((await found.json()).equipment).toMatchObject([{ name: "Humidifier" }]);
  await phone.close();
});

test("choosing the customer of new equipment last keeps typed values", async ({ page }) => {
  const { id } = await customerWith(page, []);
  const { name } = await (await ask(page, "get", `/customers/${id}`)).json();
  await visit(page, "/equipment/create");
  await page.getByRole("textbox", { name: /^Name/ }).fill("Attic furnace");
  await page.getByRole("combobox", { name: "Customer", exact: true }).pressSequentially(name);
  await expect(page.getByRole("option", { name })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Change", exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^Name/ })).toHaveValue("Attic furnace");
  await page.getByRole("combobox", { name: "Property" }).selectOption("Annex: 9 Lake Dr, Milwaukee, WI 53202");
  await page.getByRole("combobox", { name: "Type" }).selectOption("furnace");
  await page.getByRole("button", { name: "Add equipment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Attic furnace");
  await expect(page.getByRole("main")).toContainText("9 Lake Dr, Milwaukee");
});

test("pressing Enter right away chooses the match for the last letters typed", async ({ page }) => {
  const { id } = await customerWith(page, ["Furnace"]);
  const { name } = await (await ask(page, "get", `/customers/${id}`)).json();
  await visit(page, "/workorders/create");
  const find = page.getByRole("combobox", { name: "Customer", exact: true });
  await find.pressSequentially("a");
  await expect(page.getByRole("status").filter({ hasText: "found" })).toBeAttached();
  await find.fill(name);
  await find.press("Enter");
  await expect(page.getByRole("link", { name: "Change", exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`customerId=${id}`));
});
