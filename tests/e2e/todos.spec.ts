import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, send, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("a typed line becomes a to-do, which is completed, changed and deleted, with undo", async ({ page }) => {
  await visit(page, "/todos");
  const title = `Call the supplier ${Date.now().toString(36)}`;
  await page.getByLabel("Add a to-do").fill(`${title} tomorrow 9`);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  await expect(page.getByRole("region", { name: "Tomorrow" }).getByText(title)).toBeVisible();
  await expect(row).toContainText("9:00 AM");
  await expect(page.getByLabel("Add a to-do")).toHaveValue("");

  await row.getByRole("checkbox").click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toHaveCount(1);

  await row.getByRole("link", { name: title }).click();
  const dialog = page.getByRole("dialog", { name: "Edit to-do" });
  await expect(dialog).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel("Repeats").selectOption("Weekly");
  await dialog.getByLabel("Every").fill("2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Every 2 weeks");

  await row.getByRole("button", { name: `Delete: ${title}` }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(row).toHaveCount(1);
});

test("a to-do that could not be completed is not called done", async ({ page }) => {
  const title = `Check the sump ${crypto.randomUUID().slice(0, 8)}`;
  expect((await ask(page, "post", "/todos/quick", { text: title })).status()).toBe(201);
  await visit(page, "/todos");
  const row = page.getByRole("checkbox", { name: `Done: ${title}` });
  const undo = page.getByRole("button", { name: "Undo" });
  await page.route(/\/todos\.data/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await row.click();
  await expect(page.getByText(/the server cannot be reached/)).toBeVisible();
  await expect(row).not.toBeChecked();
  await expect(undo).toHaveCount(0);
  await page.unroute(/\/todos\.data/);
  await row.click();
  await expect(undo).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("a to-do whose answer was lost is added once, also after a reload, from the line and from the dialog", async ({
  page,
}) => {
  const loseAnswers = (url: RegExp) =>
    page.route(url, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      await route.abort();
    });
  const reload = () => page.evaluate(() => window.__remixRouter.revalidate());
  const rows = (title: string) => page.getByRole("checkbox", { name: `Done: ${title}` });
  const unreached = page.getByText(/the server cannot be reached/);

  await visit(page, "/todos");
  const line = `Call Lopez ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel("Add a to-do").fill(line);
  await loseAnswers(/\/todos\.data/);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(unreached).toBeVisible();
  await page.unroute(/\/todos\.data/);
  await reload();
  await expect(rows(line)).toHaveCount(1);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByLabel("Add a to-do")).toHaveValue("");
  await expect(rows(line)).toHaveCount(1);

  // Changed meanwhile, it is another to-do: the message says so, and sending again adds it.
  await page.getByLabel("Add a to-do").fill(`${line} first`);
  await loseAnswers(/\/todos\.data/);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(unreached).toBeVisible();
  await page.unroute(/\/todos\.data/);
  await page.getByLabel("Add a to-do").fill(`${line} changed`);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(/already saved; only the answer was lost/)).toBeVisible();
  await expect(rows(`${line} first`)).toHaveCount(1);
  await expect(rows(`${line} changed`)).toHaveCount(0);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(rows(`${line} changed`)).toHaveCount(1);

  await visit(page, "/todos/new");
  const dialog = page.getByRole("dialog", { name: "New to-do" });
  const title = `Order a filter ${crypto.randomUUID().slice(0, 8)}`;
  await dialog.getByRole("textbox", { name: "To-do" }).fill(title);
  await loseAnswers(/\/todos\/new\.data/);
  await dialog.getByRole("button", { name: "Add to-do" }).click();
  await expect(unreached).toBeVisible();
  await page.unroute(/\/todos\/new\.data/);
  await reload();
  await dialog.getByRole("button", { name: "Add to-do" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows(title)).toHaveCount(1);
});

test("a to-do that someone else changed while its dialog was open is not overwritten, although the page reloaded", async ({
  page,
}) => {
  const title = `Call Ruiz ${crypto.randomUUID().slice(0, 8)}`;
  const added = await send(page, "post", "/todos", { title });
  await visit(page, `/todos/${added.id}/edit?list=unassigned`);
  const dialog = page.getByRole("dialog", { name: "Edit to-do" });
  await dialog.getByRole("textbox", { name: "Notes" }).fill("After lunch");
  await send(page, "put", `/todos/${added.id}`, { title: `${title} today`, version: added.version });
  await page.evaluate(() => window.__remixRouter.revalidate());
  // Behind the dialog.
  await expect(page.getByRole("checkbox", { name: `Done: ${title} today`, includeHidden: true })).toHaveCount(1);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Someone else changed this to-do while you were editing")).toBeVisible();
});

test("a to-do is added from a record, links back to it and is counted in the sidebar", async ({ page }) => {
  await visit(page, "/customers/1");
  const name = await page.getByRole("heading", { level: 1 }).innerText();
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^To-dos/ });
  // Seeded to-dos are due today, so there are counts to wait for; a count of no overdue ones is not shown.
  await expect(link).toContainText(/\d/);
  const count = async () => Number(/(\d+) overdue/.exec(await link.innerText())?.[1] ?? 0);
  const before = await count();
  await page.getByRole("link", { name: "Add to-do" }).click();
  const dialog = page.getByRole("dialog", { name: "New to-do" });
  await expect(dialog.getByRole("combobox", { name: "About" })).toHaveValue(name);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("link", { name: "Add to-do" }).click();
  const title = `Ask about the gate ${Date.now().toString(36)}`;
  await dialog.getByRole("textbox", { name: "To-do" }).fill(title);
  await dialog.getByLabel("Due").fill("2020-01-31");
  await dialog.getByLabel("Reminder").selectOption("When it is due");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add to-do" }).click();
  await expect(page).toHaveURL(/\/customers\/1$/);
  await expect(page.getByText(`Added: ${title}`)).toBeVisible();
  await expect.poll(count).toBe(before + 1);
  await link.click();
  await page.getByRole("checkbox", { name: `Done: ${title}` }).click();
  // Received over the live connection, without opening another screen.
  await expect.poll(count).toBe(before);
});

test("a record is chosen by typing its name, replaced and removed again", async ({ page }) => {
  await visit(page, "/todos/new");
  const dialog = page.getByRole("dialog", { name: "New to-do" });
  const about = dialog.getByRole("combobox", { name: "About" });
  const title = `Look into it ${Date.now().toString(36)}`;
  await dialog.getByRole("textbox", { name: "To-do" }).fill(title);
  await about.pressSequentially("capacitor");
  await dialog.getByRole("listbox", { name: "Records" }).getByRole("option").first().click();
  // Not from the list, which may still be that of the first letters.
  await expect(about).not.toHaveValue(/^(capacitor)?$/);
  const name = await about.inputValue();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add to-do" }).click();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  await expect(row.getByRole("link", { name })).toBeVisible();

  await row.getByRole("link", { name: title }).click();
  const edit = page.getByRole("dialog", { name: "Edit to-do" });
  await edit.getByRole("combobox", { name: "About" }).fill("");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toHaveCount(0);
  await expect(row.getByRole("link", { name })).toHaveCount(0);
});
