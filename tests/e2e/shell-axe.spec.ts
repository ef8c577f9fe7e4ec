import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("the help and the command palette are accessible", async ({ page }) => {
  await visit(page, "/todos");
  await page.getByRole("button", { name: "Chat with us" }).click();
  for (const tab of ["Messages", "Home", "Help"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tabpanel", { name: tab })).toBeVisible();
    expect(await violationsOf(page), tab).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
});

test("text at 200% on a 360 px phone needs no horizontal scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/support", "/privacy", "/todos"]) {
    await page.goto(path);
    const overflow = await page.evaluate(() => {
      document.documentElement.style.setProperty("font-size", "200%");
      return document.body.scrollWidth - document.documentElement.clientWidth;
    });
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
