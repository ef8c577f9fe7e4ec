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
  // A slow machine hydrates long after the network is idle.
  await page.waitForFunction(isHydrated);
  // Effects that add key listeners follow; they have run once the browser is idle.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
}

interface Fiber {
  stateNode: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
}

/**
 * Runs in the page: whether React's last commit contains the heading. React marks elements while it renders, before they are
 * committed, and the part with the heading may be hydrated after the page around it.
 */
function isHydrated(): boolean {
  const heading = document.querySelector("h1");
  const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
  if (!heading || !key) return false;
  const { stateNode: root }: { stateNode: { current: Fiber } } = Reflect.get(document, key);
  const waiting: (Fiber | null)[] = [root.current];
  while (waiting.length > 0) {
    const fiber = waiting.pop();
    if (!fiber) continue;
    if (fiber.stateNode === heading) return true;
    waiting.push(fiber.sibling, fiber.child);
  }
  return false;
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
