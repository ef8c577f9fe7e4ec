import { expect, test } from "@playwright/test";
import { demoPassword } from "#drizzle/seed/demo";
import { stateOf } from "./people";
import { isOpenToEveryone, openMail, requestsOf, visit } from "./visit";

const password = "damper-flue-sleet-41";

test("an export can be restored into a new business", async ({ browser, page }) => {
  const admin = await (await browser.newContext({ storageState: stateOf("admin") })).newPage();
  await visit(admin, "/settings/export");
  await admin.getByLabel("Current password").fill(demoPassword);
  await admin.getByRole("button", { name: "Start export" }).click();
  await expect(admin.getByRole("button", { name: "Download export" })).toBeVisible({ timeout: 60_000 });
  await admin.getByLabel("Current password").first().fill(demoPassword);
  const download = admin.waitForEvent("download");
  await admin.getByRole("button", { name: "Download export" }).click();
  const file = await (await download).path();

  const email = `owner-${Date.now()}@restored.example`;
  const form = { kind: "business", organizationName: "Lakeside North", firstName: "Rosa", lastName: "Vega", email };
  const requests = await requestsOf(page);
  await requests.send("post", "/signup", { form: { ...form, password } });
  await requests.signInPagesOf(page.context());
  await openMail(page, email);
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await visit(page, "/settings/export");
  await page.getByRole("link", { name: "Restore an export" }).click();
  await page.getByRole("button", { name: "Upload and restore" }).click();
  await expect(page.getByText("Choose the ZIP file of an export.")).toBeVisible();
  await page.getByLabel("Export file").setInputFiles({
    ...{ name: "holiday.zip", mimeType: "application/zip", buffer: Buffer.from("This is no ZIP file at all.") },
  });
  await page.getByLabel("Current password").fill("not-this-one");
  await page.getByRole("button", { name: "Upload and restore" }).click();
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Upload and restore" }).click();
  await expect(page.getByText(/This is not a ZIP file/)).toBeVisible();
  await isOpenToEveryone(page);

  await page.getByLabel("Export file").setInputFiles(file);
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Upload and restore" }).click();
  await expect(page.getByText("Restored", { exact: true }).first()).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole("heading", { name: "Left to do" })).toBeVisible();
  await isOpenToEveryone(page);
  await page.getByText("Records by table").click();
  await expect(page.getByRole("row", { name: /^work orders / })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Automatic messages are paused" })).toBeVisible();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await visit(page, "/dashboard");
  await expect(page.getByRole("heading", { name: "Jobs today" })).toBeVisible();
  expect(errors).toEqual([]);
  await visit(page, "/settings/messages");
  await page.getByRole("button", { name: "Turn on automatic messages" }).click();
  await expect(page.getByText("Automatic messages are on.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Automatic messages are paused" })).toBeHidden();
  await visit(page, "/settings/export/restore");
  await expect(page.getByRole("heading", { name: "Left to do" })).toBeVisible();
  await visit(page, "/workorders");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});
