import { expect, type Page, test } from "@playwright/test";
import { demoPassword } from "#drizzle/seed/demo";
import { violationsOf } from "./axe";
import { Requests } from "./requests";
import { visit } from "./visit";

/** The second business has jobs in each of the last weeks, whichever day it is. */
test.beforeEach(async ({ page, baseURL }) => {
  const owner = new Requests(new URL(baseURL ?? "").origin);
  const json = { email: "owner@redrock.example.com", password: demoPassword };
  expect((await owner.send("post", "/api/auth/login", { json })).ok()).toBe(true);
  await owner.signInPagesOf(page.context());
  await visit(page, "/pgi");
});

const weeksOf = (page: Page) => page.getByRole("navigation", { name: "Weeks of the forecast" }).getByRole("link");

/** "Week of Sun, Dec 6", as in the link "Week of Sun, Dec 6, 12.0 hr expected". */
async function weekNamed(page: Page, nth: number) {
  const link = weeksOf(page).nth(nth);
  const title = (await link.textContent())?.replace(/, [\d,.]+ hr expected$/, "") ?? "";
  expect(title).toMatch(/^Week of /);
  return { title, href: (await link.getAttribute("href")) ?? "" };
}

async function isOpened(page: Page, { title, href }: { title: string; href: string }) {
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(href);
}

test("a click on a bar of the forecast opens the week it stands for", async ({ page }) => {
  const figure = page.getByRole("figure").filter({ hasText: "Next six weeks" });
  const expectedBars = figure.locator(".recharts-bar").first().locator(".recharts-bar-rectangle path");
  for (const nth of [0, 2, 5]) {
    // The chart is drawn once it is in view.
    await figure.scrollIntoViewIfNeeded();
    await expect(expectedBars).toHaveCount(6);
    const week = await weekNamed(page, nth);
    await expectedBars.nth(nth).click();
    await isOpened(page, week);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Performance" })).toBeVisible();
  }
  expect(await violationsOf(page)).toEqual([]);
});

test("the bars of the forecast are opened by keyboard, one after the other", async ({ page }) => {
  const last = await weekNamed(page, 5);
  await weeksOf(page).nth(4).focus();
  await page.keyboard.press("Tab");
  await expect(weeksOf(page).nth(5)).toBeFocused();
  await page.keyboard.press("Enter");
  await isOpened(page, last);
});
