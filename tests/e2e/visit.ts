import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { type Method, Requests } from "./requests";

/** Opens a page and waits until it is hydrated; before that, keys and clicks have no effect yet. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await scriptInCharge(page);
}

/** Waits after a full page load until the script has run and React has hydrated the page. */
export async function scriptInCharge(page: Page): Promise<void> {
  // Also waits for data that a live screen reads again once connected, since a test may cut the connection next.
  await page.waitForLoadState("networkidle");
  // React marks each hydrated element; a slow machine does so long after the network is idle.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__react")),
  );
  // Marking precedes the effects that add key listeners; they have run once the browser is idle.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
}

/** Requests as the page's user. */
export function requestsOf(page: Page): Promise<Requests> {
  return Requests.of(page.context(), new URL(test.info().project.use.baseURL ?? "").origin);
}

/** Calls the API as the page's user. */
export async function ask(page: Page, method: Method, path: string, json?: object) {
  return (await requestsOf(page)).send(method, `/api${path}`, json && { json });
}

/** Like `ask`, for calls that must succeed: returns the response's JSON. */
export async function send(page: Page, method: Method, path: string, json?: object) {
  const answer = await ask(page, method, path, json);
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Opens the newest mail to an address; the mailbox replaces the owner's own, where following the link is one click. */
export async function openMail(page: Page, email: string): Promise<void> {
  const mail = page.getByRole("listitem").filter({ hasText: `To ${email}` });
  await expect(async () => {
    await page.goto("/dev/mailbox");
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass();
  await mail.getByRole("link", { name: "Open the link" }).click();
}

export async function isOpenToEveryone(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}
