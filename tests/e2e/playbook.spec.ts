import { expect, type Page, test } from "@playwright/test";

import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

const titles = ["First look", "Filter", "Temperature rise", "Photo"];

/** A new service type with four tasks, opened in its playbook. */
async function openPlaybook(page: Page): Promise<string> {
  const name = `Tune-up ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const tasks = titles.map((title) => ({ title }));
  const made = await ask(page, "post", "/service-types", { name, tasks });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = await made.json();
  await visit(page, `/service-types/${id}/playbook?step=tasks`);
  await expect(handle(page, "First look")).toBeVisible();
  return id;
}

const handle = (page: Page, title: string) => page.getByRole("button", { name: new RegExp(`^Move ${title},`) });

/** Checks the order on the screen and the one stored on the server. */
async function expectOrder(page: Page, id: string, wanted: readonly string[]): Promise<void> {
  const shown = () =>
    page
      .getByRole("button", { name: /^Move / })
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")?.replace(/^Move (.*), \d+ of \d+$/, "$1")));
  await expect.poll(shown).toEqual(wanted);
  const savedOrder = async () => {
    const { items } = await (await ask(page, "get", `/service-types/${id}/tasks`)).json();
    return items.map((task: { title: string }) => task.title);
  };
  await expect.poll(savedOrder).toEqual(wanted);
}

async function middle(page: Page, title: string): Promise<{ x: number; y: number }> {
  const box = await handle(page, title).boundingBox();
  if (!box) throw new Error(`${title} has no handle`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a task dragged with the mouse announces its position and keeps it after a reload", async ({ page }) => {
  const id = await openPlaybook(page);
  await expect(async () => {
    const [from, to] = [await middle(page, "First look"), await middle(page, "Temperature rise")];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 12, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    await expect(page.getByText("First look is now 3 of 4")).toBeAttached({ timeout: 2000 });
  }).toPass();
  const wanted = ["Filter", "Temperature rise", "First look", "Photo"];
  await expectOrder(page, id, wanted);
  await page.reload();
  await expectOrder(page, id, wanted);
});

test("dropping a task where it was changes nothing", async ({ page }) => {
  const id = await openPlaybook(page);
  const from = await middle(page, "Filter");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 6, { steps: 4 });
  await page.mouse.up();
  await expectOrder(page, id, titles);
});

test("by keyboard: arrows move a task one step each, and its handle keeps the focus", async ({ page }) => {
  const id = await openPlaybook(page);
  await handle(page, "Photo").focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("Photo is now 3 of 4")).toBeAttached();
  // Faster than the server responds: no press is lost, and they stay in order.
  for (const key of ["ArrowUp", "ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  await expect(page.getByText("Photo is now 2 of 4")).toBeAttached();
  await expect(handle(page, "Photo")).toBeFocused();
  await expectOrder(page, id, ["First look", "Photo", "Filter", "Temperature rise"]);
  await expect(handle(page, "Photo")).toBeFocused();
});

test("on a phone, holding the handle drags, and swiping over the list only scrolls", async ({ browser, baseURL }) => {
  const phone = await browser.newContext({
    storageState: stateOf("manager"),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  // A finger touches whatever is at its point, so the cookie banner is dismissed first.
  await phone.addCookies([{ name: "plenum_consent", value: "rejected", url: baseURL }]);
  const page = await phone.newPage();
  const id = await openPlaybook(page);
  const finger = await phone.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await expect(async () => {
    await handle(page, "Photo").scrollIntoViewIfNeeded();
    const [from, to] = [await middle(page, "Photo"), await middle(page, "Filter")];
    await touch("touchStart", from.x, from.y);
    // Holds until the row is picked up.
    await expect(page.getByRole("listitem").filter({ has: handle(page, "Photo") })).toHaveClass(/opacity-50/, {
      timeout: 2000,
    });
    for (let step = 1; step <= 6; step++) await touch("touchMove", from.x, from.y + ((to.y - from.y) * step) / 6);
    await touch("touchEnd");
    await expect(page.getByText("Photo is now 2 of 4")).toBeAttached({ timeout: 2000 });
  }).toPass();
  await expectOrder(page, id, ["First look", "Photo", "Filter", "Temperature rise"]);
  await phone.close();
});

test("a task typed for one service type does not show in the form of another", async ({ page }) => {
  const other = await openPlaybook(page);
  await page.getByRole("navigation", { name: "Service type" }).getByRole("link", { name: "Tasks" }).click();
  await expect(page).toHaveURL(new RegExp(`/service-types/${other}/tasks$`));
  const name = `Second ${Date.now().toString(36)}`;
  const { id } = await (
    await ask(page, "post", "/service-types", { name, tasks: titles.map((title) => ({ title })) })
  ).json();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Service types" }).click();
  await page.getByRole("link", { name }).click();
  await page.getByRole("navigation", { name: "Service type" }).getByRole("link", { name: "Tasks" }).click();
  await expect(page).toHaveURL(new RegExp(`/service-types/${id}/tasks$`));
  await page.getByLabel("Next task").fill("Typed for the second");
  await page.evaluate(() => history.go(-3));
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/service-types/${other}/tasks$`));
  await expect(handle(page, "First look")).toBeVisible();
  await expect(page.getByLabel("Next task")).toHaveValue("");
});
