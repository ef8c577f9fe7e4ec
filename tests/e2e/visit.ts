import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { type Method, Requests } from "./requests";

/** Opens a page and waits until its script is in charge, before which keys and presses do nothing yet. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await scriptInCharge(page);
}

/** After a page came as a whole: its script is there, has run, and React has taken over what the server drew. */
export async function scriptInCharge(page: Page): Promise<void> {
  // What a live screen reads anew once it is connected has come as well: a test may cut the connection next.
  await page.waitForLoadState("networkidle");
  // React marks each element that it has taken over; a slow machine does so long after the network went quiet.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__react")),
  );
  // It does so before its effects have run, which listen to keys: they have where the browser has nothing more to do.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
}

/** Asks beside the page as its person. */
export function requestsOf(page: Page): Promise<Requests> {
  return Requests.of(page.context(), new URL(test.info().project.use.baseURL ?? "").origin);
}

/** Asks the API as the person of the page. */
export async function ask(page: Page, method: Method, path: string, json?: object) {
  return (await requestsOf(page)).send(method, `/api${path}`, json && { json });
}

/** As `ask`, for what has to go well: the answer's JSON. */
export async function send(page: Page, method: Method, path: string, json?: object) {
  const answer = await ask(page, method, path, json);
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** The newest mail to an address; the mailbox stands in for the owner's own, where the link is one click. */
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
