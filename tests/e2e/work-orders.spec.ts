import { expect, type Page, test } from "@playwright/test";
import { addWorkOrder, tuesdayFarAhead } from "./board";
import { chooseTechnician, technicianField, technicianOptions } from "./choose-technician";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

/** Chooses the first customer found by a few letters, by keyboard only. */
async function chooseCustomer(page: Page, letters: string): Promise<void> {
  await page.getByRole("combobox", { name: "Customer", exact: true }).pressSequentially(letters);
  await expect(page.getByRole("status").filter({ hasText: "found" })).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Change", exact: true })).toBeVisible();
}

test("a call becomes a work order and is scheduled and dispatched", async ({ page }) => {
  await visit(page, "/workorders/create");
  await page.getByLabel("Job summary").fill("Furnace rattles at night");
  await chooseCustomer(page, "bay");
  // Text entered before the customer was chosen is still there.
  await expect(page.getByLabel("Job summary")).toHaveValue("Furnace rattles at night");
  await page.getByText("More: equipment, signature, billing").click();
  await page.getByLabel("Signature required").check();
  await page.getByRole("button", { name: "Create work order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Furnace rattles at night");

  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule" });
  // Within everyone's shift, on a day with nothing else booked.
  await dialog.getByLabel("Day").fill(tuesdayFarAhead());
  await dialog.getByLabel("Time").fill("10:00");
  const summary = dialog.getByRole("status").filter({ hasText: "Tue" });
  await expect(summary).toHaveText(/^Tue, \w{3} \d+, \d{4}, 10:00 to 11:00 AM$/);
  await technicianField(dialog).click();
  const technician = await technicianOptions(dialog).nth(1).innerText();
  await chooseTechnician(dialog, technician);
  await expect(summary).toHaveText(new RegExp(`AM · ${technician} · (No|\\d+) other jobs? that day$`));
  await dialog.getByLabel("Time").fill("10:30");
  await expect(summary).toContainText("10:30 to 11:30 AM");
  await dialog.getByLabel("Time").fill("10:00");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: /^Dispatch to/ }).click();
  await expect(page.getByText("Dispatched", { exact: true }).first()).toBeVisible();
  // Only the assigned technician may start the work.
  await expect(page.getByRole("button", { name: "Start work" })).toHaveCount(0);
});

test("a service type fills in the duration, and an opening the day, time and technician", async ({ page }) => {
  await visit(page, "/workorders/create");
  await chooseCustomer(page, "bay");
  await page.getByRole("combobox", { name: "Service type", exact: true }).selectOption({ label: "AC tune-up" });
  await expect(page.getByText("First openings for a job of 1 hr 15 min:")).toBeVisible();
  await expect(page.getByLabel("Duration")).toHaveValue("75");
  await expect(page.getByLabel("Job summary")).toHaveValue("AC tune-up");
  const opening = page
    .getByRole("listitem")
    .getByRole("button", { name: /[AP]M, / })
    .first();
  const [, technician = ""] = (await opening.innerText()).match(/[AP]M, (.+)$/) ?? [];
  await opening.click();
  await expect(page.getByLabel("Day", { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue(/^\d\d:\d\d$/);
  await expect(technicianField(page)).toHaveValue(technician);
  await expect(page.getByLabel("Duration")).toHaveValue("75");
});

test("openings for one customer are not offered for another", async ({ page }) => {
  await visit(page, "/workorders/create");
  await chooseCustomer(page, "bay");
  await page.getByRole("combobox", { name: "Service type", exact: true }).selectOption({ label: "AC tune-up" });
  const openings = page.getByText("First openings for a job of 1 hr 15 min:");
  await expect(openings).toBeVisible();
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Customer", exact: true })).toBeVisible();
  await expect(openings).toBeHidden();
  await page.getByLabel("Job summary").fill("Tune-up before the summer");
  await chooseCustomer(page, "third");
  await expect(openings).toBeVisible();
  await expect(page.getByLabel("Job summary")).toHaveValue("Tune-up before the summer");
});

test("a refused scheduling leaves the screen unchanged and gives the reason", async ({ page, browser }) => {
  const { number } = await addWorkOrder(page, {});
  // Blocks this screen's live updates.
  await page.routeWebSocket("**/api/events**", () => undefined);
  await visit(page, `/workorders/${number}`);
  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule" });
  const day = tuesdayFarAhead();
  await dialog.getByLabel("Day").fill(day);
  await dialog.getByLabel("Time").fill("09:00");

  const second = await browser.newContext({ storageState: stateOf("admin") });
  const other = await second.newPage();
  await visit(other, `/workorders/${number}/cancel`);
  await other.getByRole("radio", { name: "Duplicate" }).check();
  await other.getByRole("button", { name: "Cancel work order" }).click();
  // The change reaches the very screen that made it while its form's response is still on the way.
  await expect(other.getByText("is now Canceled.")).toBeVisible();

  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("This work order was canceled. A manager can reopen it.");
  await expect(dialog.getByLabel("Day")).toHaveValue(day);
  await expect(dialog.getByLabel("Time")).toHaveValue("09:00");
  await second.close();
});

test("another user's note shows even if a dialog was opened before it loaded", async ({ page }) => {
  const { id, number } = await addWorkOrder(page, {});
  const connected = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  await visit(page, `/workorders/${number}`);
  await connected;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/workorders/${number}.data**`, async (route) => {
    await held;
    // The read aborted by the dialog cannot be answered.
    await route.continue().catch(() => undefined);
  });
  const reading = page.waitForRequest(`**/workorders/${number}.data**`);
  const written = await ask(page, "post", `/work-orders/${id}/notes`, { body: "Dog in the yard" });
  expect(written.status(), await written.text()).toBe(201);
  await reading;
  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Schedule" })).toBeVisible();
  release();
  await expect(page.locator("p").filter({ hasText: "Dog in the yard" })).toBeAttached();
});

test("the list is filtered by a customer found by a few letters and chosen by keyboard", async ({ page }) => {
  await visit(page, "/workorders?priority=high");
  await page.getByRole("button", { name: "Any customer" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Customer" });
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("brady");
  // Results for fewer letters are no longer shown.
  await expect(dialog.getByRole("option").first()).toHaveText(/Brady Street Bistro/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/priority=high&customerId=/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "Clear filter Brady Street Bistro" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Customer: Brady Street Bistro" })).toBeVisible();
});

test("a truncated cell shows its full text on hover, and a complete one does not", async ({ page }) => {
  await visit(page, "/workorders?search=carbon");
  const long = page.getByRole("rowheader").first().getByText("Carbon monoxide alarm, check heat exchanger");
  await page.setViewportSize({ width: 1040, height: 800 });
  await long.hover();
  await expect(long).toHaveAttribute("title", /^WO-\d+ Carbon monoxide alarm, check heat exchanger$/);
  await page.setViewportSize({ width: 1800, height: 800 });
  await page.getByRole("heading", { name: "Work orders" }).hover();
  await long.hover();
  await expect(long).toHaveAttribute("title", "");
});

test("a job's card on a phone shows its start, and its priority only if urgent", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/workorders?priority=emergency&status=scheduled");
  const urgent = page.getByRole("row").filter({ hasText: "WO-" }).first();
  await expect(urgent.getByText("Emergency")).toBeVisible();
  await expect(urgent.getByRole("time")).toBeVisible();
  await visit(page, "/workorders?priority=normal&status=scheduled");
  const usual = page.getByRole("row").filter({ hasText: "WO-" }).first();
  await expect(usual.getByText("Scheduled", { exact: true })).toBeVisible();
  await expect(usual.getByText("Normal")).toBeHidden();
});

test("the list is navigated by keyboard and its filters are in the URL", async ({ page }) => {
  await visit(page, "/workorders");
  await page.locator("tbody th > a").first().focus();
  await page.keyboard.press("ArrowDown");
  const second = page.locator("tbody th > a").nth(1);
  await expect(second).toBeFocused();
  await page.getByLabel("Status").selectOption("scheduled");
  await expect(page).toHaveURL(/status=scheduled/);
  // The address changes before the list does.
  await expect(page.getByRole("link", { name: "Clear filter Scheduled" })).toBeVisible();
  const rows = page.getByRole("row").filter({ has: page.locator("tbody th > a") });
  await expect(rows.filter({ hasNotText: /Scheduled/ })).toHaveCount(0);
  // A whole word of a job scheduled in the demo, on whatever day: 'No heat' alone has no word of five letters, and a search
  // finds no letters from the middle of a word, such as of the ids that other tests give their jobs.
  const titles = await page.locator("tbody th > a").allInnerTexts();
  const [word = ""] = titles.join("\n").match(/\b[A-Za-z]{5,}\b/) ?? [];
  expect(word).not.toBe("");
  await page.getByRole("searchbox").fill(word);
  await expect(page).toHaveURL(new RegExp(`search=${word}`));
  await expect(page.locator("tbody th > a").first()).toContainText(word, { ignoreCase: true });
  await page.locator("tbody th > a").first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/workorders\/\d+$/);
});
