import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import type { MutationKind, WorkOrderMutation } from "~/domain/technician-app/mutations";
import type { ApiAnswer } from "~/lib/api-request";
import { wasSent } from "~/lib/optimistic-queue";
import { createOutbox, dropAccepted, takeUp, UNDO_MS } from "~/routes/technician-app/offline/sync";
import {
  canUndo,
  confirmedIds,
  countsOf,
  isToReview,
  isUncertain,
  notContained,
  type OutboxMutation,
  refusalOfMutation,
  unsyncedSince,
} from "~/routes/technician-app/outbox";

const at = "2026-11-20T15:00:00.000Z";

function change(kind: MutationKind, fields: Record<string, string> = {}, workOrderId = "job-1"): WorkOrderMutation {
  return { userId: "luis", workOrderId, reference: "WO-001", kind, fields, at };
}

const note = (body: string, workOrderId = "job-1") => change("addNote", { body }, workOrderId);
const step = (from: string, to: string) => change("changeStatus", { from, to });

interface World {
  room: number;
  isOnline: boolean;
  isReachable: boolean;
  isBroken: boolean;
  answer: (mutation: OutboxMutation) => number | null;
}

/** A device with limited storage, and a server that responds with a given status or not at all. */
function device(given: Partial<World> = {}) {
  const world: World = { room: 100, isOnline: true, isReachable: false, isBroken: false, answer: () => 200, ...given };
  const stored = new Map<string, OutboxMutation>();
  const sent: string[] = [];
  const removed: string[] = [];
  const waits: number[] = [];
  let made = 0;
  let now = 1000;
  const outbox = createOutbox({
    storage: {
      load: async () => {
        if (world.isBroken) throw new DOMException("The connection is closing", "InvalidStateError");
        return [...stored.values()];
      },
      save: async (mutation, instead) => {
        const isFull = !stored.has(mutation.id) && stored.size >= world.room;
        if (isFull) throw new DOMException("no room", "QuotaExceededError");
        stored.set(mutation.id, mutation);
        if (instead !== undefined && !wasSent(stored.get(instead))) stored.delete(instead);
      },
      remove: async (id) => {
        removed.push(id);
        stored.delete(id);
      },
      exclusively: (work) => work(),
      changed: () => {},
    },
    runtime: {
      online: () => world.isOnline,
      now: () => now,
      newId: () => `key-${++made}`,
      later: (milliseconds) => {
        waits.push(milliseconds);
        return () => {};
      },
    },
    isReachable: async () => world.isReachable,
    send: async (mutation): Promise<ApiAnswer> => {
      const status = world.isOnline ? world.answer(mutation) : null;
      if (status === null) throw new TypeError("Failed to fetch");
      sent.push(mutation.id);
      return { status, body: { from: "cancelled" }, at };
    },
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { outbox, stored, sent, removed, waits, world, pass };
}

const states = (outbox: ReturnType<typeof device>["outbox"]) => outbox.state().mutations.map(({ state }) => state);

test("on a full device, mutations that do not fit stay on the open page, are marked and are sent", async () => {
  const { outbox, stored, sent, world } = device({ room: 1, isOnline: false });
  await outbox.put(note("first"));
  await outbox.put(note("second"));
  await outbox.reload();
  expect(outbox.state().mutations.map(({ id }) => id)).toEqual(["key-1", "key-2"]);
  expect([[...stored.keys()], [...outbox.state().unpersisted]]).toEqual([["key-1"], ["key-2"]]);
  world.isOnline = true;
  await outbox.flush({ retry: true });
  expect(sent).toEqual(["key-1", "key-2"]);
  expect(countsOf(outbox.state().mutations)).toEqual({ unsynced: 0, toReview: 0, synced: 2 });
});

test("if the storage cannot be read, the next attempt follows after a pause", async () => {
  const { outbox, sent, waits, world } = device({ isBroken: true });
  await outbox.put(note("first"));
  await outbox.flush();
  expect(waits.length).toBeLessThan(3);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(5000);
  world.isBroken = false;
  await outbox.flush();
  expect(sent).toEqual(["key-1"]);
});

test("mutations left on the page are stored once there is room", async () => {
  const { outbox, stored, world } = device({ room: 0, isOnline: false });
  await outbox.put(note("first"));
  expect(outbox.state().unpersisted.size).toBe(1);
  world.room = 1;
  await outbox.flush();
  expect([stored.size, outbox.state().unpersisted.size]).toEqual([1, 0]);
});

test("mutations the server already shows are removed first to make room", async () => {
  const { outbox, stored } = device({ room: 1 });
  await outbox.put(note("first"));
  await outbox.flush();
  await outbox.settle(() => true);
  await outbox.put(note("second"));
  expect([[...stored.keys()], outbox.state().unpersisted.size]).toEqual([["key-2"], 0]);
});

test("a synced photo stays in the list without its image", async () => {
  const { outbox } = device();
  const photo = new Blob(["picture"]);
  await outbox.put({ ...change("addPhoto"), fields: { photo } });
  await outbox.flush();
  await outbox.settle(() => true);
  const left = outbox.state().mutations[0]?.change.fields.photo;
  expect(left instanceof Blob && left.size).toBe(0);
});

test("'Sync now' sends at once, ignoring the undo delay and the browser's offline flag", async () => {
  const { outbox, sent, world } = device({ isOnline: false });
  await outbox.put(step("dispatched", "en_route"), { delay: UNDO_MS });
  await outbox.flush({ byHand: true });
  expect(states(outbox)).toEqual(["unreached"]);
  world.isOnline = true;
  await outbox.flush({ byHand: true });
  expect([states(outbox), sent]).toEqual([["confirmed"], ["key-1"]]);
});

test("a status change and later mutations wait for the undo delay, other work orders do not", async () => {
  const { outbox, sent, pass } = device();
  await outbox.put(step("dispatched", "en_route"), { delay: UNDO_MS });
  await outbox.put(note("after it"));
  await outbox.put(note("elsewhere", "job-2"));
  await outbox.flush();
  expect(sent).toEqual(["key-3"]);
  pass(UNDO_MS);
  await outbox.flush();
  expect(sent).toEqual(["key-3", "key-1", "key-2"]);
});

test.each<[string, number | null, string]>([
  ["no connection", null, "unreached"],
  ["a failing server", 503, "unreached"],
  ["an ended session", 401, "unreached"],
  ["too many requests", 429, "unreached"],
  ["a success", 200, "confirmed"],
  ["a conflict", 409, "refused"],
  ["a work order that is gone", 404, "refused"],
])("%s gives the mutation the right state", async (_, status, state) => {
  const { outbox } = device({ answer: () => status });
  await outbox.put(note("first"));
  await outbox.flush();
  expect(states(outbox)).toEqual([state]);
});

test("a refused status holds back dependent mutations, keeps both versions, and lets a note through", async () => {
  const { outbox, sent } = device({ answer: ({ change: { kind } }) => (kind === "changeStatus" ? 409 : 200) });
  await outbox.put(step("dispatched", "en_route"));
  await outbox.put(note("Nobody home"));
  await outbox.put(change("tickTask", { taskId: "t1", done: "on" }));
  await outbox.flush();
  expect([states(outbox), sent]).toEqual([
    ["refused", "confirmed", "queued"],
    ["key-1", "key-2"],
  ]);
  const [refused] = outbox.state().mutations;
  expect(refused && refusalOfMutation(refused)?.status).toBe("Canceled");
  expect(refused?.change.fields).toEqual({ from: "dispatched", to: "en_route" });
});

const measured = (value: string, version = "1") =>
  change("recordResult", { taskId: "t1", version, kind: "measurement", value });
const figures = (outbox: ReturnType<typeof device>["outbox"]) =>
  outbox.state().mutations.map(({ change: { fields }, state }) => [fields.value, fields.version, state]);

test("a refused change stays until the office has accepted all notes about it", async () => {
  const { outbox, world, stored } = device({ answer: () => 409 });
  const refused = await outbox.put(step("dispatched", "en_route"));
  await outbox.flush();
  const about = (body: string) => ({ ...note(body), insteadOf: { id: refused.id, notes: 2 } });
  const drop = async () => {
    await outbox.flush();
    await dropAccepted(outbox);
    return stored.has(refused.id);
  };
  await outbox.put(about("Part 1"));
  expect(await drop()).toBe(true);
  world.answer = () => 200;
  await outbox.retry("key-2");
  expect(await drop()).toBe(true);
  await outbox.put(about("Part 2"));
  expect(await drop()).toBe(false);
  expect(countsOf(outbox.state().mutations)).toEqual({ unsynced: 0, toReview: 0, synced: 2 });
});

test("a measured value waits for the undo delay, and a retyped one replaces it", async () => {
  const { outbox, removed, sent, stored, pass } = device();
  await takeUp(outbox, measured("1"));
  await takeUp(outbox, measured("118", "2"));
  expect(figures(outbox)).toEqual([["118", "1", "queued"]]);
  // In one step: a page closed in between would leave both.
  expect(removed).toEqual([]);
  expect([stored.size, sent]).toEqual([1, []]);
  pass(UNDO_MS);
  await outbox.flush();
  expect([figures(outbox), sent]).toEqual([[["118", "1", "confirmed"]], ["key-2"]]);
});

test("a value that may have reached the office is followed by the new one, not replaced", async () => {
  const { outbox, sent, world, pass } = device({ answer: () => null });
  await takeUp(outbox, measured("1"));
  pass(UNDO_MS);
  await outbox.flush();
  await takeUp(outbox, measured("118", "2"));
  expect(figures(outbox)).toHaveLength(2);
  world.answer = () => 200;
  pass(60_000);
  await outbox.flush();
  expect(figures(outbox)).toEqual([
    ["1", "1", "confirmed"],
    ["118", "2", "confirmed"],
  ]);
  expect(sent).toEqual(["key-1", "key-2"]);
});

test("if the page closes before the old value is removed, both are sent and the new one wins", async () => {
  const { outbox, pass } = device();
  await outbox.put(measured("1"), { delay: UNDO_MS });
  await outbox.put(measured("118"), { delay: UNDO_MS });
  pass(UNDO_MS);
  await outbox.flush();
  expect(figures(outbox)).toEqual([
    ["1", "1", "confirmed"],
    ["118", "2", "confirmed"],
  ]);
});

test.each<[string, WorkOrderMutation]>([
  ["another task's", change("recordResult", { taskId: "t2", version: "1", kind: "measurement", value: "3" })],
  ["another job's", { ...measured("3"), workOrderId: "job-2" }],
  ["a result of another kind", change("recordResult", { taskId: "t1", version: "2", kind: "note", text: "3" })],
])("%s leaves a value unchanged", async (_, other) => {
  const { outbox } = device({ isOnline: false });
  await takeUp(outbox, measured("1"));
  await takeUp(outbox, other);
  expect(figures(outbox)).toHaveLength(2);
});

test("on a full device, a retyped value is sent after the one it could not replace", async () => {
  const { outbox, sent, stored, pass } = device({ room: 1 });
  await takeUp(outbox, measured("1"));
  await takeUp(outbox, measured("118", "2"));
  expect([...stored.keys(), ...outbox.state().unpersisted]).toEqual(["key-1", "key-2"]);
  pass(UNDO_MS);
  await outbox.flush();
  expect(sent).toEqual(["key-1", "key-2"]);
});

test("a retyped value that has room replaces one that had none, and nothing is marked as unsaved", async () => {
  const { outbox, stored, world } = device({ room: 0 });
  await takeUp(outbox, measured("1"));
  expect([...outbox.state().unpersisted]).toEqual(["key-1"]);
  world.room = 1;
  await takeUp(outbox, measured("118", "2"));
  expect([[...stored.keys()], [...outbox.state().unpersisted]]).toEqual([["key-2"], []]);
  expect(figures(outbox)).toEqual([["118", "1", "queued"]]);
});

test("a retyped value replaces its own, whatever was recorded for other tasks since", async () => {
  const { outbox } = device({ isOnline: false });
  await takeUp(outbox, measured("1"));
  await takeUp(outbox, change("recordResult", { taskId: "t2", version: "1", kind: "measurement", value: "3" }));
  await takeUp(outbox, measured("118", "2"));
  expect(figures(outbox).map(([value]) => value)).toEqual(["3", "118"]);
});

test("a value typed after its task was cleared does not replace the earlier one", async () => {
  const { outbox } = device({ isOnline: false });
  await takeUp(outbox, measured("1"));
  await takeUp(outbox, change("tickTask", { taskId: "t1", version: "2" }));
  await takeUp(outbox, measured("118", "3"));
  expect(outbox.state().mutations).toHaveLength(3);
});

test("without an answer, retry pauses grow up to half a minute", async () => {
  onTestFinished(vi.spyOn(Math, "random").mockReturnValue(1).mockRestore);
  const { outbox, pass } = device({ answer: () => null });
  await outbox.put(note("first"));
  const waits: number[] = [];
  for (let tries = 0; tries < 7; tries++) {
    await outbox.flush();
    const wait = (outbox.state().mutations[0]?.notBefore ?? 0) - 1000 - waits.reduce((sum, one) => sum + one, 0);
    waits.push(wait);
    pass(wait);
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

const queued = (order: number, made: WorkOrderMutation, given: Partial<OutboxMutation> = {}): OutboxMutation => ({
  ...{ id: `key-${order}`, order, change: made, madeAt: order, state: "queued", tries: 0, notBefore: 0 },
  ...{ answer: null, failure: null, isSettled: false, ...given },
});

test("a step can be undone unless it may have arrived or a later step builds on it", () => {
  const first = queued(1, step("dispatched", "en_route"));
  const second = queued(2, step("en_route", "in_progress"));
  expect(canUndo(first, [first])).toBe(true);
  expect(canUndo(first, [first, second])).toBe(false);
  expect(canUndo(second, [first, second])).toBe(true);
  expect(canUndo({ ...first, state: "unreached", tries: 1 }, [first])).toBe(false);
  expect(canUndo({ ...first, state: "sending" }, [first])).toBe(false);
  expect(canUndo({ ...first, state: "refused", tries: 1 }, [first])).toBe(true);
});

test.each<[string, Partial<OutboxMutation>, boolean]>([
  ["waits", { state: "queued" }, false],
  ["is on its way", { state: "sending" }, true],
  ["was confirmed before the day was read", { id: "before", state: "confirmed" }, false],
  ["was confirmed after the day was read", { state: "confirmed" }, true],
  ["is part of another day", { state: "confirmed", isSettled: true }, false],
])("whether a day contains a mutation that %s is unknown: %o, %s", (_, given, expected) => {
  expect(isUncertain([queued(1, note("a"), given)], new Set(["before"]))).toBe(expected);
});

test("mutations that the day contains or that were refused are not added to it", () => {
  const mutations = [
    queued(1, note("waits")),
    queued(2, note("could not be sent"), { state: "unreached" }),
    queued(3, note("confirmed"), { state: "confirmed" }),
    queued(4, note("contained"), { state: "confirmed" }),
    queued(5, note("settled"), { state: "confirmed", isSettled: true }),
    queued(6, note("refused"), { state: "refused" }),
  ];
  expect(notContained(mutations, new Set(["key-4"])).map(({ order }) => order)).toEqual([1, 2, 3]);
  expect([...confirmedIds(mutations)]).toEqual(["key-3", "key-4", "key-5"]);
  expect(unsyncedSince(mutations)).toBe(1);
  expect(countsOf(mutations)).toEqual({ unsynced: 2, toReview: 1, synced: 3 });
});

/** Flushes as often as the server is tried before it counts as failing. */
async function fail({ outbox, pass }: ReturnType<typeof device>): Promise<void> {
  for (let tries = 0; tries < 8; tries++) {
    await outbox.flush();
    pass(30_000);
  }
}

test("a change that the server keeps failing on is up for review, and what does not depend on it is sent", async () => {
  const on = device({ answer: ({ change: { kind } }) => (kind === "changeStatus" ? 500 : 200) });
  const { outbox, sent } = on;
  await outbox.put(step("dispatched", "en_route"));
  await outbox.put(note("Nobody home"));
  await outbox.put(change("addPhoto"));
  await outbox.put(change("tickTask", { taskId: "t1", done: "on" }));
  await outbox.put(step("en_route", "in_progress"));
  await outbox.flush();
  expect([sent, countsOf(outbox.state().mutations)]).toEqual([["key-1"], { unsynced: 5, toReview: 0, synced: 0 }]);
  await fail(on);
  expect(states(outbox)).toEqual(["unreached", "confirmed", "confirmed", "queued", "queued"]);
  expect(countsOf(outbox.state().mutations)).toEqual({ unsynced: 2, toReview: 1, synced: 2 });
});

test("a failing change is retried with pauses of minutes, and those that waited for it follow it", async () => {
  onTestFinished(vi.spyOn(Math, "random").mockReturnValue(1).mockRestore);
  const on = device({ answer: () => 500 });
  const { outbox, pass, sent, world } = on;
  await outbox.put(step("dispatched", "en_route"));
  await outbox.put(step("en_route", "in_progress"));
  await fail(on);
  const tries = sent.length;
  pass(60_000);
  await outbox.flush();
  expect(sent).toHaveLength(tries);
  world.answer = () => 200;
  pass(240_000);
  await outbox.flush();
  expect([states(outbox), sent.slice(tries)]).toEqual([
    ["confirmed", "confirmed"],
    ["key-1", "key-2"],
  ]);
});

test("a failing change can be sent again by hand or discarded, which lets the next one go", async () => {
  const on = device({ answer: ({ id }) => (id === "key-1" ? 500 : 200) });
  const { outbox, stored, sent } = on;
  const failing = await outbox.put(change("recordResult", { taskId: "t1", version: "1", kind: "check" }));
  await outbox.put(change("recordResult", { taskId: "t1", version: "1", kind: "check" }));
  await fail(on);
  const tries = sent.length;
  await outbox.retry(failing.id);
  expect(sent.slice(tries)).toEqual(["key-1"]);
  const [first] = outbox.state().mutations;
  expect(first && [isToReview(first), canUndo(first, outbox.state().mutations)]).toEqual([true, true]);
  await outbox.discard(failing.id);
  await outbox.flush();
  expect([[...stored.keys()], states(outbox)]).toEqual([["key-2"], ["confirmed"]]);
});

test("a value the server keeps failing on is not replaced by a retyped one", async () => {
  const on = device({ answer: () => 500 });
  await on.outbox.put(measured("1"));
  await fail(on);
  await takeUp(on.outbox, measured("118", "2"));
  expect(figures(on.outbox)).toHaveLength(2);
});

const isUpload = ({ change: { kind } }: OutboxMutation) => kind === "addPhoto";

test("an upload without a response counts as failing if the server responds otherwise", async () => {
  const on = device({ isReachable: true, answer: (mutation) => (isUpload(mutation) ? null : 200) });
  const { outbox, sent } = on;
  await outbox.put(change("addPhoto"));
  await outbox.put(note("Nobody home"));
  await outbox.put(note("Filter is dirty", "job-2"));
  await outbox.flush();
  expect([sent, outbox.state().mutations[0]?.failure]).toEqual([["key-3"], "server"]);
  await fail(on);
  expect(states(outbox)).toEqual(["unreached", "confirmed", "confirmed"]);
  expect(countsOf(outbox.state().mutations)).toEqual({ unsynced: 0, toReview: 1, synced: 2 });
});

test("a photo that answers a task and cannot be uploaded holds back the status alone", async () => {
  const on = device({ isReachable: true, answer: (mutation) => (isUpload(mutation) ? null : 200) });
  await on.outbox.put(change("addPhoto", { taskId: "t1" }));
  await on.outbox.put(note("Nobody home"));
  await on.outbox.put(step("in_progress", "completed"));
  await fail(on);
  expect(states(on.outbox)).toEqual(["unreached", "confirmed", "queued"]);
});

test("a device that reports no network never counts an attempt, even one made by hand", async () => {
  const on = device({ isOnline: false, isReachable: true });
  await on.outbox.put(change("addPhoto"));
  await fail(on);
  for (let tries = 0; tries < 8; tries++) await on.outbox.flush({ byHand: true });
  expect(countsOf(on.outbox.state().mutations)).toEqual({ unsynced: 1, toReview: 0, synced: 0 });
});

test("a lost connection never counts as a failing server", async () => {
  const on = device({ answer: () => null });
  await on.outbox.put(note("first"));
  await fail(on);
  await fail(on);
  expect(countsOf(on.outbox.state().mutations)).toEqual({ unsynced: 1, toReview: 0, synced: 0 });
});

test("with any answers, each work order's statuses are saved once and in order", async () => {
  const answers = fc.array(fc.constantFrom(null, 200, 503, 401), { maxLength: 60 });
  const jobs = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(jobs, answers, async (ofJobs, statuses) => {
      const saved: OutboxMutation[] = [];
      let attempts = 0;
      const { outbox, pass } = device({
        answer: (mutation) => {
          const status = attempts < statuses.length ? (statuses[attempts] ?? null) : 200;
          attempts += 1;
          if (status === 200) saved.push(mutation);
          return status;
        },
      });
      for (const job of ofJobs) await outbox.put({ ...step("dispatched", "en_route"), workOrderId: `job-${job}` });
      for (let round = 0; round <= statuses.length + 1; round++) {
        await outbox.flush();
        pass(300_000);
      }
      expect(countsOf(outbox.state().mutations)).toEqual({ unsynced: 0, toReview: 0, synced: ofJobs.length });
      expect(new Set(saved.map(({ id }) => id)).size).toBe(ofJobs.length);
      for (const job of new Set(ofJobs)) {
        const orders = saved.filter((one) => one.change.workOrderId === `job-${job}`).map(({ order }) => order);
        expect(orders).toEqual(orders.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 50 },
  );
});
