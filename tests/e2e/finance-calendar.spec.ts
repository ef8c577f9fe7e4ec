import { expect, type Locator, type Page, test } from "@playwright/test";
import { formatDate } from "~/domain/shared/time/date-format";
import { stateOf } from "./people";
import { ask, isOpenToEveryone, send, visit } from "./visit";

test.use({ storageState: stateOf("household") });

/** A bill on the tenth of a month within the forecast; each test and repetition uses another month. */
async function aBill(page: Page, order: number) {
  const ahead = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2 + order, 1));
  const month = ahead.toISOString().slice(0, 7);
  const name = `Bill ${Date.now().toString(36)}${test.info().workerIndex}`;
  const facts = { name, amount: 321.5, date: `${month}-10`, category: "utilities", isRecurring: false };
  const answer = await ask(page, "post", "/expenses", facts);
  expect(answer.status(), await answer.text()).toBe(201);
  const { id }: { id: string } = await answer.json();
  const savedDay = async () => (await (await ask(page, "get", `/expenses/${id}`)).json()).date;
  await visit(page, `/finances/calendar?month=${month}`);
  return { id, name, month, savedDay };
}

const move = (page: Page, name: string) => page.getByRole("region", { name: `Move ${name}` });
const chip = (page: Page, name: string) => page.getByRole("link", { name: `Expense: ${name}` });

test("moving a bill shows the effect first and saves only on confirmation", async ({ page }) => {
  const { id, name, month, savedDay } = await aBill(page, 1);
  await chip(page, name).click();
  const panel = move(page, name);
  await panel.getByLabel("Move to").fill(`${month}-14`);
  await panel.getByRole("button", { name: "See the effect" }).click();
  await expect(panel).toContainText("Lowest balance until the end of the month");
  await expect(panel).toContainText("First day below zero");
  await expect(panel).toContainText("Not saved yet");
  expect(await savedDay()).toBe(`${month}-10`);
  await isOpenToEveryone(page);
  await panel.getByRole("button", { name: /^Move it to/ }).click();
  await expect.poll(savedDay).toBe(`${month}-14`);
  await expect(panel).toBeHidden();
  await ask(page, "delete", `/expenses/${id}`);
});

test("arrow keys try other days, and canceling saves nothing", async ({ page }) => {
  const { id, name, month, savedDay } = await aBill(page, 2);
  await chip(page, name).press("ArrowRight");
  await expect(move(page, name)).toContainText("Not saved yet");
  await expect(page).toHaveURL(new RegExp(`to=${month}-11`));
  await expect(chip(page, name)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(new RegExp(`to=${month}-18`));
  await expect(move(page, name).getByLabel("Move to")).toHaveValue(`${month}-18`);
  await move(page, name).getByRole("link", { name: "Cancel" }).click();
  await expect(move(page, name)).toBeHidden();
  expect(await savedDay()).toBe(`${month}-10`);
  await ask(page, "delete", `/expenses/${id}`);
});

test("a move saves the scope chosen last, and the next bill starts with its own", async ({ page }) => {
  const year = new Date().getUTCFullYear() + 1;
  const names = ["One", "Other"].map((name) => `${name} ${Date.now().toString(36)}${test.info().workerIndex}`);
  for (const name of names) {
    await send(page, "post", "/expenses", { name, amount: 20, date: `${year}-03-10`, isRecurring: true });
  }
  const [one = "", other = ""] = names;
  const dayInApril = async (name: string) => {
    const { items } = await send(page, "get", `/expenses/monthly?year=${year}&month=4`);
    return items.find((item: { name: string }) => item.name === name)?.occursOn;
  };
  await visit(page, `/finances/calendar?month=${year}-03`);
  await chip(page, other).press("ArrowRight");
  await expect(page).toHaveURL(/to=/);
  await move(page, other).getByRole("radio", { name: "This and all later ones" }).check();
  await expect(page).toHaveURL(/scope=later/);
  await chip(page, one).click();
  await expect(move(page, one).getByRole("radio", { name: "This one only" })).toBeChecked();
  await chip(page, one).press("ArrowRight");
  await expect(page).toHaveURL(/to=/);
  await move(page, one).getByRole("radio", { name: "This and all later ones" }).check();
  await expect(page).toHaveURL(/scope=later/);
  await move(page, one)
    .getByRole("button", { name: /^Move it to/ })
    .click();
  await expect.poll(() => dayInApril(one)).toBe(`${year}-04-11`);
  expect(await dayInApril(other)).toBe(`${year}-04-10`);
  const { items } = await send(page, "get", "/expenses?limit=100");
  for (const { id } of items.filter(({ name }: { name: string }) => names.includes(name))) {
    await ask(page, "delete", `/expenses/${id}`);
  }
});

test("a bill dragged to another day shows there but is not saved yet", async ({ page }) => {
  const { id, name, month, savedDay } = await aBill(page, 3);
  await chip(page, name).dragTo(page.getByLabel(formatDate(`${month}-12`), { exact: true }), { steps: 8 });
  await expect(move(page, name)).toContainText("Not saved yet");
  await expect(page).toHaveURL(new RegExp(`to=${month}-12`));
  expect(await savedDay()).toBe(`${month}-10`);
  await ask(page, "delete", `/expenses/${id}`);
});

test("on a tablet, a bill that is held is dragged to another day by the finger", async ({ browser, baseURL }) => {
  const tablet = await browser.newContext({
    storageState: stateOf("household"),
    viewport: { width: 1024, height: 1100 },
    hasTouch: true,
    isMobile: true,
  });
  // A finger touches whatever is at its point, so the cookie banner is dismissed first.
  await tablet.addCookies([{ name: "plenum_consent", value: "rejected", url: baseURL }]);
  const page = await tablet.newPage();
  const { id, name, month, savedDay } = await aBill(page, 5);
  const finger = await tablet.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  const middle = async (element: Locator) => {
    const box = await element.boundingBox();
    if (!box) throw new Error("the element is not shown");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await expect(async () => {
    await chip(page, name).scrollIntoViewIfNeeded();
    const from = await middle(chip(page, name));
    const to = await middle(page.getByLabel(formatDate(`${month}-12`), { exact: true }));
    await touch("touchStart", from.x, from.y);
    // Holds until the bill is picked up.
    await expect(chip(page, name)).toHaveAttribute("data-dragging", "", { timeout: 2000 });
    const at = (step: number, a: number, b: number) => a + ((b - a) * step) / 6;
    for (let step = 1; step <= 6; step++) await touch("touchMove", at(step, from.x, to.x), at(step, from.y, to.y));
    await touch("touchEnd");
    await expect(page).toHaveURL(new RegExp(`to=${month}-12`), { timeout: 2000 });
  }).toPass();
  await expect(move(page, name)).toContainText("Not saved yet");
  expect(await savedDay()).toBe(`${month}-10`);
  await ask(page, "delete", `/expenses/${id}`);
  await tablet.close();
});

test("what-ifs can be saved as a scenario, opened again, renamed, deleted and restored", async ({ page }) => {
  const name = `Half the rent ${Date.now()}`;
  await visit(page, "/finances/dashboard");
  const row = page.getByRole("list", { name: "Your plan" }).getByRole("listitem").filter({ hasText: "Rent," });
  await row.getByRole("button", { name: /^Adjust Rent/ }).click();
  await row.getByRole("slider", { name: "Amount" }).press("ArrowLeft");
  await page.getByRole("link", { name: "Save scenario" }).click();
  const dialog = page.getByRole("dialog", { name: "Scenarios" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Save scenario" }).click();
  await expect(dialog).toBeHidden();
  const saved = page.getByRole("navigation", { name: "Saved scenarios" });
  await expect(saved.getByRole("link", { name })).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page.getByText(/^With your what-if:/)).toBeHidden();
  await saved.getByRole("link", { name }).click();
  await expect(page.getByText(/^With your what-if:/)).toBeVisible();
  await saved.getByRole("link", { name: "Edit scenarios" }).click();
  await dialog.getByRole("link", { name: `Rename ${name}` }).click();
  const rename = page.getByRole("dialog", { name: "Rename scenario" });
  await rename.getByRole("textbox", { name: "Name" }).fill(`${name} less`);
  await rename.getByRole("button", { name: "Save name" }).click();
  await dialog.getByRole("button", { name: `Delete ${name} less` }).click();
  await expect(dialog).toBeHidden();
  await expect(saved.getByRole("link", { name })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(saved.getByRole("link", { name: `${name} less` })).toBeVisible();
});

test("a link clicked right after a change takes effect, however slow the page is", async ({ page }) => {
  await visit(page, "/finances/dashboard");
  const row = page.getByRole("list", { name: "Your plan" }).getByRole("listitem").filter({ hasText: "Rent," });
  // In one step, like a fast user; the router's transition then waits behind half a second of other work.
  const changeAndPress = (link: string) =>
    page.evaluate(async (text) => {
      const named = (tag: string, name: string) =>
        [...document.querySelectorAll<HTMLElement>(tag)].find(({ textContent }) => textContent?.trim() === name);
      // The bills list Rent as well, without a switch.
      [...document.querySelectorAll("li:has([role=switch])")]
        .find(({ textContent }) => textContent?.includes("Rent,"))
        ?.querySelector<HTMLElement>("[role=switch]")
        ?.click();
      await new Promise(requestAnimationFrame);
      named("a", text)?.click();
      const busyUntil = performance.now() + 500;
      while (performance.now() < busyUntil);
    }, link);
  await changeAndPress("Save scenario");
  await expect(page.getByRole("dialog", { name: "Scenarios" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page).toHaveURL(/\/scenarios\?.*if=off/);
  await page.goBack();
  await visit(page, "/finances/dashboard");
  await changeAndPress("Clear all");
  await expect(row.getByRole("switch")).toBeChecked();
  await page.waitForLoadState("networkidle");
  await expect(page).toHaveURL(/\/finances\/dashboard$/);
  await expect(row.getByRole("switch")).toBeChecked();
});

test("every what-if changes only the runway, never the saved data", async ({ page }) => {
  const { id, name, savedDay } = await aBill(page, 4);
  const before = await (await ask(page, "get", `/expenses/${id}`)).json();
  await visit(page, "/finances/dashboard");
  await page.getByRole("button", { name: /^Show all/ }).click();
  const row = page.getByRole("list", { name: "Your plan" }).getByRole("listitem").filter({ hasText: name });
  const onOff = row.getByRole("switch", { name });
  const adjust = row.getByRole("button", { name: `Adjust ${name}` });
  const nextYear = new Date().getUTCFullYear() + 1;
  const tries: [change: () => Promise<void>, chip: string][] = [
    [() => onOff.uncheck(), `Remove: Without ${name}`],
    [() => row.getByRole("slider", { name: "Later by" }).press("ArrowRight"), `Remove: ${name} a month later`],
    [() => row.getByRole("slider", { name: "Amount" }).press("ArrowLeft"), `Remove: ${name} at $`],
    [
      () => row.getByLabel("Ends before").pressSequentially(`1231${nextYear}`, { delay: 250 }),
      `Remove: ${name} ends before Dec 31, ${nextYear}`,
    ],
  ];
  await adjust.click();
  for (const [change, label] of tries) {
    await change();
    const on = page.getByRole("list", { name: "Active changes" });
    await expect(on.getByRole("link", { name: label })).toBeVisible();
    await expect(page).toHaveURL(/\?if=/);
    await expect(page.getByText(/^With your what-if:/)).toBeVisible();
    await page.getByRole("link", { name: "Clear all" }).click();
    await expect(on).toBeHidden();
    await expect(page).toHaveURL(/\/finances\/dashboard$/);
  }
  await page.getByText("Add something that is not planned").click();
  const add = page.getByRole("form", { name: "Add an unplanned item" });
  await add.getByLabel("What").fill(`Car ${name}`);
  await add.getByLabel(/^Amount/).fill("400");
  await add.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByRole("link", { name: new RegExp(`Remove: Car ${name}`) })).toBeVisible();
  await isOpenToEveryone(page);
  expect(await (await ask(page, "get", `/expenses/${id}`)).json()).toEqual(before);
  expect(await savedDay()).toBe(before.date);
  const month = await (
    await ask(page, "get", `/expenses/monthly?year=${before.date.slice(0, 4)}&month=${Number(before.date.slice(5, 7))}`)
  ).text();
  expect(month).toContain(name);
  expect(month).not.toContain(`Car ${name}`);
  await ask(page, "delete", `/expenses/${id}`);
});
