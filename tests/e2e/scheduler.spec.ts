import { expect, type Request, test } from "@playwright/test";
import { formatDate } from "~/domain/shared/time/date-format";
import { addDays } from "~/domain/shared/time/dates";
import { violationsOf } from "./axe";
import { chooseTechnician, technicianField } from "./choose-technician";
import { stateOf } from "./people";
import {
  addWorkOrder,
  aloneInTray,
  chip,
  dragTo,
  expectSaved,
  laneOf,
  mondaysFrom,
  openDay,
  pointAt,
  someone,
  unscheduled,
} from "./scheduler-day";
import { send } from "./visit";

test.use({ storageState: stateOf("manager") });

const freeDay = mondaysFrom(2031);

test("a job dragged from the tray to a technician appears in another browser", async ({ page, browser }) => {
  const { date } = freeDay();
  const workOrder = await addWorkOrder(page);
  const { name } = await someone(page);
  const other = await browser.newContext({ storageState: stateOf("admin") });
  const there = await other.newPage();
  await openDay(page, date);
  await openDay(there, date);
  await dragTo(page, await aloneInTray(page, workOrder), await pointAt(page, name, 10 * 60));
  await page.mouse.up();
  // Hovering keeps the message open, however long the other browser takes.
  await page.getByRole("button", { name: `Undo ${workOrder.reference}` }).hover();
  await expect(chip(page, name, workOrder)).toContainText("10:00");
  await expect(unscheduled(page, workOrder)).toHaveCount(0);
  await expect(chip(there, name, workOrder)).toContainText("10:00");

  await page.getByRole("button", { name: `Undo ${workOrder.reference}` }).click();
  await expect(unscheduled(there, workOrder)).toBeVisible();
  await expect(page.getByRole("button", { name: `Undo ${workOrder.reference}` })).toHaveCount(0);
  await other.close();
});

test("a job is moved and resized with the mouse", async ({ page }) => {
  const { date, at } = freeDay();
  const technician = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("09:00"), technicianId: technician.id });
  await openDay(page, date);
  await dragTo(page, chip(page, technician.name, workOrder), await pointAt(page, technician.name, 13 * 60));
  await page.mouse.up();
  await expect(chip(page, technician.name, workOrder)).toContainText("1:00");
  await expect(page.getByText(`${workOrder.reference} moved to 1:00 PM, Luis Ortega`)).toBeVisible();
  await expectSaved(page, workOrder, { scheduledStart: at("13:00") });

  const box = await chip(page, technician.name, workOrder).boundingBox();
  if (!box) throw new Error("the job is not drawn");
  await page.mouse.move(box.x + box.width - 2, box.y + 20);
  await page.mouse.down();
  const end = await pointAt(page, technician.name, 14 * 60 + 30);
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await page.mouse.up();
  await expectSaved(page, workOrder, { durationMinutes: 90 });
});

test("by keyboard: Space picks up, arrows choose time and technician, and each step announces conflicts", async ({
  page,
}) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const there = await addWorkOrder(page, { scheduledStart: at("10:00"), technicianId: id });
  const workOrder = await addWorkOrder(page, { scheduledStart: at("08:00"), technicianId: id });
  await openDay(page, date);
  const status = page.getByRole("status").filter({ hasText: /min\./ });
  await chip(page, name, workOrder).getByRole("link").focus();
  await page.keyboard.press("Space");
  await expect(status).toContainText(`Picked up ${workOrder.reference}. Luis Ortega, 8:00 AM, 60 min.`);
  for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
  await expect(status).toContainText("Luis Ortega, 9:30 AM, 60 min. Luis Ortega is at ");
  await expect(status).toContainText(`(${there.reference}) 10:00 to 11:00 AM.`);
  for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(status).toContainText("Luis Ortega, 11:00 AM, 75 min. Runs into Luis Ortega's break.");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(status).toHaveText("Luis Ortega, 11:00 AM, 60 min. ");
  await page.keyboard.press("Space");
  await expect(chip(page, name, workOrder)).toContainText("11:00");
  await expectSaved(page, workOrder, { scheduledStart: at("11:00"), durationMinutes: 60 });
  await expect(chip(page, name, workOrder).getByRole("link")).toBeFocused();
});

test("a conflicting drop goes back, and its dialog stays until it is closed", async ({ page }) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("11:00"), technicianId: id });
  await openDay(page, date);
  await chip(page, name, workOrder).getByRole("link").focus();
  for (const key of ["Space", "Shift+ArrowRight", "Space"]) await page.keyboard.press(key);
  const dialog = page.getByRole("dialog", { name: `Can't schedule ${workOrder.reference} there` });
  await expect(dialog).toContainText("Runs into Luis Ortega's break.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expectSaved(page, workOrder, { scheduledStart: at("11:00"), durationMinutes: 60, version: workOrder.version });
});

test("a drag continues while others change the job, and its drop is saved", async ({ page }) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("08:00"), technicianId: id });
  await openDay(page, date);
  await chip(page, name, workOrder).getByRole("link").focus();
  for (const key of ["Space", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await send(page, "patch", `/work-orders/${workOrder.id}`, { title: "Another title", version: workOrder.version });
  await expect(chip(page, name, workOrder).getByRole("link", { name: /Another title/ })).toBeVisible();
  await page.keyboard.press("ArrowRight");

  // This change is being read but not shown yet when the job is dropped.
  const isReading = (request: Request) => request.method() === "GET" && request.url().includes(".data");
  let held = 0;
  await page.route(/scheduler\/.*\.data/, (route) => {
    if (!isReading(route.request())) return route.continue();
    held += 1;
  });
  await send(page, "patch", `/work-orders/${workOrder.id}`, { title: "A third title", version: workOrder.version + 1 });
  // Another user's change may already have started the read, behind which this one waits.
  await expect.poll(() => held).toBeGreaterThan(0);
  await page.keyboard.press("Space");
  await expectSaved(page, workOrder, { scheduledStart: at("08:45"), title: "A third title" });
});

test("a job that another user moved during the drag is moved only after a confirmation", async ({ page }) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("08:00"), technicianId: id });
  await openDay(page, date);
  const marcus = await send(page, "get", `/scheduling/days/${date}`).then(({ technicians }) =>
    technicians.find((one: { name: string }) => one.name === "Marcus Boyd"),
  );
  await chip(page, name, workOrder).getByRole("link").focus();
  for (const key of ["Space", "ArrowRight"]) await page.keyboard.press(key);
  const moved = { start: at("14:00"), technicianId: marcus.id, version: workOrder.version };
  await send(page, "put", `/work-orders/${workOrder.id}/schedule`, moved);
  await expect(chip(page, "Marcus Boyd", workOrder)).toContainText("2:00");
  for (const key of ["ArrowRight", "Space"]) await page.keyboard.press(key);
  const dialog = page.getByRole("dialog", { name: `${workOrder.reference} was not moved` });
  await expect(dialog).toContainText(/Someone else moved this job to .*, 2:00 PM, Marcus Boyd\./);
  await expectSaved(page, workOrder, { scheduledStart: at("14:00") });
  await dialog.getByRole("button", { name: "Move anyway" }).click();
  await expectSaved(page, workOrder, { scheduledStart: at("08:30"), technicianId: id });
});

test("a job that another user moved while its panel was being edited is moved only after a confirmation", async ({
  page,
}) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("08:00"), technicianId: id });
  await openDay(page, date);
  const { technicians } = await send(page, "get", `/scheduling/days/${date}`);
  const marcus = technicians.find((one: { name: string }) => one.name === "Marcus Boyd");
  const move = async (start: string, technicianId: string, version: number) =>
    await send(page, "put", `/work-orders/${workOrder.id}/schedule`, { start: at(start), technicianId, version });
  await chip(page, name, workOrder).getByRole("link").click();
  const panel = page.getByRole("dialog", { name: new RegExp(workOrder.reference) });
  await move("13:00", id, workOrder.version);
  await expect(panel.getByLabel("Time")).toHaveValue("13:00");

  await panel.getByLabel("Duration").fill("45");
  await move("14:00", marcus.id, workOrder.version + 1);
  await expect(chip(page, "Marcus Boyd", workOrder)).toContainText("2:00");
  await expect(panel.getByLabel("Time")).toHaveValue("13:00");
  await panel.getByRole("button", { name: "Move", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `${workOrder.reference} was not moved` });
  await expect(dialog).toContainText(/Someone else moved this job to .*, 2:00 PM, Marcus Boyd\./);
  await expectSaved(page, workOrder, { scheduledStart: at("14:00"), technicianId: marcus.id });
});

test("a drop is saved even if the job is dropped again or the screen is left before the response", async ({ page }) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("08:00"), technicianId: id });
  await openDay(page, date);
  const nextDay = addDays(date, 1);
  // No response arrives before the screen is closed.
  await page.route(/work-orders\/.*\/schedule/, async (route) => {
    await page.waitForURL(new RegExp(nextDay));
    await route.continue();
  });
  const link = chip(page, name, workOrder).getByRole("link");
  await link.focus();
  for (const key of ["Space", "ArrowRight", "Space"]) await page.keyboard.press(key);
  await expect(link).toContainText("8:15");
  for (const key of ["Space", "ArrowRight", "Space"]) await page.keyboard.press(key);
  await expect(link).toContainText("8:30");
  await page.getByRole("link", { name: "Next day" }).click();
  await expect(page).toHaveURL(new RegExp(nextDay));
  await expectSaved(page, workOrder, { scheduledStart: at("08:30"), version: workOrder.version + 2 });
});

test("a conflicting drop shows the reason in place, suggests the same day first and accepts an override reason", async ({
  page,
}) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const there = await addWorkOrder(page, { scheduledStart: at("10:00"), technicianId: id });
  const workOrder = await addWorkOrder(page);
  await openDay(page, date);
  await dragTo(page, await aloneInTray(page, workOrder), await pointAt(page, name, 10 * 60 + 30));
  await expect(page.getByText(`(${there.reference}) 10:00 to 11:00 AM.`)).toBeVisible();
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: `Can't schedule ${workOrder.reference} there` });
  await expect(dialog).toContainText(`(${there.reference}) 10:00 to 11:00 AM.`);
  const options = dialog.getByRole("button", { name: /drive/ });
  await expect(options).toHaveCount(3);
  await expect(options.first()).toContainText("Luis O.");
  const [spot, ghost] = await Promise.all([dialog.boundingBox(), page.locator("[data-ghost]").boundingBox()]);
  expect(spot && ghost && Math.abs(spot.y - ghost.y - ghost.height)).toBeLessThan(20);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel("Override reason").fill("Same roof");
  await dialog.getByRole("button", { name: "Book anyway" }).click();
  await expect(chip(page, name, workOrder)).toContainText("10:30");
  await expectSaved(page, workOrder, { technicianId: id });

  await chip(page, name, workOrder).getByRole("link").click();
  const panel = page.getByRole("dialog", { name: new RegExp(workOrder.reference) });
  await expect(panel.getByText("Override reason: Same roof.")).toBeVisible();
  await panel.getByRole("button", { name: /drive/ }).first().click();
  await expect(page.locator("[data-ghost]")).toHaveCount(1);
  await panel.getByRole("button", { name: "Move here" }).click();
  await expect(panel).toBeHidden();
});

test("the conflicting job is moved in the same step, and undo moves both back", async ({ page }) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const { technicians } = await send(page, "get", `/scheduling/days/${date}`);
  const helper = technicians.find((one: { name: string }) => one.name === "Marcus Boyd");
  const crew = { technicianId: id, helperIds: [helper.id] };
  const there = await addWorkOrder(page, { scheduledStart: at("10:00"), ...crew });
  const workOrder = await addWorkOrder(page, { scheduledStart: at("14:00"), ...crew });
  await openDay(page, date);
  await dragTo(page, chip(page, name, workOrder), await pointAt(page, name, 10 * 60));
  await page.mouse.up();
  await page.getByRole("button", { name: new RegExp(`Move .* \\(${there.reference}\\) to `) }).click();
  await page.getByRole("button", { name: `Undo ${workOrder.reference}` }).hover();
  await expectSaved(page, workOrder, { scheduledStart: at("10:00"), version: workOrder.version + 1 });
  await expectSaved(page, there, { version: there.version + 1 });
  await page.getByRole("button", { name: `Undo ${workOrder.reference}` }).click();
  await expectSaved(page, workOrder, { scheduledStart: at("14:00"), version: workOrder.version + 2 });
  await expectSaved(page, there, { scheduledStart: at("10:00"), version: there.version + 2 });
});

test("undo puts a job that was on hold back on hold", async ({ page }) => {
  const { date, at } = freeDay();
  const { name } = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("09:00") });
  for (const change of [{ status: "in_progress" }, { status: "on_hold", holdReason: "parts" }])
    await send(page, "patch", `/work-orders/${workOrder.id}/status`, change);
  await openDay(page, date);
  await dragTo(page, await aloneInTray(page, workOrder), await pointAt(page, name, 13 * 60));
  await page.mouse.up();
  await page.getByRole("button", { name: `Undo ${workOrder.reference}` }).hover();
  await expectSaved(page, workOrder, { status: "scheduled", holdReason: null });
  await page.keyboard.press("Control+z");
  await expect(page.getByText(`${workOrder.reference} is back in the list`)).toBeVisible();
  await expect(unscheduled(page, workOrder)).toBeVisible();
  await expectSaved(page, workOrder, { status: "on_hold", holdReason: "parts", technicianId: null });
});

test("moving a job to a suggested opening keeps its helper", async ({ page }) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const { technicians } = await send(page, "get", `/scheduling/days/${date}`);
  const helper = technicians.find((one: { name: string }) => one.name === "Marcus Boyd");
  const workOrder = await addWorkOrder(page, { scheduledStart: at("10:00"), technicianId: id, helperIds: [helper.id] });
  await openDay(page, date);
  await chip(page, name, workOrder).getByRole("link").click();
  const panel = page.getByRole("dialog", { name: new RegExp(workOrder.reference) });
  await panel.getByRole("button", { name: /drive/ }).first().click();
  await panel.getByRole("button", { name: "Move here" }).click();
  await expect(panel).toBeHidden();
  await expectSaved(page, workOrder, {
    version: workOrder.version + 1,
    helpers: [{ id: helper.id, name: helper.name }],
  });
});

test("a job shows its card on hover and focus, and the axis zooms and keeps its zoom", async ({ page }) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("10:00"), technicianId: id });
  await openDay(page, date);
  await chip(page, name, workOrder).hover();
  const card = page.locator("[data-job-card]");
  await expect(card).toContainText(workOrder.reference);
  await expect(card.getByRole("link")).toHaveAttribute("href", /^tel:/);
  await page.mouse.move(5, 5);
  await expect(card).toBeHidden();
  await page.keyboard.press("+");
  const width = async () => (await chip(page, name, workOrder).boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(170);
  await page.reload();
  await expect.poll(width).toBeGreaterThan(170);
  await expect(page.locator("[data-draggable]")).toBeVisible();
  await chip(page, name, workOrder).getByRole("link").focus();
  await expect(card).toContainText(workOrder.reference);
  expect(await violationsOf(page)).toEqual([]);
});

test("a technician's day is reassigned in one step and undone in one step", async ({ page }) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("09:00"), technicianId: id });
  await openDay(page, date);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Out this day: reassign jobs" }).click();
  const dialog = page.getByRole("dialog", { name: new RegExp(`${name} is out on`) });
  await expect(dialog.getByRole("row").filter({ hasText: workOrder.reference })).toContainText(`9:00 AM ${name}`);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Reassign 1 job" }).click();
  await expect(dialog).toBeHidden();
  const toCall = page.getByRole("dialog", { name: "Call 1 customer" });
  await expect(toCall.getByRole("listitem")).toContainText(workOrder.reference);
  await toCall.getByRole("button", { name: "Done" }).click();
  await expect(chip(page, name, workOrder)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chip(page, name, workOrder)).toBeVisible();
});

test("the week view moves jobs between days and keeps their time", async ({ page }) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("09:30"), technicianId: id });
  await openDay(page, `${date}?view=week`);
  const cells = page.getByRole("list", { name: `Jobs of ${name}` });
  await expect(cells).toHaveCount(7);
  await cells.nth(1).getByRole("link").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(cells.nth(2).locator(`[data-job="${workOrder.id}"]`)).toContainText("9:30 AM");
  const day = formatDate(addDays(date, 1));
  await expect(page.getByText(`${workOrder.reference} moved to ${day}, 9:30 AM, ${name}`)).toBeVisible();
  await expectSaved(page, workOrder, { scheduledStart: new Date(Date.parse(at("09:30")) + 86_400_000).toISOString() });
});

test("any day can be chosen in the date's month picker", async ({ page }) => {
  await openDay(page, "2031-01-06?view=week");
  await page.getByRole("button", { name: "Jan 5 to 11, 2031" }).click();
  const picker = page.getByRole("dialog", { name: "Choose a date" });
  await picker.getByRole("button", { name: "Mon, Jan 6, 2031" }).press("PageDown");
  await expect(picker.getByLabel("Month", { exact: true })).toHaveValue("2031-02");
  await page.keyboard.press("ArrowDown");
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/2031-02-13\?view=week/);
  await expect(page.getByRole("button", { name: "Feb 9 to 15, 2031" })).toBeVisible();
});

test("the attention list links to its jobs, even in a collapsed tray", async ({ page }) => {
  const workOrder = await addWorkOrder(page);
  await openDay(page, freeDay().date);
  await page.getByRole("button", { name: "Collapse unscheduled jobs" }).click();
  await expect(unscheduled(page, workOrder)).toBeHidden();
  await page.getByRole("button", { name: /^Attention \d/ }).click();
  const list = page.getByRole("dialog", { name: "Attention" });
  await expect(list).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await list.getByRole("button", { name: new RegExp(`Unassigned emergency: ${workOrder.reference}`) }).click();
  await expect(unscheduled(page, workOrder).getByRole("link")).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Pick it up, and drop it");
  expect(await violationsOf(page)).toEqual([]);
});

test("in the week view a time skipped by the clocks is announced before the drop", async ({ page }) => {
  // On the second Sunday in March Chicago has no 02:30.
  const year = new Date().getUTCFullYear() + 1;
  const sunday = 8 + ((7 - new Date(Date.UTC(year, 2, 8)).getUTCDay()) % 7);
  const monday = new Date(Date.UTC(year, 2, sunday + 1)).toISOString().slice(0, 10);
  const { id, name } = await someone(page);
  const start = `${monday}T07:30:00.000Z`;
  const workOrder = await addWorkOrder(page, { scheduledStart: start, technicianId: id, overrideReason: "Night work" });
  await openDay(page, `${monday}?view=week`);
  await page.locator(`[data-job="${workOrder.id}"]`).getByRole("link").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("status").filter({ hasText: name })).toContainText(
    `2:30 AM does not exist on Mar ${sunday}, ${year}`,
  );
  await page.keyboard.press("Escape");
  await expectSaved(page, workOrder, { scheduledStart: start });
});

test("a job can be held, dragged and dropped by touch", async ({ browser }) => {
  const context = await browser.newContext({
    storageState: stateOf("manager"),
    viewport: { width: 1180, height: 820 },
    hasTouch: true,
  });
  const page = await context.newPage();
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const workOrder = await addWorkOrder(page, { scheduledStart: at("09:00"), technicianId: id });
  await openDay(page, date);
  const box = await chip(page, name, workOrder).boundingBox();
  if (!box) throw new Error("the job is not drawn");
  const finger = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  const [x, y] = [box.x + 12, box.y + 20];
  await touch("touchStart", x, y);
  await expect(page.locator("[data-dragging]")).toHaveCount(1);
  const to = await pointAt(page, name, 11 * 60);
  for (let step = 1; step <= 3; step++) await touch("touchMove", x + ((to.x + 12 - x) * step) / 6, y);
  // An update during the drag does not affect it.
  await send(page, "patch", `/work-orders/${workOrder.id}`, { title: "Another title", version: workOrder.version });
  await expect(chip(page, name, workOrder).getByRole("link", { name: /Another title/ })).toBeVisible();
  for (let step = 4; step <= 6; step++) await touch("touchMove", x + ((to.x + 12 - x) * step) / 6, y);
  await touch("touchEnd", 0, 0);
  await expect(chip(page, name, workOrder)).toContainText("11:00");
  await expectSaved(page, workOrder, { scheduledStart: at("11:00") });
  await context.close();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("one technician shows at a time, and a job is scheduled in its sheet", async ({ page }) => {
    const { date, at } = freeDay();
    const { id, name } = await someone(page);
    const workOrder = await addWorkOrder(page);
    await openDay(page, `${date}?technician=${id}`);
    await expect(laneOf(page, "Marcus Boyd")).toBeHidden();
    await (await aloneInTray(page, workOrder)).getByRole("link").click();
    const sheet = page.getByRole("dialog", { name: new RegExp(workOrder.reference) });
    await sheet.getByRole("button", { name: "Schedule", exact: true }).click();
    // The browser asks for a technician at the field that shows it.
    await expect(technicianField(sheet)).toBeFocused();
    await chooseTechnician(sheet, name);
    await sheet.getByLabel("Time").selectOption("09:15");
    expect(await violationsOf(page)).toEqual([]);
    await sheet.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(chip(page, name, workOrder)).toContainText("9:15 AM");
    await expectSaved(page, workOrder, { scheduledStart: at("09:15") });
  });
});
