import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

const parts = (page: Page) => page.locator(".react-flow__node");
const outline = (page: Page) => page.getByRole("region", { name: "Parts and connections" });
const checks = (page: Page) => page.getByRole("region", { name: "Checks" });
const saved = (page: Page, version: number) => page.getByText(`Version ${version} saved`);

async function makeDesign(page: Page, fields: object = {}): Promise<{ id: string; title: string }> {
  const title = `Upstairs ${crypto.randomUUID().slice(0, 8)}`;
  const answer = await ask(page, "post", "/designs", { title, template: "split_system", ...fields });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

async function open(page: Page, id: string): Promise<void> {
  await visit(page, `/designer/${id}`);
  await expect(parts(page).first()).toBeVisible();
}

test("by keyboard alone, a part is added, connected, moved, deleted and restored, with live checks, and saved", async ({
  page,
}) => {
  await visit(page, "/designer");
  await page.getByRole("link", { name: "New design" }).first().focus();
  await page.keyboard.press("Enter");
  const title = `Keyboard ${crypto.randomUUID().slice(0, 8)}`;
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(title);
  await expect(dialog.getByLabel("Template")).toHaveValue("split_system");
  await dialog.getByLabel("Name").press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeAttached();
  await expect(parts(page)).toHaveCount(10);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expect(checks(page)).toContainText("Nothing found");

  await page.getByLabel("Part", { exact: true }).focus();
  await page.keyboard.type("Supply r");
  await page.getByRole("button", { name: "Add", exact: true }).press("Enter");
  await expect(parts(page)).toHaveCount(11);
  await expect(checks(page)).toContainText("Supply register is not connected");

  // An added part is selected: its fields name and connect it.
  await page.getByRole("region", { name: "Selection" }).getByLabel("Name").fill("Sunroom");
  await page.keyboard.press("Enter");
  await page.getByLabel("Connect to").focus();
  await page.keyboard.type("Supply pl");
  await expect(page.getByLabel("By", { exact: true })).toHaveValue("supply");
  await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  await expect(outline(page)).toContainText("Sunroom to Supply plenum");
  await expect(checks(page)).not.toContainText("is not connected");
  // 100 cfm more than the blower moves: the limit is shown with its source.
  await expect(checks(page)).toContainText("registers take 900 of 800 cfm");
  await expect(checks(page)).toContainText("Source: ");

  // On the canvas, Tab reaches a part, Enter selects it, arrow keys move it by a foot, and Delete removes it.
  const sunroom = page.getByRole("group", { name: /^Supply register, Sunroom/ });
  await sunroom.focus();
  await page.keyboard.press("Enter");
  const left = page.getByLabel("From the left, ft");
  const before = Number(await left.inputValue());
  await sunroom.focus();
  await page.keyboard.press("ArrowRight");
  await expect(left).toHaveValue(String(before + 1));
  await page.keyboard.press("Control+z");
  await expect(left).toHaveValue(String(before));
  await sunroom.focus();
  await page.keyboard.press("Delete");
  await expect(parts(page)).toHaveCount(10);
  await expect(outline(page)).not.toContainText("Sunroom");
  await page.keyboard.press("Control+z");
  await expect(parts(page)).toHaveCount(11);
  await expect(outline(page)).toContainText("Sunroom to Supply plenum");
  await page.keyboard.press("Control+Shift+z");
  await expect(parts(page)).toHaveCount(10);
  await page.keyboard.press("Control+z");

  await page.keyboard.press("Control+s");
  await expect(saved(page, 2)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

test("saving a new name alone keeps what can be undone, and what is typed meanwhile", async ({ page }) => {
  const { id, title } = await makeDesign(page);
  await open(page, id);
  await outline(page).getByRole("button", { name: /^Bath/ }).first().click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(page, 2)).toBeVisible();
  const name = page.getByLabel("Design", { exact: true });
  await name.fill(`${title} A`);
  await page.route("**/designer/**", async (route) => {
    if (route.request().method() === "POST") await name.fill(`${title} AB`);
    await route.continue();
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(async () => (await (await ask(page, "get", `/designs/${id}`)).json()).version).toBe(3);
  await expect(page.getByText("Not saved")).toBeVisible();
  await expect(name).toHaveValue(`${title} AB`);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(parts(page)).toHaveCount(10);
});

test("an older version can be restored, picture and PDF can be downloaded, and deleting a design can be undone", async ({
  page,
}) => {
  const { id } = await makeDesign(page);
  await open(page, id);
  await outline(page).getByRole("button", { name: /^Bath/ }).first().click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(parts(page)).toHaveCount(9);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(page, 2)).toBeVisible();
  await page.getByRole("link", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await expect(page.getByText("Version 1 restored as version 3.")).toBeVisible();
  await expect(saved(page, 3)).toBeVisible();
  await expect(parts(page)).toHaveCount(10);

  for (const [name, begins] of [
    ["Picture", "<svg"],
    ["PDF", "%PDF-"],
  ] as const) {
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name, exact: true }).click();
    const file = await readFile(await (await coming).path());
    expect(file.subarray(0, begins.length).toString()).toBe(begins);
  }

  await page.getByRole("button", { name: "Delete design" }).click();
  await expect(page.getByText("Design deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Design restored.")).toBeVisible();
  await expect(parts(page)).toHaveCount(10);

  // Going back after it was deleted shows what happened and where to go. The message covers no button.
  await page.getByRole("button", { name: "Delete design" }).click();
  await expect(page.getByText("Design deleted.")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Design not found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "All designs" })).toHaveAttribute("href", "/designer");
  await page.getByRole("button", { name: "Restore design" }).click();
  await expect(page.getByText("Design restored.").first()).toBeVisible();
  await expect(parts(page)).toHaveCount(10);
});

test("a toast covers no control of the designer, and closes even with the pointer over its place", async ({ page }) => {
  const { id } = await makeDesign(page);
  await page.clock.install();
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    await open(page, id);
    await page.getByRole("button", { name: "Delete design" }).click();
    // No time passes while the message is examined.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await page.getByRole("button", { name: "Undo" }).click();
    const message = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
    await expect(message).toContainText("Design restored.");
    const remove = page.getByRole("button", { name: "Delete design" });
    await remove.scrollIntoViewIfNeeded();
    const place = await message.boundingBox();
    if (!place) throw new Error("no message");
    const covered = await page.locator("main").evaluate((main, { x, y, width, height }) => {
      const controls = main.querySelectorAll("button, a, input, select, .react-flow__controls");
      return [...controls]
        .filter((control) => {
          const box = control.getBoundingClientRect();
          return box.left < x + width && box.right > x && box.top < y + height && box.bottom > y && box.width > 0;
        })
        .map((control) => control.textContent);
    }, place);
    expect(covered).toEqual([]);
    await page.mouse.move(place.x + 5, place.y + 5);
    await page.mouse.move(place.x + 20, place.y + 20);
    // A moving pointer on it pauses its timer until it leaves.
    await page.clock.runFor(10_000);
    await expect(message).toHaveCount(1);
    await page.mouse.move(5, 5);
    await page.clock.runFor(6000);
    await expect(message).toHaveCount(0);
    await page.clock.resume();
  }
});

test("a layout becomes an estimate for its property", async ({ page }) => {
  // A customer with two properties, of which the second is chosen.
  const customers = (await (await ask(page, "get", "/customers?limit=1")).json()).items;
  const street = `${Math.floor(Math.random() * 9000) + 1000} Second Street`;
  const address = { type: "service", line1: street, city: "Milwaukee", state: "WI", postalCode: "53202" };
  const added = await ask(page, "post", `/customers/${customers[0].id}/addresses`, address);
  expect(added.ok(), await added.text()).toBe(true);
  const { id } = await makeDesign(page);
  await open(page, id);
  await page.getByRole("combobox", { name: "Property" }).fill(street);
  await page.getByRole("option", { name: new RegExp(street) }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(page, 2)).toBeVisible();
  await page.getByRole("button", { name: "Draft estimate" }).click();
  await expect(page.getByText("Estimate drafted.")).toBeVisible();
  const design = await (await ask(page, "get", `/designs/${id}`)).json();
  const estimate = await (await ask(page, "get", `/estimates/${design.estimateId}`)).text();
  expect(estimate).toContain(street);
  expect(estimate).toContain("Supply register");
});

test("a save whose answer is lost can be sent again without a conflict", async ({ page }) => {
  const { id } = await makeDesign(page);
  await open(page, id);
  await outline(page).getByRole("button", { name: /^Bath/ }).first().click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.route("**/designer/**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("the server cannot be reached")).toBeVisible();
  await page.unroute("**/designer/**");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(page, 2)).toBeVisible();
});

test("a dimension typed with a thousands separator is not a thousand times smaller, and half a cfm is refused", async ({
  page,
}) => {
  const { id } = await makeDesign(page);
  await open(page, id);
  await outline(page)
    .getByRole("button", { name: /^Kitchen/ })
    .first()
    .click();
  const airflow = page.getByLabel("Airflow, cfm");
  await airflow.fill("1,200");
  await airflow.press("Enter");
  await expect(airflow).toHaveValue("1200");
  await airflow.fill("450.5");
  await airflow.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Enter a whole number from 0 to 20,000");
});

test("a property that was typed but not chosen is not shown as the design's", async ({ page }) => {
  const { id } = await makeDesign(page);
  await open(page, id);
  const property = page.getByRole("combobox", { name: "Property" });
  await property.fill("12 Somewhere Street");
  await property.blur();
  await expect(property).toHaveValue("");
});

test("when two people edit one layout, the second gets a conflict and merges, and neither change is lost", async ({
  page,
  browser,
  baseURL,
}) => {
  const { id } = await makeDesign(page);
  const other = await browser.newContext({ baseURL, storageState: stateOf("manager") });
  const colleague = await other.newPage();
  await open(page, id);
  await open(colleague, id);

  const setAirflow = async (by: Page, room: string, cfm: string) => {
    await outline(by)
      .getByRole("button", { name: new RegExp(`^${room}`) })
      .first()
      .click();
    await by.getByLabel("Airflow, cfm").fill(cfm);
    await by.keyboard.press("Enter");
  };
  await setAirflow(colleague, "Kitchen", "155");
  const renamed = `Second floor ${id.slice(-8)}`;
  await colleague.getByLabel("Design", { exact: true }).fill(renamed);
  await colleague.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(colleague, 2)).toBeVisible();
  await setAirflow(page, "Bath", "135");
  await page.getByRole("button", { name: "Save", exact: true }).click();

  const alert = page.getByRole("alert").filter({ hasText: "saved version 2 while you were editing" });
  await expect(alert).toContainText("Kitchen (airflow 150 to 155 cfm)");
  await expect(alert).toContainText("Bath (airflow 140 to 135 cfm)");
  await expect(alert).toContainText(`name (to “${renamed}”)`);
  await alert.getByRole("button", { name: "Merge both" }).click();
  await expect(page.getByLabel("Design", { exact: true })).toHaveValue(renamed);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(page, 3)).toBeVisible();
  const airflows = async () => {
    const { layout } = await (await ask(page, "get", `/designs/${id}`)).json();
    const of = (label: string) => layout.parts.find((part: { label: string }) => part.label === label)?.airflow;
    return [of("Kitchen"), of("Bath")];
  };
  expect(await airflows()).toEqual([155, 135]);
  expect((await (await ask(page, "get", `/designs/${id}`)).json()).title).toBe(renamed);

  // The colleague did not see that: their next save is rejected as well, and saved as a copy.
  await setAirflow(colleague, "Bath", "120");
  await colleague.getByRole("button", { name: "Save", exact: true }).click();
  await colleague.getByRole("button", { name: "Save mine as a copy" }).click();
  await expect(colleague.getByText("Saved as a separate design.")).toBeVisible();
  expect(await airflows()).toEqual([155, 135]);

  // Deleted while being edited, the layout stays on the screen until it is saved elsewhere.
  await setAirflow(page, "Kitchen", "160");
  expect((await ask(colleague, "delete", `/designs/${id}`)).status()).toBe(204);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Someone else deleted this design.");
  await page.getByRole("button", { name: "Restore design" }).click();
  await expect(page.getByText("Design restored.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved(page, 4)).toBeVisible();
  expect(await airflows()).toEqual([160, 135]);
  await other.close();
});
