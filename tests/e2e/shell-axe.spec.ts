import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";

const themes = ["dark", "light"];
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** No violation of axe's rules at both sizes, and nothing to scroll sideways. */
async function checkAt(page: Page, path: string, theme: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/robots.txt");
  await page.context().addCookies([{ name: "plenum_theme", value: theme, url: new URL(page.url()).origin }]);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.goto(path);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations, `${size.width} px`).toEqual([]);
    expect(await sidewaysOverflow(page), `${size.width} px`).toBeLessThanOrEqual(0);
  }
}

function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.body.scrollWidth - document.documentElement.clientWidth);
}

for (const theme of themes) {
  for (const path of ["/", "/privacy", "/map", "/no-such-page"]) {
    test(`a visitor's ${path} in ${theme} is open to everyone`, ({ page }) => checkAt(page, path, theme));
  }
}

test.describe("as an Admin", () => {
  test.use({ storageState: stateOf("admin") });

  for (const theme of themes) {
    for (const path of ["/", "/support", "/support?article=refrigerant-readings", "/todos", "/no-such-page"]) {
      test(`a member's ${path} in ${theme} is open to everyone`, ({ page }) => checkAt(page, path, theme));
    }
  }

  test("the help and the command palette are open to everyone", async ({ page }) => {
    await page.goto("/todos");
    await page.getByRole("button", { name: "Chat with us" }).click();
    for (const tab of ["Messages", "Home", "Help"]) {
      await page.getByRole("tab", { name: tab }).click();
      expect((await new AxeBuilder({ page }).analyze()).violations, tab).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeFocused();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });

  test("text at 200 % on a 360 px phone needs no sideways scrolling", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ["/support", "/privacy", "/todos"]) {
      await page.goto(path);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      expect(await sidewaysOverflow(page), path).toBeLessThanOrEqual(0);
    }
  });
});
