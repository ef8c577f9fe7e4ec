import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { screens } from "./screens";

// Every screen at phone and desktop width in both themes: axe finds nothing, the policy is kept, nothing scrolls sideways.
test.describe.configure({ mode: "parallel" });

const looks = [
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "light" },
] as const;
/** Where a sidebar comes in, and where a table has just room for its columns: nothing may be cut off there either. */
const widthsBetween = [700, 768, 1024, 1280];

for (const [who, paths] of Object.entries(screens)) {
  test.describe(who, () => {
    if (who !== "guest") test.use({ storageState: stateOf(who) });
    for (const path of paths) {
      test(`${path} is open to everyone at every width in both themes`, async ({ page }) => {
        expect(await inspect(page, path)).toEqual([]);
      });
    }
  });
}

async function inspect(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) found.push(message.text());
  });
  page.on("pageerror", (error) => found.push(error.message));
  await page.setViewportSize(looks[0]);
  await page.emulateMedia({ colorScheme: looks[0].colorScheme, reducedMotion: "reduce" });
  await page.goto(await withFirst(page, path));
  await expect(page.locator("h1")).toHaveCount(1);
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(painted);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const at = `${width} px, ${colorScheme}`;
    found.push(...violations.map((v) => `${at}: ${v.id} at ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`));
    if (await page.evaluate(scrollsSideways)) found.push(`${at}: scrolls sideways`);
  }
  for (const width of widthsBetween) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(scrollsSideways), `${width} px scrolls sideways`).toBe(false);
  }
  return found;
}

/** The path with the id of the first row of the list it belongs to. */
async function withFirst(page: Page, path: string): Promise<string> {
  const [list, rest] = path.split("/:first");
  if (list === undefined || rest === undefined) return path;
  await page.goto(list);
  const row = page.locator(`main a[href^="${list}/"]:not([href*="/create"])`).first();
  return `${await row.getAttribute("href")}${rest}`;
}

/** Resolves when what has just changed is on the screen, transitions of colours included. */
async function painted(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
}

function scrollsSideways(): boolean {
  return document.documentElement.scrollWidth > window.innerWidth;
}
