import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";

test.use({ storageState: stateOf("manager") });

/** Chooses the first customer that a few letters find, by keys alone. */
async function chooseCustomer(page: Page, letters: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Customer" }).pressSequentially(letters);
  await expect(page.getByRole("status").filter({ hasText: "found" })).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Change" })).toBeVisible();
}

test("a call becomes a work order, is booked, sent out and completed", async ({ page }) => {
  await page.goto("/workorders/create");
  await page.getByLabel("What is to be done").fill("Furnace rattles at night");
  await chooseCustomer(page, "no");
  // What was typed before the customer was chosen is still there.
  await expect(page.getByLabel("What is to be done")).toHaveValue("Furnace rattles at night");
  await page.getByLabel("Customer signs").check();
  await page.getByRole("button", { name: "Create work order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Furnace rattles at night");

  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule" });
  await dialog.getByLabel("Day").fill("2027-02-01");
  await dialog.getByLabel("Time").fill("09:00");
  await dialog.getByLabel("Technician").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: /^Dispatch to/ }).click();
  await page.getByRole("button", { name: /is on the way$/ }).click();
  await page.getByRole("button", { name: "Start work" }).click();

  await page.getByRole("textbox", { name: "New task" }).fill("Tighten the blower");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "Tighten the blower" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "New task" })).toHaveValue("");
  await page.getByRole("link", { name: "Complete", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: /^Complete WO-/ });
  await expect(sheet.getByRole("button", { name: "Complete", exact: true })).toBeDisabled();
  await sheet.getByRole("checkbox", { name: "Tighten the blower" }).click();
  await sign(page);
  await expect(sheet.getByText("Nothing is missing any more.")).toBeVisible();
  await sheet.getByRole("button", { name: "Complete", exact: true }).click();
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
});

async function sign(page: Page): Promise<void> {
  await page.getByLabel("Name of who signs").fill("Nora");
  const box = await page.getByRole("img", { name: /Field to sign in/ }).boundingBox();
  if (!box) throw new Error("there is no field to sign in");
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 8 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Keep signature" }).click();
}

test("a refused move leaves the screen as it was and says why", async ({ page, browser }) => {
  await page.goto("/workorders?status=unscheduled");
  await page.locator("[data-row-link]").first().click();
  await expect(page).toHaveURL(/\/workorders\/\d+$/);
  const second = await browser.newContext({ storageState: stateOf("admin") });
  const other = await second.newPage();
  await other.goto(`${page.url()}?move=cancelled`);
  await other.getByRole("radio", { name: "Duplicate" }).check();
  // The first screen holds its dialog open while the other cancels.
  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  await page.getByLabel("Day").fill("2027-02-02");
  await page.getByLabel("Time").fill("09:00");
  await other.getByRole("button", { name: "Cancel work order" }).click();
  await expect(other.getByText("is now Cancelled.")).toBeVisible();
  await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
  await second.close();
});

test("the list is walked by keys and filtered in the address", async ({ page }) => {
  await page.goto("/workorders");
  await page.locator("[data-row-link]").first().focus();
  await page.keyboard.press("ArrowDown");
  const second = page.locator("[data-row-link]").nth(1);
  await expect(second).toBeFocused();
  await page.getByLabel("Status").selectOption("scheduled");
  await expect(page).toHaveURL(/status=scheduled/);
  await page.getByRole("searchbox").fill("boiler");
  await expect(page).toHaveURL(/search=boiler/);
  await expect(page.locator("[data-row-link]").first()).toContainText(/boiler/i);
  await page.locator("[data-row-link]").first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/workorders\/\d+$/);
});
