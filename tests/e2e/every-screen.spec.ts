import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";

// Every screen at phone and desktop width in both themes: axe finds nothing, the policy is kept, nothing scrolls sideways.
const forGuests = [
  "/",
  "/privacy",
  "/terms",
  "/signup",
  "/login",
  "/auth/request-reset",
  "/auth/reset",
  "/auth/activate",
  "/auth/accept-invitation",
];
const forAdmins = [
  "/",
  "/workorders",
  "/workorders/create",
  "/workorders/40",
  "/workorders/40/edit",
  "/workorders/40/timeline",
  "/workorders/board",
  "/workorders/scheduler",
  "/workorders/scheduler/2026-11-20?view=week",
  "/customers",
  "/customers/create",
  "/customers/3",
  "/customers/3/edit",
  "/profile",
  "/settings",
  "/system/user-managment",
  "/support",
  "/receipts",
  "/no-such-page",
];

const looks = [
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
] as const;

async function inspect(page: Page, path: string): Promise<string[]> {
  const refused: string[] = [];
  const listen = (message: { text: () => string }) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(`${path}: ${message.text()}`);
  };
  page.on("console", listen);
  page.on("pageerror", (error) => refused.push(`${path}: ${error.message}`));
  await page.goto(path);
  await expect(page.locator("h1")).toHaveCount(1);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  page.off("console", listen);
  return [
    ...refused,
    ...violations.map((v) => `${path}: ${v.id} at ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`),
    ...(sideways ? [`${path}: scrolls sideways`] : []),
  ];
}

for (const { width, height, colorScheme } of looks) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme });

    test("a guest's screens", async ({ page }) => {
      test.setTimeout(180_000);
      const found: string[] = [];
      for (const path of forGuests) found.push(...(await inspect(page, path)));
      expect(found).toEqual([]);
    });

    test.describe("signed in", () => {
      test.use({ storageState: stateOf("admin") });
      test("an Admin's screens", async ({ page }) => {
        test.setTimeout(240_000);
        const found: string[] = [];
        for (const path of forAdmins) found.push(...(await inspect(page, path)));
        expect(found).toEqual([]);
      });
    });
  });
}
