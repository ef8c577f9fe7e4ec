import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

type Listener = (event: object) => void;

/** The service worker with a push subscription, and what it did about it and the device's data. */
function worker(caches: object = {}, page = new Response("", { status: 200 })) {
  const done: string[] = [];
  const listeners = new Map<string, Listener>();
  const waiting: Promise<unknown>[] = [];
  const subscription = { unsubscribe: async () => void done.push("unsubscribed") };
  const context = createContext({
    URL,
    Response,
    setTimeout: () => 0,
    location: { origin: "https://plenum.test" },
    self: { forgetDevice: async () => void done.push("forgot") },
    caches: { delete: async () => true, ...caches },
    registration: { pushManager: { getSubscription: async () => subscription } },
    fetch: async () => page.clone(),
    importScripts: () => {},
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  });
  runInContext(readFileSync("public/sw.js", "utf8"), context);
  return async (method: string, path: string) => {
    const request = { method, url: `https://plenum.test${path}`, mode: "navigate" };
    const keep = (work: Promise<unknown>) => void waiting.push(work);
    listeners.get("fetch")?.({ request, respondWith: keep, waitUntil: keep });
    for (let at = 0; at < waiting.length; at += 1) await waiting[at];
    return done;
  };
}

test("the pages of the latest jobs are saved, and today's page always", async () => {
  const saved = new Map<string, unknown>();
  const cache = {
    put: async (path: string, response: unknown) => {
      saved.delete(path);
      saved.set(path, response);
    },
    keys: async () => [...saved.keys()].map((path) => ({ url: `https://plenum.test${path}` })),
    delete: async ({ url }: { url: string }) => saved.delete(new URL(url).pathname),
  };
  const visit = worker({ open: async () => cache });
  await visit("GET", "/technician/jobs/today");
  for (let number = 1; number <= 40; number += 1) await visit("GET", `/technician/jobs/${number}`);
  await visit("GET", "/technician/jobs/11");
  const numbers = Array.from({ length: 30 }, (_, at) => `/technician/jobs/${at + 11}`);
  expect([...saved.keys()].toSorted()).toEqual(["/technician/jobs/today", ...numbers].toSorted());
});

test("being asked to sign in removes the person's day from the device, and reminders continue", async () => {
  expect(await worker()("GET", "/login")).toEqual(["forgot"]);
});

test("a page refused by the server removes the business's data from the device, one refused by a network does not", async () => {
  const refused = (headers: HeadersInit) => new Response("", { status: 403, headers });
  const visit = (page: Response) => worker({}, page)("GET", "/technician/jobs/today");
  expect(await visit(refused({ "X-Request-Id": "a1" }))).toEqual(["forgot"]);
  expect(await visit(refused({}))).toEqual([]);
});

test("signing out also ends reminders on this device", async () => {
  expect(await worker()("POST", "/auth/sign-out")).toEqual(["unsubscribed", "forgot"]);
});
