import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("a background sync that finds the server failing is tried again by the browser", async () => {
  const events = new EventTarget();
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("fetch", async () =>
    Object.defineProperty(new Response("", { status: 503 }), "url", { value: "https://plenum.test/resources/day" }),
  );
  await import("~/routes/technician-app/offline/background");
  const work: Promise<unknown>[] = [];
  const sync = Object.assign(new Event("sync"), {
    tag: "plenum-outbox",
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
  });
  events.dispatchEvent(sync);
  await expect(work[0]).rejects.toThrow("cannot answer");
});
