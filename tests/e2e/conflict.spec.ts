import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

test("a conflict shows both versions side by side, and the user's can replace the saved one", async ({ page }) => {
  const made = Date.now();
  const customer = (
    await ask(page, "post", "/customers", { firstName: "Ana", lastName: `Moreau ${made}`, notes: "Gate code 1" })
  ).json();
  await visit(page, `/customers/${customer.number}/edit`);
  await page.locator("input[name=firstName]").fill("Anna");
  await ask(page, "patch", `/customers/${customer.id}`, { version: customer.version, firstName: "Anne" });
  await page.getByRole("button", { name: "Save changes" }).click();
  const conflict = page.getByRole("alert").filter({ hasText: "Someone else changed this customer" });
  await expect(conflict.getByRole("row", { name: /^First name/ })).toHaveText("First nameAnneAnna");
  await expect(conflict.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Replace with mine" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Anna" })).toBeVisible();
});

test("a note edited here keeps its text when someone else saves it, and replaces theirs only if told to", async ({
  page,
}) => {
  const [workOrder] = (await ask(page, "get", "/work-orders?limit=1")).json().items;
  const notes = `/work-orders/${workOrder.id}/notes`;
  const mark = crypto.randomUUID().slice(0, 8);
  const note = (await ask(page, "post", notes, { body: `Gate code 1 ${mark}` })).json();
  await visit(page, `/workorders/${workOrder.number}`);
  const item = page.getByRole("listitem").filter({ hasText: mark });
  await item.getByText("Edit", { exact: true }).click();
  const text = item.getByRole("textbox", { name: "Note" });
  await text.fill(`Gate code 2 ${mark}`);

  await ask(page, "patch", `${notes}/${note.id}`, { version: 1, body: `Gate code 3 ${mark}` });
  await expect(item.getByRole("paragraph").filter({ hasText: `Gate code 3 ${mark}` })).toBeVisible();
  await expect(text).toHaveValue(`Gate code 2 ${mark}`);
  await item.getByRole("button", { name: "Save note" }).click();
  const conflict = item.getByRole("alert");
  await expect(conflict).toContainText("Someone else changed this note");
  await expect(conflict).toContainText(`Gate code 3 ${mark}`);
  await expect(text).toHaveValue(`Gate code 2 ${mark}`);
  expect((await ask(page, "get", `${notes}/${note.id}`)).json().body).toBe(`Gate code 3 ${mark}`);

  await item.getByRole("button", { name: "Replace with mine" }).click();
  await expect(item.getByRole("paragraph").filter({ hasText: `Gate code 2 ${mark}` })).toBeVisible();
  await expect(text).toBeHidden();

  // Once more: the saved text can be taken instead.
  await item.getByText("Edit", { exact: true }).click();
  await text.fill(`Gate code 4 ${mark}`);
  await ask(page, "patch", `${notes}/${note.id}`, { version: 3, body: `Gate code 5 ${mark}` });
  await item.getByRole("button", { name: "Save note" }).click();
  await item.getByRole("button", { name: "Discard my changes" }).click();
  await expect(text).toHaveValue(`Gate code 5 ${mark}`);
  await text.fill(`Gate code 6 ${mark}`);
  await item.getByRole("button", { name: "Save note" }).click();
  await expect(item.getByRole("paragraph").filter({ hasText: `Gate code 6 ${mark}` })).toBeVisible();
  await expect(text).toBeHidden();
});
