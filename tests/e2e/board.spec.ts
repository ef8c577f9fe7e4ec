import { expect, test } from "@playwright/test";
import { demoPassword } from "#drizzle/seed/demo";
import { violationsOf } from "./axe";
import { addWorkOrder, cardIn, column, drag, farAhead, openBoard, someTechnician } from "./board";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

test("a move in one browser appears in another without reloading", async ({ page, browser }) => {
  const workOrder = await addWorkOrder(page, { scheduledStart: farAhead(), technicianId: await someTechnician(page) });
  const other = await browser.newContext({ storageState: stateOf("admin") });
  const there = await other.newPage();
  await openBoard(page, workOrder.word);
  await openBoard(there, workOrder.word);
  await expect(cardIn(there, "Scheduled", workOrder)).toBeVisible();

  await drag(page, cardIn(page, "Scheduled", workOrder), column(page, "Dispatched"));
  await expect(column(page, "Dispatched")).toContainText("Dispatch to");
  await page.mouse.up();
  // Hovering keeps the message open, however long the other browser takes.
  await page.getByRole("button", { name: "Undo" }).hover();
  await expect(cardIn(there, "Dispatched", workOrder)).toBeVisible();
  await expect(cardIn(there, "Scheduled", workOrder)).toHaveCount(0);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cardIn(there, "Scheduled", workOrder)).toBeVisible();
  await other.close();
});

test("by keyboard: Space picks up, arrows choose, each column announces what a drop does, and focus follows the card", async ({
  page,
}) => {
  const workOrder = await addWorkOrder(page, { scheduledStart: farAhead(), technicianId: await someTechnician(page) });
  await openBoard(page, workOrder.word);
  const announcement = page.locator("[id^=DndLiveRegion]");
  const title = (name: string) => cardIn(page, name, workOrder).getByRole("link");
  await title("Scheduled").focus();
  await page.keyboard.press("Space");
  await expect(announcement).toHaveText("Scheduled: Stays here.");
  await page.keyboard.press("ArrowRight");
  await expect(announcement).toHaveText(/^Dispatched: Dispatch to \w+\.$/);
  await page.keyboard.press("ArrowRight");
  await expect(announcement).toHaveText(/^En route: /);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(announcement).toHaveText("On hold: not possible. A work order cannot go from Scheduled to On hold.");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  await expect(announcement).toHaveText(/^Dispatched: /);
  await page.keyboard.press("Space");
  await expect(cardIn(page, "Dispatched", workOrder)).toBeVisible();
  await expect(title("Dispatched")).toBeFocused();

  await page.keyboard.press("Space");
  await expect(announcement).toHaveText("Dispatched: Stays here.");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Escape");
  await expect(announcement).toHaveText(`${workOrder.reference} stays in Dispatched.`);

  // On a slow device Escape is pressed while the pick-up is still being rendered.
  await title("Dispatched").evaluate(async (link) => {
    const press = (code: string) => link.dispatchEvent(new KeyboardEvent("keydown", { code, bubbles: true }));
    press("Space");
    await null;
    press("Escape");
  });
  await expect(page.locator("[data-dragging]")).toHaveCount(0);
  await page.keyboard.press("Enter");
  const card = page.getByRole("dialog");
  await expect(card).toContainText("Open work order");
  await expect(page).toHaveURL(new RegExp(`/workorders/board/${workOrder.number}\\?`));
  await page.goBack();
  await expect(card).toBeHidden();
  await expect(page).toHaveURL(/\/workorders\/board\?/);
  await title("Dispatched").click();
  await card.getByRole("link", { name: "Open work order" }).click();
  await expect(page).toHaveURL(new RegExp(`/workorders/${workOrder.number}$`));
});

test("a card refused by the server goes back to its column, with the reason", async ({ page }) => {
  const technicianId = await someTechnician(page);
  const first = await addWorkOrder(page, { scheduledStart: farAhead(), technicianId });
  // Refused if the technician is already on another job, which is fine here.
  await ask(page, "patch", `/work-orders/${first.id}/status`, { status: "en_route" });
  const workOrder = await addWorkOrder(page, { scheduledStart: farAhead(), technicianId });
  await openBoard(page, workOrder.word);
  await drag(page, cardIn(page, "Scheduled", workOrder), column(page, "In progress"));
  await page.mouse.up();
  await expect(page.getByText(`${workOrder.reference} was not moved`)).toBeVisible();
  await expect(page.getByText(/The technician is on WO-\d+\./)).toBeVisible();
  await expect(cardIn(page, "Scheduled", workOrder)).toBeVisible();
  await expect(cardIn(page, "In progress", workOrder)).toHaveCount(0);
});

test("the office confirms before it marks a technician en route", async ({ page }) => {
  const technicianId = await someTechnician(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: farAhead(), technicianId, through: ["dispatched"] });
  await openBoard(page, workOrder.word);
  await drag(page, cardIn(page, "Dispatched", workOrder), column(page, "En route"));
  await page.mouse.up();
  const question = page.getByRole("alertdialog", { name: /^Mark .* en route now\?$/ });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(cardIn(page, "Dispatched", workOrder)).toBeVisible();
});

test("a column that cannot take the card gives the reason, and the card stays where it is", async ({ page }) => {
  const workOrder = await addWorkOrder(page, {});
  await openBoard(page, workOrder.word);
  await drag(page, cardIn(page, "Unscheduled", workOrder), column(page, "Dispatched"));
  const reason = "A work order cannot go from Unscheduled to Dispatched.";
  await expect(column(page, "Dispatched").getByText(reason)).toBeVisible();
  await page.mouse.up();
  await expect(page.getByLabel("Notifications").getByText(reason)).toBeVisible();
  await expect(cardIn(page, "Unscheduled", workOrder)).toBeVisible();
});

test("completing opens a sheet of missing items, which can be filled in there", async ({ page }) => {
  const workOrder = await addWorkOrder(page, {
    scheduledStart: farAhead(),
    signatureRequired: true,
    tasks: ["Replace the filter", "Show the owner"],
    through: ["in_progress"],
  });
  await openBoard(page, workOrder.word);
  await cardIn(page, "In progress", workOrder)
    .getByRole("button", { name: `Move ${workOrder.reference} to…` })
    .click();
  await page.getByRole("menuitem", { name: "Complete" }).click();
  const sheet = page.getByRole("dialog", { name: `Complete ${workOrder.reference}` });
  await expect(sheet.getByRole("button", { name: "Complete", exact: true })).toBeDisabled();
  await expect(cardIn(page, "In progress", workOrder)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await sheet.getByRole("checkbox", { name: "Replace the filter" }).click();
  await sheet.getByRole("checkbox", { name: "Show the owner" }).click();
  await sheet.getByLabel("Signed by").fill("Ada Marsh");
  await sheet.getByRole("button", { name: "Save signature" }).click();
  await expect(sheet.getByText("Signed by Ada Marsh")).toBeVisible();
  await expect(sheet.getByText("Everything is done.")).toBeVisible();
  await sheet.getByRole("button", { name: "Complete", exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(cardIn(page, "Completed", workOrder)).toBeVisible();
});

test("a move that needs more information asks only for that", async ({ page }) => {
  const word = `asks${Date.now().toString(36)}`;
  const workOrder = await addWorkOrder(page, { word });
  await openBoard(page, word);
  await drag(page, cardIn(page, "Unscheduled", workOrder), column(page, "Scheduled"));
  await expect(column(page, "Scheduled")).toContainText("asks when");
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Schedule" });
  await expect(dialog).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel("Day").fill("2055-06-07");
  await dialog.getByLabel("Time").fill("08:30");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toBeHidden();
  await expect(cardIn(page, "Scheduled", workOrder)).toContainText("Jun 7, 2055, 8:30 AM");

  await cardIn(page, "Scheduled", workOrder).getByRole("button", { name: /Move/ }).click();
  await page.getByRole("menuitem", { name: "Cancel work order" }).click();
  const question = page.getByRole("dialog", { name: "Cancel work order" });
  await question.getByLabel("Duplicate").check();
  await question.getByRole("button", { name: "Cancel work order" }).click();
  await expect(question).toBeHidden();
  await column(page, "Canceled")
    .getByRole("button", { name: /Show Canceled/ })
    .click();
  await expect(cardIn(page, "Canceled", workOrder)).toContainText("Duplicate");
});

test("a dialog for a change that is no longer possible closes with a message", async ({ page }) => {
  const workOrder = await addWorkOrder(page, {});
  // The toast leaves by itself, which on a slow machine may be before the network is idle.
  await page.goto(`/workorders/board/${workOrder.number}/hold?search=${workOrder.word}`);
  await expect(page.getByText(`${workOrder.reference} is Unscheduled now.`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/workorders/board\\?search=${workOrder.word}$`));
  await expect(cardIn(page, "Unscheduled", workOrder)).toBeVisible();
});

test("a drop while offline shows as not saved and is sent once the connection is back", async ({ page, context }) => {
  const workOrder = await addWorkOrder(page, { scheduledStart: farAhead(), technicianId: await someTechnician(page) });
  await openBoard(page, workOrder.word);
  await context.setOffline(true);
  await drag(page, cardIn(page, "Scheduled", workOrder), column(page, "Dispatched"));
  await page.mouse.up();
  await expect(page.getByText("Not saved: you are offline.")).toBeVisible();
  await expect(cardIn(page, "Scheduled", workOrder)).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Not saved")).toBeHidden();
  await expect(cardIn(page, "Dispatched", workOrder)).toBeVisible();
  // The card moves before the server has answered, so the history is polled.
  const history = async () => (await ask(page, "get", `/work-orders/${workOrder.id}/status-history`)).json();
  await expect
    .poll(async () => (await history()).items.map((item: { to: string }) => item.to))
    .toEqual(["unscheduled", "scheduled", "dispatched"]);
});

test("the second of two quick moves can be undone", async ({ page }) => {
  const workOrder = await addWorkOrder(page, { scheduledStart: farAhead(), technicianId: await someTechnician(page) });
  await openBoard(page, workOrder.word);
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(`**/api/work-orders/${workOrder.id}/status`, async (route) => {
    await held;
    await route.continue();
  });
  await drag(page, cardIn(page, "Scheduled", workOrder), column(page, "Dispatched"));
  await page.mouse.up();
  await expect(cardIn(page, "Dispatched", workOrder)).toBeVisible();
  await drag(page, cardIn(page, "Dispatched", workOrder), column(page, "Scheduled"));
  await page.mouse.up();
  await expect(cardIn(page, "Scheduled", workOrder)).toBeVisible();
  letThrough();
  const message = page.getByLabel("Notifications").getByRole("listitem").filter({ hasText: "is now Scheduled" });
  await message.getByRole("button", { name: "Undo" }).hover();
  // Until the board has been loaded again, a new move builds on the response to the earlier one.
  await page.waitForLoadState("networkidle");
  await message.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`${workOrder.reference} was not moved`)).toBeHidden();
  const history = async () => (await ask(page, "get", `/work-orders/${workOrder.id}/status-history`)).json();
  await expect
    .poll(async () => (await history()).items.map((item: { to: string }) => item.to))
    .toEqual(["unscheduled", "scheduled", "dispatched", "scheduled", "dispatched"]);
});

test("a move is saved even if the board is left before the response", async ({ page }) => {
  const workOrder = await addWorkOrder(page, { scheduledStart: farAhead(), technicianId: await someTechnician(page) });
  await openBoard(page, workOrder.word);
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(`**/api/work-orders/${workOrder.id}/status`, async (route) => {
    await held;
    await route.continue();
  });
  await drag(page, cardIn(page, "Scheduled", workOrder), column(page, "Dispatched"));
  await page.mouse.up();
  await expect(cardIn(page, "Dispatched", workOrder)).toBeVisible();
  await page.getByRole("link", { name: "List", exact: true }).click();
  await expect(page).toHaveURL(/\/workorders\?search=/);
  const status = async () => (await (await ask(page, "get", `/work-orders/${workOrder.id}`)).json()).status;
  expect(await status()).toBe("scheduled");
  letThrough();
  await expect.poll(status).toBe("dispatched");
});

test("a change after the session has ended leaves the board unchanged", async ({ page, context, browser }) => {
  const workOrder = await addWorkOrder(page, { scheduledStart: farAhead(), technicianId: await someTechnician(page) });
  const other = await browser.newContext({ storageState: stateOf("admin") });
  await openBoard(page, workOrder.word);
  await context.clearCookies();
  const moved = await ask(await other.newPage(), "patch", `/work-orders/${workOrder.id}/status`, {
    status: "dispatched",
  });
  expect(moved.status(), await moved.text()).toBe(200);
  await expect(page.getByText("Reconnecting", { exact: true })).toBeVisible();
  await expect(cardIn(page, "Scheduled", workOrder)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Customers" })).toBeVisible();
  await other.close();
});

test("an ended session is signed in again in place, and the move can be retried", async ({ page, context }) => {
  const workOrder = await addWorkOrder(page, { scheduledStart: farAhead(), technicianId: await someTechnician(page) });
  await openBoard(page, workOrder.word);
  await context.clearCookies();
  await drag(page, cardIn(page, "Scheduled", workOrder), column(page, "Dispatched"));
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.locator("input[type=password]").fill(demoPassword);
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(cardIn(page, "Dispatched", workOrder)).toBeVisible();
});

test("a column shows more cards, and the filters are in the URL", async ({ page }) => {
  await visit(page, "/workorders/board");
  const scheduled = column(page, "Scheduled").getByRole("listitem").filter({ hasText: "WO-" });
  // Twenty-five at a time, give or take other tests' changes to the column.
  await expect(scheduled.nth(20)).toBeVisible();
  expect(await scheduled.count()).toBeLessThan(35);
  await column(page, "Scheduled").getByRole("button", { name: "Show more" }).click();
  await expect(scheduled.nth(40)).toBeVisible();
  await column(page, "Closed")
    .getByRole("button", { name: /Show Closed, \d+ work orders/ })
    .click();
  await expect(column(page, "Closed").getByRole("listitem").filter({ hasText: "WO-" }).nth(20)).toBeVisible();

  await page.getByLabel("Priority").selectOption({ label: "Emergency" });
  await expect(page).toHaveURL(/priority=emergency/);
  for (const name of ["Scheduled", "Closed"]) {
    await expect(column(page, name).getByText("Emergency").first()).toBeVisible();
    await expect(column(page, name).getByText("Normal")).toHaveCount(0);
  }
  await column(page, "Closed").getByRole("button", { name: "Hide Closed" }).click();
  await expect(column(page, "Closed").getByText("Emergency")).toHaveCount(0);
  await page.getByLabel("Technician", { exact: true }).selectOption({ label: "Luis Ortega" });
  await expect(page).toHaveURL(/technicianId=/);
  await page.reload();
  await expect(page.getByRole("list", { name: "Active filters" })).toContainText("Luis Ortega");
});

test("the columns fit on a desktop, and on a narrower screen those beyond the edge can be shown by keyboard", async ({
  page,
}) => {
  const technicianId = await someTechnician(page);
  const { word } = await addWorkOrder(page, {});
  await addWorkOrder(page, { word, scheduledStart: farAhead(), technicianId });
  await addWorkOrder(page, { word, scheduledStart: farAhead(), technicianId, through: ["dispatched"] });
  await openBoard(page, word);
  const cards = page.locator("#cards");
  const beyond = () =>
    cards.evaluate((all) =>
      [...all.querySelectorAll("section")]
        .filter((one) => one.getBoundingClientRect().right > all.getBoundingClientRect().right)
        .map((one) => one.getAttribute("aria-label")),
    );
  await expect(page.getByRole("region").filter({ has: page.getByRole("heading", { name: /0$/ }) })).not.toHaveCount(0);
  expect(await beyond()).toEqual([]);
  const hint = page.getByRole("button", { name: /^Show .*Canceled/ }).and(page.locator(":not([data-column] *)"));
  await expect(hint).toHaveCount(0);

  await page.setViewportSize({ width: 720, height: 900 });
  await expect(hint).toHaveText(/more|Canceled/);
  expect(await beyond()).toContain("Canceled");
  await hint.focus();
  await page.keyboard.press("Enter");
  await expect(hint).toHaveCount(0);
  await expect.poll(beyond).toEqual([]);
  await expect(page.getByRole("button", { name: /^Show Unscheduled/ })).toHaveText(/Unscheduled.*1 job/);
  expect(await violationsOf(page)).toEqual([]);
});
