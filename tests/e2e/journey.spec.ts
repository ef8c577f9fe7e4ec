import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { tuesdayFarAhead } from "./board";
import { chooseTechnician } from "./choose-technician";
import { visit } from "./visit";

const password = "damper-flue-sleet-41";

test("a new business signs up, adds a customer, books a work order, and its technician completes it", async ({
  page,
  browser,
}) => {
  const stamp = Date.now();
  await signUp(page, `owner-${stamp}@northwind.example`);
  await addCustomer(page);
  const technician = await hireTechnician(page, browser, `luis-${stamp}@northwind.example`);
  await bookWorkOrder(page);
  await sendOut(page);
  await workOnSite(technician);

  // What the office sees of it: on the open screen, in the list, on the board and in its history.
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
  await visit(page, "/workorders?status=completed");
  await expect(page.locator("tbody th > a")).toHaveCount(1);
  await expect(page.locator("tbody th > a")).toContainText("No heat upstairs");
  await visit(page, "/workorders/board");
  await expect(page.getByRole("region", { name: /^Completed/ }).getByText("No heat upstairs")).toBeVisible();
  await visit(page, "/workorders/1/timeline");
  for (const state of ["Scheduled", "Dispatched", "En route", "In progress", "Completed"]) {
    await expect(page.getByText(state, { exact: true }).first()).toBeVisible();
  }
});

async function signUp(page: Page, email: string): Promise<void> {
  await visit(page, "/");
  await page
    .getByRole("link", { name: /sign up|start/i })
    .first()
    .click();
  await page.getByLabel("Business name").fill("North Wind Heating");
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Blake");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  await openMail(page, email);
  // The link signs in the browser that signed up.
  await expect(page.getByRole("heading", { name: "Get your first job out" })).toBeVisible();
}

/** Opens the link in the newest mail to an address. */
async function openMail(page: Page, email: string): Promise<void> {
  const mail = page.getByRole("listitem").filter({ hasText: `To ${email}` });
  // The mail is sent after the response.
  await expect(async () => {
    await page.goto("/dev/mailbox");
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass();
  await mail.getByRole("link", { name: "Open the link" }).click();
}

/** The owner invites someone, who accepts in another browser. */
async function hireTechnician(page: Page, browser: Browser, email: string): Promise<Page> {
  await visit(page, "/technicians/invite");
  const dialog = page.getByRole("dialog", { name: "Invite technician" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("First name").fill("Luis");
  await dialog.getByLabel("Last name").fill("Ortega");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible();
  const own = await (await browser.newContext()).newPage();
  await openMail(own, email);
  await own.getByLabel("First name").fill("Luis");
  await own.getByLabel("Last name").fill("Ortega");
  await own.getByRole("textbox", { name: "password" }).fill(password);
  await own.getByRole("button", { name: "Join North Wind Heating" }).click();
  await expect(own).not.toHaveURL(/accept-invitation/);
  if (/\/login/.test(own.url())) await signIn(own);
  return own;
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Account of/ })).toBeVisible();
}

async function addCustomer(page: Page): Promise<void> {
  await visit(page, "/customers/create");
  await page.getByLabel("First name").first().fill("Ada");
  await page.getByLabel("Last name").first().fill("Moreno");
  await page.getByLabel("Street").first().fill("14 Elm Street");
  await page.getByLabel("City").first().fill("Duluth");
  await page.getByLabel("State").first().selectOption("MN");
  await page.getByLabel("ZIP").first().fill("55802");
  await page.getByRole("button", { name: /^(Add|Create|Save) customer/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada Moreno");
}

async function bookWorkOrder(page: Page): Promise<void> {
  await visit(page, "/workorders/create");
  await page.getByLabel("Job summary").fill("No heat upstairs");
  await page.getByRole("combobox", { name: "Customer", exact: true }).pressSequentially("Mor");
  await expect(page.getByRole("status").filter({ hasText: "found" })).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Change", exact: true })).toBeVisible();
  await page.getByText("More: equipment, signature, billing").click();
  await page.getByLabel("Signature required").check();
  await page.getByRole("button", { name: "Create work order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No heat upstairs");
}

async function sendOut(page: Page): Promise<void> {
  await page.getByLabel("New task").fill("Tighten the blower");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "Tighten the blower" })).toBeVisible();
  await page.getByRole("link", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule" });
  await dialog.getByLabel("Day").fill(tuesdayFarAhead());
  await dialog.getByLabel("Time").fill("09:00");
  await chooseTechnician(dialog, "Luis Ortega");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Dispatch to Luis" }).click();
  await expect(page.getByText("Dispatched", { exact: true }).first()).toBeVisible();
}

/** The technician drives there, works, has the customer sign and completes the job. */
async function workOnSite(page: Page): Promise<void> {
  await visit(page, "/workorders/1");
  await page.getByRole("button", { name: "On my way" }).click();
  await page.getByRole("button", { name: "Start work" }).click();
  await page.getByRole("link", { name: "Complete", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: /^Complete WO-/ });
  await expect(sheet.getByRole("button", { name: "Complete", exact: true })).toBeDisabled();
  await sheet.getByRole("checkbox", { name: "Tighten the blower" }).click();
  await sign(page, sheet);
  await expect(sheet.getByText("Everything is done.")).toBeVisible();
  await sheet.getByRole("button", { name: "Complete", exact: true }).click();
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
}

async function sign(page: Page, sheet: Locator): Promise<void> {
  await sheet.getByLabel("Signed by").fill("Ada Moreno");
  const box = await sheet.getByRole("img", { name: /^Signature \(optional/ }).boundingBox();
  if (!box) throw new Error("there is no field to sign in");
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 8 });
  await page.mouse.up();
  await sheet.getByRole("button", { name: "Save signature" }).click();
}
