import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, send, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

/** Holds the first form of a page until released, and counts the forms sent and answered. */
async function heldForms(page: Page) {
  const forms = { sent: 0, answered: 0, release: () => {} };
  const released = new Promise<void>((resolve) => {
    forms.release = resolve;
  });
  await page.route("**/*.data*", async (route) => {
    if (route.request().method() === "POST") {
      forms.sent += 1;
      if (forms.sent === 1) await released;
    }
    await route.continue();
  });
  page.on("response", (response) => {
    if (response.request().method() === "POST" && response.url().includes(".data")) forms.answered += 1;
  });
  return forms;
}

test("a conversation assigned twice in a row stays with the person chosen last", async ({ page }) => {
  const threads = await (await ask(page, "get", "/threads?list=customers&limit=100")).json();
  const { id } = threads.items[0];
  await visit(page, `/messages/${id}`);
  const assignee = page.getByLabel("Assigned to");
  const [first, second] = (await assignee.locator("option").all()).slice(1, 3);
  const [one, two] = [await first?.getAttribute("value"), await second?.getAttribute("value")];
  if (!one || !two) throw new Error("too few people to choose from");
  const forms = await heldForms(page);
  await assignee.selectOption(one);
  await expect.poll(() => forms.sent).toBe(1);
  await assignee.selectOption(two);
  await expect(assignee).toHaveValue(two);
  expect(forms.sent).toBe(1);
  forms.release();
  const assigned = async () => (await (await ask(page, "get", `/threads/${id}`)).json()).thread.assignee?.id;
  await expect.poll(assigned).toBe(two);
  await expect(assignee).toHaveValue(two);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("two properties of an issue changed in a row are both saved", async ({ page }) => {
  const { reference } = await send(page, "post", "/issues", { title: "Two quick changes" });
  await visit(page, `/bugscout/issues/${reference.replace("BUG-", "")}`);
  const details = page.getByRole("complementary", { name: "Details" });
  const forms = await heldForms(page);
  await details.getByLabel("Priority").selectOption({ index: 1 });
  await expect.poll(() => forms.sent).toBe(1);
  await details.getByRole("checkbox", { name: "bug" }).click();
  await expect(details.getByRole("checkbox", { name: "bug" })).toBeChecked();
  expect(forms.sent).toBe(1);
  forms.release();
  await expect.poll(() => forms.answered).toBe(2);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(details.getByRole("checkbox", { name: "bug" })).toBeChecked();
});

test("a task ticked, unticked and ticked again ends ticked", async ({ page }) => {
  const { items } = await send(page, "get", "/customers?limit=1");
  const { number } = await send(page, "post", "/work-orders", { title: "Quick ticks", customerId: items[0].id });
  await visit(page, `/workorders/${number}`);
  await page.getByRole("textbox", { name: "New task" }).fill("Check the belt");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const task = page.getByRole("checkbox", { name: "Check the belt" });
  await expect(task).toBeVisible();
  const forms = await heldForms(page);
  await task.click();
  await expect.poll(() => forms.sent).toBe(1);
  await task.click();
  await task.click();
  await expect(task).toBeChecked();
  expect(forms.sent).toBe(1);
  forms.release();
  await expect.poll(() => forms.answered).toBe(2);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(task).toBeChecked();
});

test("an account of a code host matched twice in a row stays with the person chosen last", async ({ page }) => {
  const login = `quick-${Date.now().toString(36)}`;
  expect((await ask(page, "put", `/code-hosts/github/people/${login}`, { userId: null })).ok()).toBe(true);
  await visit(page, "/bugscout/config/sync/people");
  const person = page.getByLabel(login);
  const [one, two] = await person
    .locator("option")
    .evaluateAll((all) => all.slice(1, 3).map((each) => each.getAttribute("value")));
  if (!one || !two) throw new Error("too few people to choose from");
  const forms = await heldForms(page);
  await person.selectOption(one);
  await expect.poll(() => forms.sent).toBe(1);
  await person.selectOption(two);
  await expect(person).toHaveValue(two);
  expect(forms.sent).toBe(1);
  forms.release();
  await expect.poll(() => forms.answered).toBe(2);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(person).toHaveValue(two);
});

test("a photo shown to the customer, hidden and shown again ends shown", async ({ page }) => {
  const { items } = await send(page, "get", "/customers?limit=1");
  const { id, number } = await send(page, "post", "/work-orders", { title: "Quick photo", customerId: items[0].id });
  await visit(page, `/workorders/${number}`);
  await page.evaluate(async (path) => {
    const form = new FormData();
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext("2d")?.fillRect(0, 0, 40, 30);
    form.set("photo", await canvas.convertToBlob(), "photo.png");
    const { ok } = await fetch(path, {
      method: "POST",
      body: form,
      headers: { "Idempotency-Key": crypto.randomUUID() },
    });
    if (!ok) throw new Error("the photo was refused");
  }, `/api/work-orders/${id}/photos`);
  await page.reload();
  await page
    .getByRole("link", { name: /^Taken / })
    .first()
    .click();
  const shown = page.getByRole("dialog").getByRole("checkbox", { name: "Visible to customer" });
  await expect(shown).toBeVisible();
  const before = await shown.isChecked();
  const forms = await heldForms(page);
  await shown.click();
  await expect.poll(() => forms.sent).toBe(1);
  await shown.click();
  await shown.click();
  await expect(shown).toBeChecked({ checked: !before });
  expect(forms.sent).toBe(1);
  forms.release();
  await expect.poll(() => forms.sent).toBe(2);
  await expect(page.getByRole("alert")).toHaveCount(0);
  const saved = async () => (await send(page, "get", `/work-orders/${id}/photos`)).items[0].customerVisible;
  await expect.poll(saved).toBe(!before);
});

test("two moves of a playbook's task in a row are saved in the last order", async ({ page }) => {
  const tasks = ["Belt", "Coil", "Drain"].map((title) => ({ title }));
  const { id } = await send(page, "post", "/service-types", { name: `Quick ${Date.now().toString(36)}`, tasks });
  await visit(page, `/service-types/${id}/playbook?step=tasks`);
  const forms = await heldForms(page);
  await page.getByRole("button", { name: /^Move Drain,/ }).focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => forms.sent).toBe(1);
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("Drain is now 1 of 3")).toBeAttached();
  expect(forms.sent).toBe(1);
  forms.release();
  const order = async () =>
    (await send(page, "get", `/service-types/${id}/tasks`)).items.map((task: { title: string }) => task.title);
  await expect.poll(order).toEqual(["Drain", "Belt", "Coil"]);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test.describe("in a household", () => {
  test.use({ storageState: stateOf("household") });

  test("a possible match decided twice in a row is imported by the last decision", async ({ page }) => {
    const account = await send(page, "post", "/bank-accounts", {
      ...{ name: "Quick decisions", accountType: "checking", currency: "USD", currentBalance: 100 },
    });
    await send(page, "post", `/bank-accounts/${account.id}/transactions`, {
      ...{
        type: "withdrawal",
        amount: 19.8,
        transactionDate: "2026-10-05",
        description: "Power",
        category: "utilities",
      },
    });
    await visit(page, `/finances/accounts/${account.id}`);
    await page.getByRole("link", { name: "Import CSV" }).click();
    const dialog = page.getByRole("dialog", { name: "Import CSV" });
    await dialog.locator("input[type=file]").setInputFiles({
      ...{ name: "statement.csv", mimeType: "text/csv" },
      buffer: Buffer.from("Date,Description,Amount\n2026-10-06,WE ENERGIES,-19.80\n"),
    });
    await expect(dialog.getByText("Review the possible matches first.")).toBeVisible();
    const forms = await heldForms(page);
    await dialog.getByLabel("Add as new").check();
    await expect.poll(() => forms.sent).toBe(1);
    await dialog.getByLabel("Same transaction").check();
    await expect(dialog.getByLabel("Same transaction")).toBeChecked();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(forms.sent).toBe(1);
    forms.release();
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByText("statement.csv had nothing new for this account.")).toBeVisible();
    expect(forms.sent).toBeGreaterThanOrEqual(3);
  });
});
