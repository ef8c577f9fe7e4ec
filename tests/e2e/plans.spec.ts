import { expect, test } from "@playwright/test";
import { isOpenToEveryone, openMail, requestsOf, visit } from "./visit";

test("a household upgrades, cancels, keeps Pro and pays a failed invoice", async ({ page }) => {
  const email = `pro-${Date.now()}@example.com`;
  const form = { kind: "household", firstName: "Ada", lastName: "Moreno", email, password: "damper-flue-sleet-41" };
  const requests = await requestsOf(page);
  await requests.send("post", "/signup", { form });
  await requests.signInPagesOf(page.context());
  await openMail(page, email);
  await expect(page).toHaveURL(/\/finances\//);
  await visit(page, "/payment");
  await expect(page.getByRole("heading", { level: 2, name: "Premium" })).toBeVisible();
  await isOpenToEveryone(page);

  await page.getByLabel("$60.00 a year").check();
  await page.getByRole("button", { name: "Upgrade to Pro" }).click();
  await expect(page.getByText("$60.00 a year")).toBeVisible();
  await page.getByLabel("Card number").fill("4000 0000 0000 0341");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Pro", exact: true })).toBeVisible();
  await expect(page.getByText("Pro is on. Thank you.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Plan invoices" })).toContainText("$60.00");

  await visit(page, "/payment?of=household");
  await page.getByRole("link", { name: "Cancel Pro" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Pro" }).click();
  await expect(page.getByText("Nothing more will be charged.")).toBeVisible();
  await page.getByRole("button", { name: "Keep Pro" }).click();
  await expect(page.getByText("Renews on")).toBeVisible();

  await page.getByRole("button", { name: "Update card" }).click();
  await page.getByRole("button", { name: "Let the period end now" }).click();
  await expect(page.getByRole("alert")).toContainText("Your payment for Pro did not go through");
  await isOpenToEveryone(page);
  await page.getByRole("button", { name: "Update card" }).click();
  await page.getByRole("button", { name: "Pay with this card" }).click();
  await expect(page.getByText("Renews on")).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
});
