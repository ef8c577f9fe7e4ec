import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { scriptInCharge, visit } from "./visit";

const password = "comfort-demo-2026";

async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Fill in ${name}@example.com` }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  // Signing in continues in a new document.
  await page.waitForURL(({ pathname }) => pathname !== "/login");
  await scriptInCharge(page);
}

test("a demo user signs in with two clicks and lands on the requested page", async ({ page }) => {
  await visit(page, "/todos?day=today");
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(page.getByRole("status").getByText("Sign in to continue.")).toBeVisible();
  await signInAs(page, "manager");
  await expect(page).toHaveURL(/\/todos\?day=today$/);
});

test("a household lands on its finances and sees nothing of a business", async ({ page }) => {
  await visit(page, "/login");
  await signInAs(page, "household");
  await expect(page).toHaveURL(/\/finances/);
  await expect(page.getByRole("link", { name: "All Work Orders" })).toHaveCount(0);
});

test("a wrong password shows an error next to the field", async ({ page }) => {
  await visit(page, "/login");
  await page.getByLabel("Email").fill("nobody-here@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Incorrect email or password.");
  await expect(page.getByLabel("Email")).toHaveValue("nobody-here@example.com");
});

test("a session that ends while a form is open is renewed in place, and nothing typed is lost", async ({ page }) => {
  await visit(page, "/login?from=/settings");
  await signInAs(page, "admin");
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByLabel("Suite, floor").fill("Second floor, door left");
  await page.context().clearCookies({ name: "session" });
  await page.getByRole("button", { name: "Save settings" }).click();

  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog.getByLabel("Email")).toHaveValue("admin@example.com");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Password" }).fill("wrong");
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Incorrect email or password.");
  await dialog.getByRole("textbox", { name: "Password" }).fill(password);
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Suite, floor")).toHaveValue("Second floor, door left");

  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Suite, floor")).toHaveValue("Second floor, door left");
});

test("a connection lost while a form is open keeps typed values", async ({ page, context }) => {
  await visit(page, "/login?from=/settings");
  await signInAs(page, "admin");
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByLabel("Suite, floor").fill("Third floor, mind the step");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByRole("alert")).toContainText("Not saved: the server cannot be reached.");
  await expect(page.getByLabel("Suite, floor")).toHaveValue("Third floor, mind the step");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Suite, floor")).toHaveValue("Third floor, mind the step");
});

test("lookups while typing are skipped if the connection is lost", async ({ page, context }) => {
  await visit(page, "/login?from=/customers/create");
  await signInAs(page, "manager");
  await page.getByLabel("First name").first().fill("Ada");
  await context.setOffline(true);
  const refused = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/resources/similar-customers"),
  );
  await page.getByLabel("Phone").first().fill("414 555 1004");
  await page.getByLabel("First name").first().focus();
  await refused;
  await context.setOffline(false);
  await page.getByLabel("Phone").first().fill("414 555 1005");
  const answered = page.waitForResponse(/\/resources\/similar-customers/);
  await page.getByLabel("First name").first().focus();
  await answered;
  await expect(page.getByLabel("First name").first()).toHaveValue("Ada");
});

test("signing out removes the user's data from the browser", async ({ page }) => {
  await visit(page, "/login");
  await signInAs(page, "manager");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  const names = (await page.context().cookies()).map((cookie) => cookie.name);
  expect(names).not.toContain("session");
  expect(names).not.toContain("refresh");
  await visit(page, "/profile");
  await expect(page).toHaveURL(/\/login\?from=%2Fprofile$/);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a user can sign in and change their name", async ({ page }) => {
    await page.goto("/login?from=/profile");
    await page.getByLabel("Email").fill("household@example.com");
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/profile$/);
    const name = await page.getByLabel("Last name").inputValue();
    await page.getByLabel("Last name").fill(`${name} Jr.`);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByLabel("Last name")).toHaveValue(`${name} Jr.`);
    await page.getByLabel("Last name").fill(name);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByLabel("Last name")).toHaveValue(name);
  });
});

test.describe("as an Admin", () => {
  test.use({ storageState: stateOf("admin") });

  for (const width of [390, 1440]) {
    test(`an invitation and a member's sheet are accessible at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await visit(page, "/system/user-managment");
      await page.getByRole("link", { name: "Invite user" }).click();
      await expect(page.getByRole("dialog", { name: "Invite user" })).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL(/user-managment$/);

      await page
        .getByRole("table")
        .getByRole("link", { name: /manager@example.com/ })
        .click();
      await expect(page.getByRole("checkbox", { name: "Customers, write" })).toBeChecked();
      expect(await violationsOf(page)).toEqual([]);
    });
  }
});
