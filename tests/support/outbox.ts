import { randomUUID } from "node:crypto";
import type { Entry, EntryRequest } from "~/domain/technician-app/entries";
import type { Around } from "~/routes/technician-app/offline/outbox";
import { createOutbox } from "~/routes/technician-app/offline/outbox";
import type { Visitor } from "./visitor";

/** What a device keeps when the tab is killed. */
export type Kept = Map<string, Entry>;

/** When a request is cut: before it reached the server, or after the server did it and before the answer came. */
export type Cut = "before" | "after" | null;

// One clock for all devices of a test: whoever looks finds a minute gone, so that no wait takes time.
let clock = Date.now();

/** A device with what it kept, and a network that is cut where the test says so. */
export function outboxOn(kept: Kept, by: Visitor, cut: (request: EntryRequest) => Cut = () => null) {
  let turn: Promise<unknown> = Promise.resolve();
  const around: Around = {
    load: async () => [...kept.values()].map((entry) => structuredClone(entry)),
    save: async (entry) => void kept.set(entry.key, structuredClone(entry)),
    remove: async (key) => void kept.delete(key),
    alone: (work) => {
      const mine = turn.then(work);
      turn = mine.catch(() => undefined);
      return mine;
    },
    online: () => true,
    now: () => {
      clock += 60_000;
      return clock;
    },
    newKey: () => randomUUID(),
    later: () => () => {},
    changed: () => {},
    send: async (request) => {
      const how = cut(request);
      if (how === "before") throw new TypeError("Failed to fetch");
      const { method, path, key, body } = request;
      const answer = await by.send<Record<string, unknown>>(method, path, {
        body,
        headers: { "Idempotency-Key": key },
      });
      if (how === "after") throw new TypeError("Failed to fetch");
      return { status: answer.status, body: answer.json ?? {}, at: new Date().toISOString() };
    },
  };
  return createOutbox("luis", around);
}
