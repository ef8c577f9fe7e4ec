import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

type Listener = (event: object) => void;

/** The service worker with a push subscription, and what it did about it and the device's data. */
function worker() {
  const done: string[] = [];
  const listeners = new Map<string, Listener>();
  const waiting: Promise<unknown>[] = [];
  const subscription = { unsubscribe: async () => void done.push("unsubscribed") };
  const context = createContext({
    URL,
    Response,
    location: { origin: "https://plenum.test" },
    self: { forgetDevice: async () => void done.push("forgot") },
    caches: { delete: async () => true },
    registration: { pushManager: { getSubscription: async () => subscription } },
    fetch: async () => new Response("", { status: 200 }),
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

test("being asked to sign in removes the person's day from the device, and reminders continue", async () => {
  expect(await worker()("GET", "/login")).toEqual(["forgot"]);
});

test("signing out also ends reminders on this device", async () => {
  expect(await worker()("POST", "/auth/sign-out")).toEqual(["unsubscribed", "forgot"]);
});
