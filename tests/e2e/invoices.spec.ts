import { expect, test } from "@playwright/test";
import { businessToday } from "#tests/support/clock";
import { stateOf } from "./people";
import { requestsOf, send, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("a customer opens the link in a reminder, downloads the invoice and pays it by card without an account", async ({
  page,
  browser,
}) => {
  await visit(page, "/invoices-v2?state=overdue");
  await page.getByRole("link", { name: /^INV-/ }).first().click();
  await page.getByRole("link", { name: "Send reminder", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("To").fill("late-customer@example.com");
  await dialog.getByRole("button", { name: "Send reminder" }).click();
  await expect(page.getByText("Reminder sent to late-customer@example.com.")).toBeVisible();

  const customer = await (await browser.newContext()).newPage();
  const link = async () => {
    const { items } = (await (await requestsOf(page)).get("/dev/mailbox.json")).json();
    return items.find(({ to }: { to: string }) => to === "late-customer@example.com")?.links[0];
  };
  await expect.poll(link).toBeTruthy();
  await customer.goto(await link());
  await expect(customer.getByRole("heading", { level: 1 })).toContainText("Invoice INV-");
  const download = customer.waitForEvent("download");
  await customer.getByRole("link", { name: "Download PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^INV-\d+\.pdf$/);

  await customer.getByRole("button", { name: "Pay by card" }).click();
  await customer.getByLabel("Card number").fill("4000 0000 0000 0002");
  await customer.getByRole("button", { name: "Pay $" }).click();
  await expect(customer.getByRole("alert")).toContainText("Your card was declined.");
  await customer.getByRole("button", { name: "Pay by card" }).click();
  await customer.getByRole("button", { name: "Pay $" }).click();
  await expect(customer.getByRole("status")).toContainText("We have received your payment");
  await expect(customer.getByText("Paid in full. Thank you.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Card Online")).toBeVisible();
});

test("one click reminds all overdue customers, with progress, and no one twice a day", async ({ page }) => {
  await visit(page, "/invoices-v2?state=overdue");
  await page.getByRole("link", { name: "Send reminders" }).click();
  const dialog = page.getByRole("dialog", { name: "Send reminders" });
  const rows = dialog.getByRole("list", { name: "Overdue invoices" }).getByRole("listitem");
  const due = rows.filter({ hasText: "@" });
  await expect(due.first()).toBeVisible();
  const name = (await due.first().getByRole("link").textContent()) ?? "";
  await dialog.getByRole("button", { name: /^Send \d+ reminders?$/ }).click();
  await expect(dialog.getByRole("status")).toContainText(/^\d+ reminders? sent/);
  await expect(rows.filter({ hasText: name })).toContainText("Sent");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Send reminders" }).click();
  await expect(rows.filter({ hasText: name })).toContainText("Reminded today");
  await expect(dialog.getByRole("button", { name: /^Send \d/ })).toHaveCount(0);
});

test("a payment refused because a colleague was faster shows what is still owed, and can be sent again", async ({
  page,
}) => {
  const { id: customerId } = await send(page, "post", "/customers", { firstName: "Ida", lastName: "Moss" });
  const { id } = await send(page, "post", "/invoices", { customerId });
  const lines = [{ description: "Igniter", quantity: 1, unitPrice: 80, taxable: false }];
  const draft = { version: 1, termsDays: 30, taxState: "exempt", taxNote: "Resale", taxes: [], lines };
  const saved = await send(page, "put", `/invoices/${id}`, draft);
  const { version } = await send(page, "post", `/invoices/${id}/issue`, { version: saved.version });
  await visit(page, `/invoices-v2/${id}`);
  await page.getByRole("link", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog", { name: "Record payment" });
  await dialog.getByLabel("Amount").fill("30.00");
  const receivedOn = businessToday();
  await send(page, "post", `/invoices/${id}/payments`, { version, amount: 20, method: "cash", receivedOn });
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Someone else just changed this invoice.");
  await expect(dialog.getByText("Balance due")).toContainText("$60.00");
  await expect(dialog.getByLabel("Amount")).toHaveValue("30.00");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(dialog).toBeHidden();
  const payments = page.getByRole("complementary", { name: "Status and activity" });
  await expect(payments.getByText("Balance due")).toContainText("$30.00");
});

test("a printed invoice has only the document, dark on white even in dark mode", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await visit(page, "/invoices-v2?state=overdue");
  await page.getByRole("link", { name: /^INV-/ }).first().click();
  const paper = page.getByRole("article", { name: "Document" });
  await expect(paper).toBeVisible();
  const document = await paper.innerText();
  await expect(page.getByRole("complementary", { name: "Status and activity" })).toBeVisible();

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const printed = await page.locator("body").innerText();
  expect(wordsOf(printed)).toEqual(wordsOf(document));
  const colors = await paper.evaluate((element) => {
    const lightness = (color: string) => {
      const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      if (!context) throw new Error("no canvas");
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return Math.round(((context.getImageData(0, 0, 1, 1).data[1] ?? 0) / 255) * 100);
    };
    return {
      page: lightness(getComputedStyle(window.document.body).backgroundColor),
      ink: [...element.querySelectorAll("td, dd, p")].map((each) => lightness(getComputedStyle(each).color)),
    };
  });
  expect(colors.page).toBe(100);
  expect(Math.max(...colors.ink)).toBeLessThan(50);
});

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);
