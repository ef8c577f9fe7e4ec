import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("household") });

test("a bank is connected: its accounts are matched with the household's, and what is refused can be tried again", async ({
  page,
}) => {
  const name = `Rainy days ${Date.now()}`;
  await visit(page, "/finances/accounts");
  const made = await ask(page, "post", "/bank-accounts", {
    name,
    accountType: "savings",
    currency: "USD",
    currentBalance: 100,
  });
  expect(made.status(), await made.text()).toBe(201);
  const own: { id: string } = await made.json();

  await page.reload();
  await page.getByRole("link", { name: "Connect Bank" }).click();
  await page.getByRole("dialog", { name: "What information will be shared?" }).getByText("Continue").click();
  const bank = page.getByRole("dialog", { name: "Simulated bank" });
  await bank.getByLabel("Harbor Federal Bank").check();
  await bank.getByLabel("Harbor Card").uncheck();
  await bank.getByRole("button", { name: "Share these accounts" }).click();

  await expect(page).toHaveURL(/\/finances\/accounts\/match\/[^/]+$/);
  const matching = page.getByRole("dialog", { name: "Match your accounts" });
  await matching.getByLabel("Rainy Day Savings goes to").selectOption({ label: name });
  await matching.getByLabel("Everyday Checking goes to").selectOption({ label: "Don't add it" });
  await expect(matching.getByLabel("Everyday Checking goes to").getByText(name)).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);

  let isFirst = true;
  await page.route("**/api/plaid/match-accounts/*", (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return route.abort();
  });
  await matching.getByRole("button", { name: "Finish Setup" }).click();
  await expect(matching.getByRole("alert")).toBeVisible();
  await expect(matching.getByLabel("Everyday Checking goes to")).toHaveValue("ignore");
  await matching.getByRole("button", { name: "Finish Setup" }).click();
  await expect(page.getByText("Your bank is connected.")).toBeVisible();
  await expect(page).toHaveURL(/\/finances\/accounts$/);

  const { plaidItemId } = await (await ask(page, "get", `/bank-accounts/${own.id}`)).json();
  expect(plaidItemId).toEqual(expect.any(String));
  // What the other tests look at stays as the demo has it.
  expect((await ask(page, "delete", `/plaid/items/${plaidItemId}`)).ok()).toBe(true);
  expect((await ask(page, "delete", `/bank-accounts/${own.id}`)).ok()).toBe(true);
});
