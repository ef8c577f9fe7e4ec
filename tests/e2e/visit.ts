import { AxeBuilder } from "@axe-core/playwright";
import { type APIResponse, expect, type Page, test } from "@playwright/test";

/** Opens a page and waits until its script is in charge, before which keys and presses do nothing yet. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
}

/** Asks the API as the person of the page. */
export function ask(page: Page, method: "get" | "post" | "delete", path: string, data?: object): Promise<APIResponse> {
  const origin = new URL(test.info().project.use.baseURL ?? "").origin;
  return page.request[method](`/api${path}`, { headers: { origin }, data });
}

export async function isOpenToEveryone(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
}
