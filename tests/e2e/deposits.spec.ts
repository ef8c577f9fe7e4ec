import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { isOpenToEveryone, requestsOf, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("a deposit is requested for a job, and the customer opens the link and pays it by card", async ({
  page,
  browser,
}, { repeatEachIndex, retry }) => {
  const to = `deposit-${repeatEachIndex}-${retry}@example.com`;
  await visit(page, "/workorders/12/billing");
  await page.getByRole("link", { name: "Request deposit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Or a percentage").fill("50");
  await dialog.getByLabel("Send to").fill(to);
  await dialog.getByRole("button", { name: "Request deposit" }).click();
  await expect(page.getByText(`Request sent to ${to}.`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Withdraw" })).toBeVisible();

  const customer = await (await browser.newContext()).newPage();
  const link = async () => {
    const { items } = (await (await requestsOf(page)).get("/dev/mailbox.json")).json();
    return items.find((mail: { to: string }) => mail.to === to)?.links[0];
  };
  await expect.poll(link).toBeTruthy();
  await customer.goto(await link());
  await expect(customer.getByRole("heading", { level: 1 })).toHaveText("Deposit for WO-012");
  await customer.getByRole("button", { name: "by card" }).click();
  await customer.getByRole("button", { name: "Pay $" }).click();
  await expect(customer.getByRole("status")).toContainText("This deposit is paid.");
  await page.reload();
  await page.getByRole("link", { name: "Refund" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await isOpenToEveryone(page);
});
