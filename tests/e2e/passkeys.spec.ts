import { expect, type Page, test } from "@playwright/test";
import { isOpenToEveryone, openMail, requestsOf, visit } from "./visit";

const password = "damper-flue-sleet-41";

let putAway: () => Promise<unknown> = async () => {};
test.afterEach(() => putAway());

/** A phone's built-in authenticator, as simulated by Chromium. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable", { enableUI: false });
  // The next test of this browser has none.
  putAway = () => devtools.send("WebAuthn.disable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether a recognized user is present. */
    owner: (isThere: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isThere }),
    credentials: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    /** Whether it responds by itself, as if someone touched it. */
    touches: (enabled: boolean) =>
      devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
  };
}

/** Holds every request for a screen's data from here on until it is released. */
async function holdReadings(page: Page) {
  const waiting: (() => void)[] = [];
  const isReading = (url: URL) => url.pathname.endsWith(".data");
  await page.route(isReading, async (route) => {
    if (route.request().method() === "GET") await new Promise<void>((resolve) => waiting.push(resolve));
    // An aborted request cannot be answered.
    await route.continue().catch(() => undefined);
  });
  return {
    waiting: () => waiting.length,
    release: async () => {
      for (const go of waiting) go();
      await page.unroute(isReading);
    },
  };
}

test("a passkey is added, signs in alone and after the password, is renamed and deleted", async ({ page }) => {
  const email = `nora-${Date.now()}@desert-air.example`;
  const form = {
    ...{ kind: "business", organizationName: "Desert Air", firstName: "Nora", lastName: "Fox" },
    ...{ email, password },
  };
  const requests = await requestsOf(page);
  await requests.send("post", "/signup", { form });
  await requests.signInPagesOf(page.context());
  await openMail(page, email);
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  const authenticator = await withAuthenticator(page);

  await visit(page, "/profile/passkeys/new");
  const dialog = page.getByRole("dialog");
  await isOpenToEveryone(page);
  await dialog.getByLabel("Name").fill("Work phone");
  await dialog.locator("input[name=currentPassword]").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("button", { name: "Create passkey" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  // The page behind loads slowly, and the dialog is closed before that has ended.
  const reading = await holdReadings(page);
  await dialog.getByRole("button", { name: "Create passkey" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await expect.poll(reading.waiting).toBeGreaterThan(0);
  await dialog.getByRole("button", { name: "Done" }).click();
  await reading.release();
  const passkeys = page.getByRole("list", { name: "Passkeys" });
  await expect(passkeys.getByText("Work phone")).toBeVisible();
  await expect(passkeys.getByText("not used yet")).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);

  // Autofill: the authenticator responds as soon as the page offers passkeys.
  await page.context().clearCookies();
  await page.goto("/login?from=%2Fprofile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My account");
  await expect(passkeys.getByText("last used")).toBeVisible();

  // Without a touch the form works as usual, and after the right password the passkey is requested.
  await authenticator.touches(false);
  await page.context().clearCookies();
  await visit(page, "/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Use your passkey");
  await isOpenToEveryone(page);
  await authenticator.touches(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("0 of 5 done")).toBeVisible();

  // An app beside it takes the passkey as well as the password.
  await visit(page, "/profile/two-step");
  await isOpenToEveryone(page);
  await dialog.locator("input[name=currentPassword]").fill(password);
  await dialog.getByRole("button", { name: "Use a passkey instead of a code" }).click();
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();

  await visit(page, "/profile");
  await page.getByRole("link", { name: "Rename Work phone" }).click();
  await dialog.getByLabel("Name").fill("Old phone");
  await dialog.getByRole("button", { name: "Save name" }).click();
  await page.getByRole("link", { name: "Delete Old phone" }).click();
  await dialog.locator("input[name=currentPassword]").fill(password);
  // It is the last one, so it confirms its own deletion.
  await dialog.getByRole("button", { name: "Use a passkey instead of a code" }).click();
  await expect(passkeys).toHaveCount(0);

  // A passkey deleted here signs no one in; the page says so and stays.
  await page.context().clearCookies();
  await authenticator.touches(false);
  await visit(page, "/login");
  await authenticator.touches(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey could not be used.")).toBeVisible();
});

test("an unrecognized user gets a plain message, and the form stays", async ({ page }) => {
  const authenticator = await withAuthenticator(page);
  await authenticator.owner(false);
  await visit(page, "/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("No passkey was used. It was canceled, or took too long.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeVisible();
});
