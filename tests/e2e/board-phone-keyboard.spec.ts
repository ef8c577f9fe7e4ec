import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { addWorkOrder, cardIn, column, farAhead, openBoard, someTechnician } from "./board";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("manager") });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("one column shows at a time, and a held card can be dropped on another column", async ({ page }) => {
    const workOrder = await addWorkOrder(page, {
      scheduledStart: farAhead(),
      technicianId: await someTechnician(page),
    });
    await openBoard(page, workOrder.word);
    await page
      .getByRole("navigation", { name: "Columns" })
      .getByRole("link", { name: /Scheduled/ })
      .first()
      .click();
    const card = cardIn(page, "Scheduled", workOrder);
    await expect(card).toBeVisible();
    await expect(column(page, "Dispatched")).toBeHidden();

    const box = await card.boundingBox();
    if (!box) throw new Error("the card is not on the page");
    const finger = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    const [x, y] = [box.x + 60, box.y + box.height - 20];
    await touch("touchStart", x, y);
    const field = page.locator("[data-drop=dispatched]");
    await expect(field).toBeVisible();
    await expect(field).toContainText("Dispatch to");
    const target = await field.boundingBox();
    if (!target) throw new Error("the field is not on the page");
    for (let step = 1; step <= 8; step++) {
      const part = step / 8;
      await touch(
        "touchMove",
        x + (target.x + target.width / 2 - x) * part,
        y + (target.y + target.height / 2 - y) * part,
      );
    }
    await touch("touchEnd", 0, 0);
    await expect(field).toBeHidden();
    await expect(card).toBeHidden();
    await page
      .getByRole("navigation", { name: "Columns" })
      .getByRole("link", { name: /Dispatched/ })
      .click();
    await expect(cardIn(page, "Dispatched", workOrder)).toBeVisible();
  });
});

test("technicians can move only their own jobs", async ({ browser }) => {
  const context = await browser.newContext({ storageState: stateOf("technician") });
  const page = await context.newPage();
  await visit(page, "/workorders/board");
  const others = column(page, "Scheduled")
    .getByRole("listitem")
    .filter({ hasText: "WO-" })
    .filter({ hasNotText: "Luis O." });
  await others
    .first()
    .getByRole("button", { name: /^Move WO-/ })
    .click();
  await expect(page.getByText("You can't move this job")).toBeVisible();
  await page.keyboard.press("Escape");
  const own = column(page, "Scheduled").getByRole("listitem").filter({ hasText: "Luis O." });
  await own
    .first()
    .getByRole("button", { name: /^Move WO-/ })
    .click();
  await expect(page.getByRole("menuitem", { name: "Start work" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Cancel work order" })).toHaveCount(0);
  await context.close();
});

for (const colorScheme of ["dark", "light"] as const) {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    test(`a card's menu is accessible, ${colorScheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height });
      await visit(page, "/workorders/board");
      await expect(page.getByText("Live", { exact: true })).toBeVisible();
      await page
        .getByRole("button", { name: /^Move WO-/ })
        .first()
        .click();
      await expect(page.getByRole("menu").first()).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
    });
  }
}
