import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

test("form rows are added and removed at once, even offline, and saved together", async ({ page }) => {
  const name = `Spring startup ${Date.now().toString(36)}`;
  await visit(page, "/service-types/create/advanced");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  const add = page.getByRole("button", { name: "Add task" });
  const tasks = page.getByRole("group", { name: /^Task \d$/ });
  const title = (task: number) => tasks.nth(task - 1).getByRole("textbox", { name: "Task", exact: true });
  await title(1).fill("Look");
  await page.context().setOffline(true);
  await add.click();
  await add.click();
  await expect(tasks).toHaveCount(3);
  await title(2).fill("Listen");
  await title(3).fill("Measure");
  await page.getByRole("button", { name: "Remove task 2" }).click();
  await expect(tasks).toHaveCount(2);
  await expect(title(2)).toHaveValue("Measure");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Create service type" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  const { items } = await (await ask(page, "get", `/service-types?search=${encodeURIComponent(name)}`)).json();
  const saved = await (await ask(page, "get", `/service-types/${items[0].id}/tasks`)).json();
  expect(saved.items.map((task: { title: string }) => task.title)).toEqual(["Look", "Measure"]);
});

test("lines of a draft invoice are added, moved and removed", async ({ page }) => {
  const { items } = await (await ask(page, "get", "/invoices?state=draft&limit=1")).json();
  await visit(page, `/invoices-v2/${items[0].id}/edit`);
  const lines = page.getByRole("textbox", { name: "Description" });
  const before = await lines.count();
  await page.getByRole("button", { name: "Add line" }).click();
  await expect(lines).toHaveCount(before + 1);
  await lines.last().fill("Second visit");
  const above = await lines.nth(before - 1).inputValue();
  await page
    .getByRole("button", { name: /^Move .+ up$/ })
    .last()
    .click();
  await expect(lines.nth(before - 1)).toHaveValue("Second visit");
  await expect(lines.last()).toHaveValue(above);
  await page.getByRole("button", { name: `Remove line ${before}`, exact: true }).click();
  await expect(lines).toHaveCount(before);
  await expect(lines.last()).toHaveValue(above);
});
