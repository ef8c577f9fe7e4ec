import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, send, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

const unreached = (page: Page) => page.getByText(/the server cannot be reached/).first();
const reload = (page: Page) => page.evaluate(() => window.__remixRouter.revalidate());

/** Presses a button whose request reaches the server and whose answer is lost; then the page's data is loaded again. */
async function pressAndLoseAnswer(page: Page, button: string, url: RegExp): Promise<void> {
  await page.route(url, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: button }).click();
  await expect(unreached(page)).toBeVisible();
  await page.unroute(url);
  await reload(page);
}

test("a customer and a lead whose answers were lost are added once, also after a reload", async ({ page }) => {
  const name = `Okafor ${crypto.randomUUID().slice(0, 8)}`;
  await visit(page, "/customers/create");
  await page.getByRole("textbox", { name: "First name" }).fill("Ada");
  await page.getByRole("textbox", { name: "Last name" }).fill(name);
  await pressAndLoseAnswer(page, "Add customer", /\/customers\/create\.data/);
  await page.getByRole("button", { name: "Add customer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  const found = await send(page, "get", `/customers?search=${encodeURIComponent(name)}`);
  expect(found.items).toHaveLength(1);

  await visit(page, "/leads/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Phone" }).fill("(312) 555-0142");
  await page.getByRole("textbox", { name: "What they need" }).fill("New furnace");
  await pressAndLoseAnswer(page, "Add lead", /\/leads\/new\.data/);
  await page.getByRole("button", { name: "Add lead" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  expect((await send(page, "get", `/leads?search=${encodeURIComponent(name)}`)).items).toHaveLength(1);
});

test("two forms of one page are saved one after the other", async ({ page }) => {
  await visit(page, "/profile");
  const name = page.locator("form").filter({ has: page.locator('input[value="name"]') });
  await name.getByRole("button").click();
  await expect(page.getByText(/saved/i).first()).toBeVisible();
  const zone = page.locator("form").filter({ has: page.locator('input[value="zone"]') });
  await zone.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("what someone else saved while a form was open is not overwritten after a reload", async ({ page }) => {
  const lastName = `Lindgren ${crypto.randomUUID().slice(0, 8)}`;
  const customer = await send(page, "post", "/customers", { firstName: "Ana", lastName });
  await visit(page, `/customers/${customer.number}/edit`);
  await page.locator("input[name=firstName]").fill("Anna");
  await send(page, "patch", `/customers/${customer.id}`, { version: customer.version, firstName: "Anne" });
  await reload(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  const conflict = page.getByRole("alert").filter({ hasText: "Someone else changed this customer" });
  await expect(conflict.getByRole("row", { name: /^First name/ })).toHaveText("First nameAnneAnna");
  await expect(conflict).toBeFocused();
  await page.getByRole("button", { name: "Replace with mine" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Anna");
});

test("the focus is on the message about a conflict, in a dialog as well", async ({ page }) => {
  const title = `Call Novak ${crypto.randomUUID().slice(0, 8)}`;
  const todo = await send(page, "post", "/todos", { title });
  await visit(page, `/todos/${todo.id}/edit?list=unassigned`);
  const dialog = page.getByRole("dialog", { name: "Edit to-do" });
  await dialog.getByRole("textbox", { name: "To-do" }).fill(`${title} again`);
  await send(page, "put", `/todos/${todo.id}`, { title, version: todo.version, notes: "Not before 9" });
  await dialog.getByRole("button", { name: "Save" }).click();
  const conflict = dialog.getByRole("alert").filter({ hasText: "Someone else changed this to-do" });
  await expect(conflict).toBeFocused();
  // The list behind the dialog reads again whenever anyone changes a to-do.
  const other = `Order filters ${crypto.randomUUID().slice(0, 8)}`;
  await send(page, "post", "/todos", { title: other });
  await expect(page.getByRole("link", { name: other, includeHidden: true })).toBeAttached();
  await expect(conflict.getByRole("row", { name: /^Notes/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Replace with mine" }).click();
  await expect(dialog).toBeHidden();
  const saved = await send(page, "get", `/todos/${todo.id}`);
  expect([saved.title, saved.notes ?? ""]).toEqual([`${title} again`, ""]);
});

test("a comment that is being typed stays when someone else's arrives", async ({ page }) => {
  const issue = await send(page, "post", "/issues", { title: `Fan hums ${crypto.randomUUID().slice(0, 8)}` });
  await visit(page, `/bugscout/issues/${issue.number}`);
  const box = page.getByRole("textbox", { name: "Comment" });
  await box.fill("It hums only at night");
  const written = await ask(page, "post", `/issues/${issue.number}/comments`, { body: "Which unit?" });
  expect(written.ok(), await written.text()).toBe(true);
  await reload(page);
  await expect(page.getByText("Which unit?")).toBeVisible();
  await expect(box).toHaveValue("It hums only at night");
  await page.getByRole("button", { name: "Add comment" }).click();
  await expect(page.getByRole("article").filter({ hasText: "only at night" })).toBeVisible();
  await expect(box).toHaveValue("");
});

test("a message to support written after the session ended is sent once signed in again", async ({ page }) => {
  const text = `The export is empty ${crypto.randomUUID().slice(0, 8)}`;
  await visit(page, "/contact");
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByRole("link", { name: "See your messages" }).click();
  await page.getByRole("link", { name: text }).click();
  const box = page.getByRole("textbox", { name: "Write again" });
  await expect(box).toBeVisible();
  await box.fill("It works now");
  const cookies = await page.context().cookies();
  await page.context().clearCookies({ name: "session" });
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  await page.getByRole("button", { name: "Not now" }).click();
  await page.context().addCookies(cookies);
  await expect(box).toHaveValue("It works now");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("list", { name: "Messages" })).toContainText("It works now");
  await expect(box).toHaveValue("");
});
