import { expect, test } from "vitest";
import type { Act, Entry } from "~/domain/technician-app/entries";
import { type Around, createOutbox } from "~/routes/technician-app/offline/outbox";

const job = { id: "job-1", reference: "WO-001" };
const note = (body: string): Act => ({ kind: "note", body, customerVisible: false });

/** A device with room for so many entries and a network that is there or not. */
function device({ room = 100, online = true }: { room?: number; online?: boolean } = {}) {
  const kept = new Map<string, Entry>();
  const sent: string[] = [];
  const world = { room, online };
  let made = 0;
  const around: Around = {
    load: async () => [...kept.values()],
    save: async (entry) => {
      if (!kept.has(entry.key) && kept.size >= world.room) throw new DOMException("no room", "QuotaExceededError");
      kept.set(entry.key, entry);
    },
    remove: async (key) => void kept.delete(key),
    send: async ({ key }) => {
      if (!world.online) throw new TypeError("Failed to fetch");
      sent.push(key);
      return { status: 201, body: {}, at: "2026-11-20T15:00:00.000Z" };
    },
    alone: (work) => work(),
    online: () => world.online,
    now: () => 1000,
    newKey: () => `key-${++made}`,
    later: () => () => {},
    changed: () => {},
  };
  return { outbox: createOutbox("luis", around), kept, sent, world };
}

test("a full device keeps what it has no room for on the open page, says which it is, and sends it", async () => {
  const { outbox, kept, sent, world } = device({ room: 1, online: false });
  await outbox.put(job, note("first"));
  await outbox.put(job, note("second"));
  await outbox.reload();
  expect(outbox.state().entries.map((entry) => entry.key)).toEqual(["key-1", "key-2"]);
  expect([[...kept.keys()], [...outbox.state().loose]]).toEqual([["key-1"], ["key-2"]]);
  world.online = true;
  await outbox.flush();
  expect(sent).toEqual(["key-1", "key-2"]);
  expect(outbox.state().entries.every((entry) => entry.state === "saved")).toBe(true);
});

test("what was left on the page is kept as soon as there is room", async () => {
  const { outbox, kept, world } = device({ room: 0, online: false });
  await outbox.put(job, note("first"));
  expect(outbox.state().loose.size).toBe(1);
  world.room = 1;
  await outbox.flush();
  expect([kept.size, outbox.state().loose.size]).toEqual([1, 0]);
});

test("what the office shows already makes room first", async () => {
  const { outbox, kept } = device({ room: 1 });
  await outbox.put(job, note("first"));
  await outbox.flush();
  await outbox.settle(new Set(["key-1"]));
  await outbox.put(job, note("second"));
  expect([[...kept.keys()], outbox.state().loose.size]).toEqual([["key-2"], 0]);
});

test("asked for by hand it tries at once although the browser sees no network", async () => {
  const { outbox, kept, sent, world } = device({ online: false });
  await outbox.put(job, { kind: "move", from: "dispatched", to: "en_route", holdReason: null, reason: null });
  await outbox.sendNow();
  expect([outbox.state().reach, kept.get("key-1")?.state]).toEqual(["none", "queued"]);
  world.online = true;
  await outbox.sendNow();
  expect([outbox.state().reach, kept.get("key-1")?.state, sent]).toEqual(["ok", "saved", ["key-1"]]);
});

test("it says nothing of a connection while the browser has none", () => {
  const { outbox } = device({ online: false });
  outbox.reached("ok");
  expect(outbox.state().reach).toBe("none");
});
