import { expect, test } from "@playwright/test";
import { signUpBusiness } from "./own-business";
import { send, visit } from "./visit";

test("a deleted team is back with its technicians after Undo", async ({ page }) => {
  await signUpBusiness(page);
  const name = "North branch";
  const person = await send(page, "post", "/technicians", {
    ...{ firstName: "Theo", lastName: "Reyes", status: "active", email: `${crypto.randomUUID()}@example.com` },
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
});
