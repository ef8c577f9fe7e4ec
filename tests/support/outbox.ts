import { randomUUID } from "node:crypto";
import { AUTHOR_HEADER } from "~/domain/auth/author";
import { mutationOf, type WorkOrderMutation } from "~/domain/technician-app/mutations";
import { createOutbox, requestOf } from "~/routes/technician-app/offline/sync";
import type { OutboxMutation } from "~/routes/technician-app/outbox";
import type { Visitor } from "./visitor";

/** What a device has stored when the tab is killed. */
export type Stored = Map<string, OutboxMutation>;

/** When a request fails: before it reached the server, or after the server handled it and before the response arrived. */
export type Cut = "before" | "after" | null;

// One clock for all devices of a test: it advances a minute each time it is read, so that waiting takes no time.
let clock = Date.now();

/** A person's device with its stored changes, and a network that fails where the test says so. */
export function outboxOn(stored: Stored, by: Visitor, cut: (mutation: OutboxMutation) => Cut = () => null) {
  let turn: Promise<unknown> = Promise.resolve();
  const outbox = createOutbox({
    storage: {
      load: async () => [...stored.values()].map((mutation) => structuredClone(mutation)),
      save: async (mutation) => void stored.set(mutation.id, structuredClone(mutation)),
      remove: async (id) => void stored.delete(id),
      exclusively: (work) => {
        const mine = turn.then(work);
        turn = mine.catch(() => undefined);
        return mine;
      },
      changed: () => {},
    },
    runtime: {
      online: () => true,
      now: () => {
        clock += 60_000;
        return clock;
      },
      newId: () => randomUUID(),
      later: () => () => {},
    },
    send: async (mutation) => {
      const how = cut(mutation);
      if (how === "before") throw new TypeError("Failed to fetch");
      const { method, path, body, idempotencyKey, authorId = "" } = requestOf(mutation);
      const headers = { "Idempotency-Key": idempotencyKey, [AUTHOR_HEADER]: authorId };
      const answer = await by.send<Record<string, unknown>>(method, path, { body, headers });
      if (how === "after") throw new TypeError("Failed to fetch");
      return { status: answer.status, body: answer.json ?? {}, at: new Date().toISOString() };
    },
  });
  return { ...outbox, put: (made: WorkOrderMutation) => outbox.put({ ...made, userId: by.userId }) };
}

/** A form as submitted for that work order; its author is the person of the device that takes it up. */
export function mutation(
  { id, reference }: { id: string; reference: string },
  fields: Record<string, string>,
): WorkOrderMutation {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  clock += 60_000;
  const made = mutationOf({ userId: "", workOrderId: id, reference }, form, { now: clock, offsetMs: null });
  if (!made) throw new Error("no form of the technician app");
  return made;
}
