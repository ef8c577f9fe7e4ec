import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { Requests } from "./requests";
import { ask, scriptInCharge, visit } from "./visit";

// These screens refresh the session's tokens, each of which works once: a second use, from a browser with the same token, ends
// the session for all.
test.beforeEach(async ({ context, baseURL }) => {
  await (await Requests.signedIn(baseURL ?? "", "household")).signInPagesOf(context);
});

test("connecting a bank matches its accounts with the household's, and a refused connection can be retried", async ({
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
  await scriptInCharge(page);
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
  // The selection is still there after a reload, like the dialog.
  await page.reload();
  await scriptInCharge(page);
  await expect(matching.getByLabel("Everyday Checking goes to")).toHaveValue("ignore");
  await expect(matching.getByLabel("Rainy Day Savings goes to")).toHaveValue(own.id);
  // Back closes it, and its URL reopens it.
  const address = page.url();
  await page.goBack();
  await expect(page).toHaveURL(/\/finances\/accounts$/);
  await expect(matching).toBeHidden();
  await page.goto(address);
  await expect(matching.getByLabel("Rainy Day Savings goes to")).toHaveValue(own.id);

  let isFirst = true;
  await page.route(/\/finances\/accounts\/match\/.*\.data/, (route) => {
    if (!isFirst || route.request().method() !== "POST") return route.continue();
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
  // Restores the demo's data for the other tests.
  expect((await ask(page, "delete", `/plaid/items/${plaidItemId}`)).ok()).toBe(true);
  expect((await ask(page, "put", `/bank-accounts/${own.id}`, { isActive: true })).ok()).toBe(true);
  expect((await ask(page, "delete", `/bank-accounts/${own.id}`)).ok()).toBe(true);
});

test("returning from the bank's own page resumes the dialog with its original token", async ({ page }) => {
  const linkToken = `link-sandbox-${Date.now()}`;
  await page.route("**/api/plaid/create-link-token", (route) => route.fulfill({ json: { linkToken, kind: "plaid" } }));
  // The bank's dialog leads to the bank's own page, which leads back with its own state.
  await page.addInitScript(() => {
    Reflect.set(window, "Plaid", {
      create: (options: {
        token: string;
        receivedRedirectUri?: string;
        onLoad: () => void;
        onSuccess: (publicToken: string, metadata: object) => void;
      }) => {
        const tokens = JSON.parse(sessionStorage.getItem("tokens") ?? "[]");
        sessionStorage.setItem("tokens", JSON.stringify([...tokens, options.token]));
        const open = () => {
          const address = options.receivedRedirectUri;
          if (address === undefined) window.location.assign("/finances/accounts/connect?oauth_state_id=from-the-bank");
          else if (new URL(address).searchParams.get("oauth_state_id") === "from-the-bank") {
            options.onSuccess("public-sim-ins_sim_harbor-0-returned", { institution: { name: "Harbor Federal Bank" } });
          }
        };
        setTimeout(options.onLoad);
        return { open, destroy: () => undefined };
      },
    });
  });
  await visit(page, "/finances/accounts/connect");
  await page.getByRole("dialog", { name: "What information will be shared?" }).getByText("Continue").click();
  await expect(page).toHaveURL(/\/finances\/accounts\/match\/[^/]+$/);
  await expect(
    page.getByRole("dialog", { name: "Match your accounts" }).getByLabel("Everyday Checking goes to"),
  ).toBeVisible();
  expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem("tokens") ?? "[]"))).toEqual([
    linkToken,
    linkToken,
  ]);
  expect(await page.evaluate(() => localStorage.getItem("plenum-bank-link"))).toBeNull();

  const itemId = new URL(page.url()).pathname.split("/").at(-1);
  // Restores the demo's data for the other tests.
  expect((await ask(page, "delete", `/plaid/items/${itemId}`)).ok()).toBe(true);

  await page.goto("/finances/accounts/connect?oauth_state_id=from-the-bank");
  await expect(page.getByText("The sign-in took too long. Please start again.")).toBeVisible();
});
