import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** Runs a background sync with the server's response to the request for the day. */
async function syncWith(init: ResponseInit): Promise<unknown> {
  const events = new EventTarget();
  vi.resetModules();
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("fetch", async () =>
    Object.defineProperty(new Response("", init), "url", { value: "https://plenum.test/resources/day" }),
  );
  await import("~/routes/technician-app/offline/background");
  const work: Promise<unknown>[] = [];
  const sync = Object.assign(new Event("sync"), {
    tag: "plenum-outbox",
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
  });
  events.dispatchEvent(sync);
  return work[0];
}

test("a background sync that finds the server failing is tried again by the browser", async () => {
  await expect(syncWith({ status: 503 })).rejects.toThrow("cannot answer");
});

test("a background sync of somebody who left the business removes what is stored of it", async () => {
  const removed: string[] = [];
  vi.stubGlobal("caches", { delete: async (name: string) => void removed.push(name) });
  vi.stubGlobal("indexedDB", { databases: async () => [] });
  await syncWith({ status: 403, headers: { "X-Request-Id": "a1" } });
  expect(removed).toEqual(["plenum-device-1"]);
  await expect(syncWith({ status: 403 })).rejects.toThrow("cannot answer");
});
