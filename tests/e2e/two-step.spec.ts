import { expect, test } from "@playwright/test";
import { codeOf } from "#tests/support/totp";
import { stepAt } from "~/domain/auth/second-step/totp";
import { isOpenToEveryone, openMail, requestsOf, visit } from "./visit";

const password = "damper-flue-sleet-41";

test("two-step verification is set up with an app and required at the next sign-in, and a recovery code works too", async ({
  page,
}) => {
  const email = `lena-${Date.now()}@desert-air.example`;
  const form = {
    kind: "business",
    organizationName: "Desert Air",
    firstName: "Lena",
    lastName: "Fox",
    email,
    password,
  };
  const requests = await requestsOf(page);
  await requests.send("post", "/signup", { form });
  await requests.signInPagesOf(page.context());
  await openMail(page, email);
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await visit(page, "/profile/two-step");
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[name=currentPassword]").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  const key = (await dialog.locator(".select-all").textContent())?.replaceAll(" ", "") ?? "";
  await dialog.locator("input[name=code]").fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("This code is wrong or has expired")).toBeVisible();
  const used = await codeOf(key);
  const usedAt = stepAt(Date.now());
  await dialog.locator("input[name=code]").fill(used);
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await isOpenToEveryone(page);
  const recoveryCode = (await codes.first().textContent()) ?? "";

  const signIn = async () => {
    await page.context().clearCookies();
    await visit(page, "/login");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code");
  };
  await signIn();
  await expect.poll(() => stepAt(Date.now()), { timeout: 35_000 }).toBeGreaterThan(usedAt);
  await page.locator("input[name=code]").fill(used);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("That code has just changed. Enter the one your app shows now.")).toBeVisible();
  await page.locator("input[name=code]").fill(await codeOf(key));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("0 of 5 done")).toBeVisible();

  await signIn();
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await page.locator("input[name=code]").fill(recoveryCode);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("0 of 5 done")).toBeVisible();
});
