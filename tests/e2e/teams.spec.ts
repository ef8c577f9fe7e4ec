import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, send, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

test("a deleted team is back with its technicians after Undo", async ({ page }) => {
  const name = `Branch ${crypto.randomUUID().slice(0, 8)}`;
  const person = await send(page, "post", "/technicians", {
    ...{ firstName: "Theo", lastName: name, status: "active", email: `${crypto.randomUUID()}@example.com` },
  });
  await visit(page, "/technicians/teams/new");
  const form = page.getByRole("dialog", { name: "New team" });
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("checkbox", { name: person.fullName }).check();
  await form.getByRole("button", { name: "Add team" }).click();
  const teams = page.getByRole("dialog", { name: "Teams" });
  await expect(teams.getByRole("listitem").filter({ hasText: name })).toContainText("1 technician");

  await teams.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(page.getByText(`${name} deleted.`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(teams.getByRole("listitem").filter({ hasText: name })).toContainText("1 technician");

  const { items } = (await ask(page, "get", "/technicians/teams")).json();
  const team = items.find((one: { name: string }) => one.name === name);
  expect((await ask(page, "delete", `/technicians/teams/${team.id}`)).ok()).toBe(true);
  const { version } = (await ask(page, "get", `/technicians/${person.id}`)).json();
  await send(page, "put", `/technicians/${person.id}`, { version, status: "inactive" });
});
