import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, send, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("an issue is added, found, changed, discussed, moved on the board, deleted and restored", async ({ page }) => {
  const mark = Date.now();
  const title = `Condenser fan chatters ${mark}`;
  await visit(page, "/bugscout/issues");
  await page.getByRole("link", { name: "New issue" }).click();
  const dialog = page.getByRole("dialog", { name: "New issue" });
  await dialog.getByRole("textbox", { name: "Title" }).fill(title);
  await dialog.getByRole("textbox", { name: "Description" }).fill("It **rattles** <script>alert(1)</script>");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("region", { name: "Preview" }).locator("strong")).toHaveText("rattles");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel("Priority").selectOption("high");
  await dialog.getByRole("checkbox", { name: "mobile" }).check();
  await dialog.getByRole("button", { name: "Add issue" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const details = page.getByRole("complementary", { name: "Details" });
  await details.getByLabel("State").selectOption({ label: "In progress" });
  await expect(page.getByText("moved it to In progress")).toBeVisible();
  await details.getByRole("checkbox", { name: "bug" }).click();
  await expect(page.getByText("added bug")).toBeVisible();
  await page.getByRole("textbox", { name: "Comment" }).fill("Heard it on the roof, too");
  await page.getByRole("button", { name: "Add comment" }).click();
  await expect(page.getByRole("article")).toContainText("Heard it on the roof, too");
  await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue("");
  expect(await violationsOf(page)).toEqual([]);

  await visit(page, `/bugscout/board?search=${mark}`);
  const card = page.getByRole("listitem").filter({ hasText: title });
  await card.getByRole("button", { name: /^Move BUG-/ }).click();
  await page.getByRole("menuitem", { name: "In review" }).click();
  await expect(page.getByRole("region", { name: "In review" }).getByText(title)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const grip = page.getByRole("link", { name: title });
  const announcement = page.locator("[id^=DndLiveRegion]");
  await grip.focus();
  await page.keyboard.press("Space");
  await expect(announcement).toHaveText("In review");
  await page.keyboard.press("ArrowRight");
  await expect(announcement).toHaveText("Done");
  await page.keyboard.press("Space");
  await expect(page.getByRole("region", { name: "Done" }).getByText(title)).toBeVisible();
  await expect(page.getByText(/^BUG-\d+ moved to Done$/)).toBeVisible();

  await visit(page, `/bugscout/issues?search=${mark}`);
  await expect(page.getByRole("table", { name: "Issues" }).getByRole("row").filter({ hasText: title })).toContainText(
    "Done",
  );
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: new RegExp(title) }).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Move to trash" }).click();
  await expect(page).toHaveURL(/\/bugscout\/issues$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("the trash stays open with the reason when an issue was restored elsewhere, and opens an issue restored here", async ({
  page,
}) => {
  const title = `Restored elsewhere ${Date.now()}`;
  const { id, number, reference } = await send(page, "post", "/issues", { title });
  expect((await ask(page, "delete", `/issues/${id}`)).status()).toBe(204);
  await visit(page, "/bugscout/trash");
  const row = page.getByRole("row").filter({ hasText: title });
  await send(page, "post", `/issues/${id}/restore`);
  await row.getByRole("button", { name: `Restore ${reference}` }).click();
  await expect(row.getByRole("alert")).toHaveText("This issue is not in the trash.");
  await expect(page).toHaveURL(/\/bugscout\/trash$/);
  expect((await ask(page, "delete", `/issues/${id}`)).status()).toBe(204);
  await row.getByRole("button", { name: `Restore ${reference}` }).click();
  await expect(page.getByText("Issue restored.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/bugscout/issues/(${id}|${number})$`));
});

test("a card moved again before its first move is saved ends in the right column, even if the board is left at once", async ({
  page,
}) => {
  const title = `Board left at once ${Date.now()}`;
  const { id, reference } = await (await ask(page, "post", "/issues", { title })).json();
  await visit(page, `/bugscout/board?search=${reference}`);
  // A slow connection: both moves are made, and the board is left, before either is saved.
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**", async (route) => {
    if (route.request().method() !== "GET") await arrived;
    await route.continue();
  });
  const cardIn = (state: string) => page.getByRole("region", { name: state }).filter({ hasText: title });
  for (const state of ["In review", "Done"]) {
    await page.getByRole("button", { name: `Move ${reference} to…` }).click();
    await page.getByRole("menuitem", { name: state }).click();
    await expect(cardIn(state)).toBeVisible();
  }
  await page.getByRole("link", { name: "List", exact: true }).click();
  await expect(page).toHaveURL(/\/bugscout\/issues$/);
  arrive();
  await expect.poll(async () => (await (await ask(page, "get", `/issues/${id}`)).json()).state.name).toBe("Done");
  const activity = page.getByText(/moved it to/);
  await visit(page, `/bugscout/issues/${reference.replace("BUG-", "")}`);
  await expect(activity).toHaveText([/In review/, /Done/]);
});

test("a move is saved even if the page is closed at once", async ({ page, context }) => {
  const title = `Board closed at once ${Date.now()}`;
  const { id, reference } = await (await ask(page, "post", "/issues", { title })).json();
  const board = await context.newPage();
  await visit(board, `/bugscout/board?search=${reference}`);
  await board.getByRole("button", { name: `Move ${reference} to…` }).click();
  await board.getByRole("menuitem", { name: "Done" }).click();
  await expect(board.getByRole("region", { name: "Done" }).filter({ hasText: title })).toBeVisible();
  await board.close();
  await expect.poll(async () => (await (await ask(page, "get", `/issues/${id}`)).json()).state.name).toBe("Done");
});

test("keyboard shortcuts search, navigate, open, add and edit issues, but do not act while typing in a field", async ({
  page,
}) => {
  await visit(page, "/bugscout/issues");
  const rows = page.getByRole("table", { name: "Issues" }).getByRole("rowheader").getByRole("link");
  await page.keyboard.press("j");
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows.nth(0)).toBeFocused();

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("Edit the issue you are on");
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("c");
  await expect(help).toBeVisible();
  await page.keyboard.press("Escape");

  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search issues" });
  await expect(search).toBeFocused();
  await search.pressSequentially("cjke/");
  await expect(search).toHaveValue("cjke/");
  await expect(page.getByRole("dialog", { name: "New issue" })).toBeHidden();

  await visit(page, "/bugscout/issues");
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "New issue" })).toBeVisible();
  await visit(page, "/bugscout/issues");
  await page.keyboard.press("j");
  const href = await rows.nth(0).getAttribute("href");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(new RegExp(`${href}/edit$`));
  await visit(page, "/bugscout/issues");
  await page.keyboard.press("j");
  // Read again: another test may have reported an issue, which comes first.
  const chosen = await rows.nth(0).getAttribute("href");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${chosen}$`));
});

for (const noun of ["label", "milestone"]) {
  test(`a ${noun} is added, renamed by Enter and deleted in the settings`, async ({ page }) => {
    const name = `noise ${Date.now()}`;
    const renamed = `rattle ${Date.now()}`;
    await visit(page, "/bugscout/config");
    await page.getByRole("link", { name: `New ${noun}` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill(name);
    await dialog.getByRole("button", { name: `Add ${noun}` }).click();
    await page.getByRole("link", { name: `Edit ${name}` }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill(renamed);
    await dialog.getByRole("textbox", { name: "Name" }).press("Enter");
    await page.getByRole("link", { name: `Edit ${renamed}` }).click();
    await dialog.getByRole("link", { name: `Delete ${noun}` }).click();
    const question = page.getByRole("alertdialog", { name: `Delete ${renamed}?` });
    await question.getByRole("button", { name: `Delete ${noun}` }).click();
    await expect(question).toBeHidden();
    await expect(page.getByRole("link", { name: `Edit ${renamed}` })).toHaveCount(0);
  });
}

test("typing a title lists possible duplicates", async ({ page }) => {
  await visit(page, "/bugscout/issues/new");
  const dialog = page.getByRole("dialog", { name: "New issue" });
  await dialog.getByRole("textbox", { name: "Title" }).pressSequentially("Photos keep uploading after basement");
  await expect(dialog.getByText("Possible duplicates")).toBeVisible();
  await expect(dialog.getByRole("link", { name: /Photos stay on/ })).toBeVisible();
});

test("issues are selected by keyboard, changed together and undone", async ({ page }) => {
  const mark = `batch${Date.now()}`;
  for (const n of [1, 2, 3]) await ask(page, "post", "/issues", { title: `Blower ${n} ${mark}` });
  await visit(page, `/bugscout/issues?search=${mark}`);
  const rows = page.getByRole("table", { name: "Issues" }).getByRole("row").filter({ hasText: mark });
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const bar = page.getByRole("region", { name: "Selected issues" });
  await expect(bar).toContainText("1 selected");
  await rows
    .nth(2)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("3 selected");
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await page.keyboard.press("p");
  await page.getByRole("menuitem", { name: "Urgent" }).click();
  await expect(page.getByText("3 issues changed")).toBeVisible();
  await expect(rows.filter({ hasText: "Urgent" })).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows.filter({ hasText: "Urgent" })).toHaveCount(0);
});

test("a card of a column's further pages moves like the others, by menu and by keyboard", async ({ page }) => {
  const mark = `filter${Date.now()}`;
  for (let at = 1; at <= 27; at += 1)
    expect((await ask(page, "post", "/issues", { title: `Step ${at} of ${mark}` })).status()).toBe(201);
  await visit(page, `/bugscout/board?search=${mark}`);
  const titled = (at: number) => page.getByRole("link", { name: `Step ${at} of ${mark}`, exact: true });
  const inReview = page.getByRole("region", { name: "In review" });
  const announcement = page.locator("[id^=DndLiveRegion]");
  await expect(titled(27)).toBeVisible();
  await expect(titled(1)).toHaveCount(0);
  await page.getByRole("button", { name: "Show more" }).click();

  const first = page.getByRole("listitem").filter({ has: titled(1) });
  await first.getByRole("button", { name: /^Move BUG-/ }).click();
  await page.getByRole("menuitem", { name: "In review" }).click();
  await expect(page.getByText(/^BUG-\d+ moved to In review$/)).toBeVisible();
  await expect(inReview.getByRole("link", { name: `Step 1 of ${mark}`, exact: true })).toBeVisible();
  await expect(titled(1)).toHaveCount(1);

  await titled(2).focus();
  await page.keyboard.press("Space");
  await expect(announcement).not.toHaveText("");
  await page.keyboard.press("Escape");
  await expect(titled(2)).toHaveCount(1);
});
