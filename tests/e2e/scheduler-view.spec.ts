import { expect, type Page, test } from "@playwright/test";
import { signUpBusiness } from "./own-business";
import { stateOf } from "./people";
import { aloneInTray, mondaysFrom } from "./scheduler-day";
import { send } from "./visit";

// Which part of a day is visible, and stays visible.
const scroller = (page: Page) => page.locator("[data-scroller]");
const leftOf = (page: Page) => scroller(page).evaluate((element) => element.scrollLeft);
const scrollTo = (page: Page, left: number) => scroller(page).evaluate((board, x) => board.scrollTo({ left: x }), left);

async function openDay(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("[data-draggable]")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

/** Whether the current-time marker is between the names and the board's right edge. */
function isNowInSight(page: Page): Promise<boolean> {
  return scroller(page).evaluate((board) => {
    const mark = board.querySelector("[data-now]")?.getBoundingClientRect();
    const names = board.querySelector("[data-names]")?.getBoundingClientRect();
    if (!mark || !names) throw new Error("no mark of the present hour");
    return mark.left >= names.right && mark.right <= board.getBoundingClientRect().right;
  });
}

/** No time zone is more hours ahead of UTC. */
const MAX_AHEAD = 14;

/** The distance between the board's end and the window's lower edge, negative if below. */
const gapBelow = (page: Page) =>
  scroller(page).evaluate((board) => Math.abs(board.getBoundingClientRect().bottom - innerHeight));

test("today opens at the current hour, 'Now' returns to it, and the board ends at the window's edge", async ({
  page,
}) => {
  // A business where it is afternoon, whatever the time at the test's location.
  const hours = 16 - new Date().getUTCHours();
  const ahead = hours > MAX_AHEAD ? hours - 24 : hours;
  const timeZone = `Etc/GMT${ahead <= 0 ? "+" : "-"}${Math.abs(ahead)}`;
  await signUpBusiness(page, { timeZone });
  await page.getByRole("button", { name: "Add myself" }).click();
  await expect(page.getByText("1 of 5 done")).toBeVisible();

  await page.setViewportSize({ width: 1024, height: 768 });
  await openDay(page, "/workorders/scheduler");
  await expect.poll(() => isNowInSight(page)).toBe(true);
  expect(await leftOf(page)).toBeGreaterThan(0);
  await scrollTo(page, 0);
  expect(await isNowInSight(page)).toBe(false);
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await expect.poll(() => isNowInSight(page)).toBe(true);
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => gapBelow(page)).toBeLessThanOrEqual(1);
  }
});

test.describe("as a dispatcher", () => {
  test.use({ storageState: stateOf("manager") });

  test("emergencies, drives and arrival windows show on the board, which stays in view and keeps its settings", async ({
    page,
  }) => {
    // The demo's customers have coordinates; those created by other tests have none, so no drives.
    const [here, there] = [await send(page, "get", "/customers/3"), await send(page, "get", "/customers/4")];
    let made = 0;
    const addWorkOrder = (fields: Record<string, unknown> = {}) => {
      made += 1;
      const title = `View ${Date.now().toString(36)}x${made}`;
      return send(page, "post", "/work-orders", { title, customerId: here.id, durationMinutes: 60, ...fields });
    };
    const { date, at } = mondaysFrom(2080, 70)();
    const { technicians } = await send(page, "get", `/scheduling/days/${date}`);
    const { id, name } = technicians.find((one: { name: string }) => one.name === "Luis Ortega");
    const [urgent, other, waiting] = [
      await addWorkOrder({ priority: "emergency", scheduledStart: at("08:00"), technicianId: id }),
      await addWorkOrder({ customerId: there.id, scheduledStart: at("13:00"), technicianId: id }),
      await addWorkOrder({ priority: "emergency" }),
    ];
    const lane = page.getByRole("list", { name: `Jobs of ${name}` });
    const chip = (workOrder: { id: string }) => lane.locator(`[data-job="${workOrder.id}"]`);

    await page.setViewportSize({ width: 1024, height: 768 });
    await openDay(page, `/workorders/scheduler/${date}`);
    await expect.poll(() => gapBelow(page)).toBeLessThanOrEqual(1);
    // The siren has its own place, which is missing on a job without a priority.
    await expect(chip(urgent).getByRole("link", { name: /Emergency priority/ })).toBeVisible();
    const marks = (workOrder: { id: string }) => chip(workOrder).locator("svg").count();
    expect(await marks(urgent)).toBe((await marks(other)) + 1);
    await expect(
      lane
        .locator("..")
        .getByRole("img", { name: /^Drive .*min/ })
        .first(),
    ).toBeAttached();

    // Dragging from the tray over the names to the lanes does not scroll the board.
    await scrollTo(page, 200);
    const before = await leftOf(page);
    expect(before).toBeGreaterThan(0);
    const item = await aloneInTray(page, waiting);
    const from = await item.boundingBox();
    const board = await scroller(page).boundingBox();
    if (!from || !board) throw new Error("not drawn");
    await page.mouse.move(from.x + 12, from.y + 14);
    await page.mouse.down();
    const [x, y] = [board.x + 192 + 40, board.y + 120];
    for (let step = 1; step <= 20; step += 1) {
      await page.mouse.move(from.x + 12 + ((x - from.x) * step) / 20, from.y + 14 + ((y - from.y) * step) / 20);
      // The board would scroll from one frame to the next.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    await expect(item).toHaveAttribute("data-dragging", "");
    expect(await leftOf(page)).toBe(before);
    await page.keyboard.press("Escape");
    await page.mouse.up();

    // A sheet next to the board, not over it.
    await page.setViewportSize({ width: 1440, height: 900 });
    await chip(urgent).getByRole("link").click();
    const panel = page.getByRole("dialog", { name: new RegExp(urgent.reference) });
    await expect(panel).toBeVisible();
    expect(await panel.evaluate((dialog) => dialog.matches(":modal"))).toBe(false);
    await chip(other).getByRole("link").click({ trial: true });
    await panel.getByRole("button", { name: "Close" }).click();
    await expect(panel).toBeHidden();

    // Lanes are grouped under headings, with the chosen height, on the next visit too.
    const height = async () => (await chip(other).boundingBox())?.height ?? 0;
    const normal = await height();
    await page.getByRole("button", { name: /^Lane height: / }).click();
    await expect.poll(height).not.toBe(normal);
    const chosen = await height();
    await page.getByRole("button", { name: "Filter" }).click();
    const filter = page.getByRole("dialog", { name: "Filter" });
    await filter.getByLabel("Lanes").selectOption({ label: "By skill level" });
    const names = page.getByRole("list", { name: "Technicians" });
    await expect(names.getByText("Leads", { exact: true })).toBeVisible();
    const isNextTo = () =>
      names.evaluate((list) => {
        const heads = [...list.children];
        const rows = [...(document.querySelector("[data-origin]")?.children ?? [])];
        const topOf = (element: Element | undefined) => Math.round(element?.getBoundingClientRect().top ?? 0);
        return heads.length === rows.length && heads.every((head, index) => topOf(head) === topOf(rows[index]));
      });
    expect(await isNextTo()).toBe(true);
    await filter.getByLabel("Skill level").selectOption({ label: "Lead" });
    await expect(page).toHaveURL(/level=lead/);
    await page.reload();
    await expect(names.getByText("Leads", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(height).toBe(chosen);
    expect(await isNextTo()).toBe(true);
  });
});

test.describe("with the demo's jobs", () => {
  test.use({ storageState: stateOf("manager") });

  test("the week's header is one line from 1280 px on", async ({ page }) => {
    await page.goto("/workorders/scheduler?view=week");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThan(60);
    }
  });
});
