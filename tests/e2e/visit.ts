import { type APIResponse, expect, type Page, type Request, test } from "@playwright/test";
import { violationsOf } from "./axe";

const underWay = new WeakMap<Page, Set<Request>>();

/** What a page has asked for and not got yet. */
function requestsOf(page: Page): Set<Request> {
  const known = underWay.get(page);
  if (known) return known;
  const requests = new Set<Request>();
  page.on("request", (request) => requests.add(request));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
  underWay.set(page, requests);
  return requests;
}

/** Opens a page and waits until its script is in charge, before which keys and presses do nothing yet. */
export async function visit(page: Page, path: string): Promise<void> {
  requestsOf(page).clear();
  await page.goto(path);
  await scriptInCharge(page);
}

/**
 * After a page came as a whole: React has taken over what the server drew, and what it then asked for, parts with a script of
 * their own among it, has come and is drawn.
 */
export async function scriptInCharge(page: Page): Promise<void> {
  const requests = requestsOf(page);
  await page.waitForLoadState("load");
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__react")),
  );
  const pending = () => page.evaluate(untilIdle).then(() => requests.size);
  // What came last may have asked for more.
  for (let look = 0; look < 2; look += 1) await expect.poll(pending, { intervals: [20, 50] }).toBe(0);
}

/** Runs in the page: effects have run, and with them every request that they make has been made. */
function untilIdle(): Promise<void> {
  return new Promise((done) => requestIdleCallback(() => done()));
}

/** The local server ends idle connections after five seconds: a request that takes up one just then would be lost. */
export const ownConnection = { connection: "close" };

type Method = "get" | "post" | "put" | "patch" | "delete";

/** Asks the API as the person of the page. */
export function ask(page: Page, method: Method, path: string, data?: object): Promise<APIResponse> {
  const origin = new URL(test.info().project.use.baseURL ?? "").origin;
  return page.request[method](`/api${path}`, { headers: { origin, ...ownConnection }, data });
}

export async function isOpenToEveryone(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}
