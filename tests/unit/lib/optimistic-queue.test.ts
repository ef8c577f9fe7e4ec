import { expect, test } from "vitest";
import { type ApiAnswer, type Failure, failureOf } from "~/lib/api-request";
import type { MutationStorage } from "~/lib/mutation-storage";
import { applied, createOptimisticQueue, type Mutation, type QueueOptions } from "~/lib/optimistic-queue";

interface Move {
  card: string;
  to: string;
  version: number;
}

const answerOf = (status: number, body: Record<string, unknown> = {}): ApiAnswer => ({ status, body, at: "" });
const move = (card: string, to: string, version = 1): Move => ({ card, to, version });

/** Waits until everything depends on a network response or a timer. */
const quiet = () => new Promise((resolve) => setTimeout(resolve));

/** A page whose requests are answered by hand, with a clock that is advanced by hand. */
function page(options: Partial<QueueOptions<Move>> = {}) {
  const requests: { mutation: Mutation<Move>; answer: (answer: ApiAnswer | null) => Promise<unknown> }[] = [];
  const timers: { at: number; run: () => void }[] = [];
  const world = { online: true, now: 1000 };
  const outcomes: string[] = [];
  let made = 0;
  const queue = createOptimisticQueue<Move>({
    recordsOf: ({ card }) => [card],
    follow: (later, { answer }) => ({ ...later, version: Math.max(later.version, Number(answer.body.version)) }),
    send: (mutation) =>
      new Promise((resolve, reject) => {
        const answer = (given: ApiAnswer | null) => {
          if (given) resolve(given);
          else reject(new TypeError("Failed to fetch"));
          return quiet();
        };
        requests.push({ mutation, answer });
      }),
    runtime: {
      online: () => world.online,
      now: () => world.now,
      newId: () => `m${++made}`,
      later: (milliseconds, run) => {
        const timer = { at: world.now + milliseconds, run };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    },
    ...options,
  });
  queue.onAttempt(({ id, state }) => outcomes.push(`${id} ${state}`));
  return {
    queue,
    requests,
    world,
    outcomes,
    async put(change: Move, delay?: number) {
      const mutation = await queue.put(change, { delay });
      await quiet();
      return mutation;
    },
    async passes(milliseconds: number) {
      world.now += milliseconds;
      for (const timer of timers.filter(({ at }) => at <= world.now)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.run();
      }
      await quiet();
    },
    sent: () => requests.map(({ mutation: { change } }) => `${change.card} ${change.to} ${change.version}`),
    states: () => queue.state().mutations.map(({ id, state }) => `${id} ${state}`),
    shown: () =>
      applied<Record<string, string>, Move>({}, queue.state().mutations, (board, { card, to }) => ({
        ...board,
        [card]: to,
      })),
  };
}

test("a change shows at once and stays until loaded data contains it", async () => {
  const { queue, requests, put, shown, states } = page();
  void queue.put(move("a", "dispatched"));
  expect(shown()).toEqual({ a: "dispatched" });
  await quiet();
  await requests[0]?.answer(answerOf(200, { version: 2 }));
  expect([states(), shown()]).toEqual([["m1 confirmed"], { a: "dispatched" }]);
  await queue.settle(() => false);
  expect(states()).toEqual(["m1 confirmed"]);
  await queue.settle(({ answer }) => Number(answer?.body.version) <= 2);
  expect(states()).toEqual([]);
  await put(move("b", "on_hold"));
  expect(shown()).toEqual({ b: "on_hold" });
});

test("changes to one record are sent in sequence, each based on the last; other records do not wait", async () => {
  const { requests, put, sent } = page();
  await put(move("a", "dispatched"));
  await put(move("a", "en_route"));
  await put(move("b", "on_hold"));
  expect(sent()).toEqual(["a dispatched 1", "b on_hold 1"]);
  await requests[0]?.answer(answerOf(200, { version: 5 }));
  expect(sent()).toEqual(["a dispatched 1", "b on_hold 1", "a en_route 5"]);
});

test("a change made after another was confirmed but not yet loaded builds on it", async () => {
  const { requests, put, sent } = page();
  await put(move("a", "dispatched"));
  await requests[0]?.answer(answerOf(200, { version: 5 }));
  await put(move("a", "en_route"));
  expect(sent()).toEqual(["a dispatched 1", "a en_route 5"]);
});

test("a change to two records waits for both", async () => {
  const { requests, put, sent } = page({ recordsOf: ({ card }) => card.split("+") });
  await put(move("a", "one"));
  await put(move("a+b", "two"));
  await put(move("b", "three"));
  expect(sent()).toEqual(["a one 1"]);
  await requests[0]?.answer(answerOf(200, { version: 2 }));
  await requests[1]?.answer(answerOf(200, { version: 3 }));
  expect(sent()).toEqual(["a one 1", "a+b two 2", "b three 3"]);
});

test("concurrent requests are limited", async () => {
  const { requests, put, sent } = page({ parallel: 2 });
  for (const card of ["a", "b", "c"]) await put(move(card, "on_hold"));
  expect(sent()).toHaveLength(2);
  await requests[1]?.answer(answerOf(200));
  expect(sent()).toHaveLength(3);
});

test("a refusal reverts only that change and passes on the server's message", async () => {
  const { queue, requests, put, shown, states, outcomes } = page();
  await put(move("a", "dispatched"));
  await put(move("b", "on_hold"));
  await requests[0]?.answer(answerOf(409, { message: "The technician is on WO-012.", missing: [] }));
  expect([states(), shown(), outcomes]).toEqual([["m1 refused", "m2 sending"], { b: "on_hold" }, ["m1 refused"]]);
  expect(queue.state().mutations[0]?.answer?.body.message).toBe("The technician is on WO-012.");
  await queue.discard("m1");
  expect(states()).toEqual(["m2 sending"]);
});

test("a refused change is resent with a reason, under the same id", async () => {
  const { queue, requests, put, shown } = page();
  await put(move("a", "dispatched"));
  await requests[0]?.answer(answerOf(409));
  void queue.retry("m1", move("a", "dispatched because", 4));
  await quiet();
  expect(requests[1]?.mutation).toMatchObject({ id: "m1", change: { to: "dispatched because", version: 4 } });
  expect(shown()).toEqual({ a: "dispatched because" });
});

test("later changes to a record are sent after a refusal, unless the refused one blocks them", async () => {
  for (const [blocks, expected] of [
    [false, ["a one 1", "a two 1"]],
    [true, ["a one 1"]],
  ] as const) {
    const { requests, put, sent } = page({ blocks: () => blocks });
    await put(move("a", "one"));
    await put(move("a", "two"));
    await requests[0]?.answer(answerOf(409));
    expect(sent()).toEqual(expected);
  }
});

test("a refusal unrelated to the change is retried once before it is shown", async () => {
  const { requests, put, sent, states, outcomes } = page({
    review: ({ change }, { body }) =>
      body.at === change.to
        ? { kind: "confirmed" }
        : body.at === "elsewhere"
          ? { kind: "refused" }
          : { kind: "resend", change: { ...change, version: Number(body.version) } },
  });
  await put(move("a", "there"));
  await requests[0]?.answer(answerOf(409, { at: "here", version: 7 }));
  expect([sent(), states()]).toEqual([["a there 1", "a there 7"], ["m1 sending"]]);
  await requests[1]?.answer(answerOf(409, { at: "there" }));
  expect(states()).toEqual(["m1 confirmed"]);
  await put(move("b", "there"));
  await requests[2]?.answer(answerOf(409, { at: "elsewhere" }));
  expect(outcomes.at(-1)).toBe("m2 refused");
});

test.each<[number | null, Failure | null]>([
  [null, "offline"],
  [401, "signed_out"],
  [408, "server"],
  [429, "server"],
  [500, "server"],
  [503, "server"],
  [200, null],
  [400, null],
  [403, null],
  [404, null],
  [409, null],
])("status %s means %s", (status, failure) => {
  expect(failureOf(status === null ? null : answerOf(status))).toBe(failure);
});

test("offline, nothing is sent and due changes say so; they are sent when the connection is back", async () => {
  const { queue, requests, put, sent, shown, states, world } = page();
  world.online = false;
  await put(move("a", "dispatched"));
  expect([states(), shown(), sent()]).toEqual([["m1 unreached"], {}, []]);
  expect(queue.state().mutations[0]).toMatchObject({ failure: "offline", tries: 0 });
  await put(move("b", "on_hold"));
  expect(states()).toEqual(["m1 unreached", "m2 unreached"]);
  world.online = true;
  void queue.flush({ retry: true });
  await quiet();
  expect([sent(), shown()]).toEqual([["a dispatched 1", "b on_hold 1"], { a: "dispatched", b: "on_hold" }]);
  for (const { answer } of [...requests]) await answer(answerOf(200, { version: 2 }));
  expect(states()).toEqual(["m1 confirmed", "m2 confirmed"]);
});

test("retrying offline changes nothing and stores only changes made since", async () => {
  const saved: string[] = [];
  const stored = new Map<string, Mutation<Move>>();
  const storage: MutationStorage<Move> = {
    load: async () => [...stored.values()],
    save: async (mutation) => {
      saved.push(`${mutation.id} ${mutation.state}`);
      stored.set(mutation.id, mutation);
    },
    remove: async (id) => void stored.delete(id),
    exclusively: (work) => work(),
    changed: () => {},
  };
  const { queue, put, world } = page({ storage });
  world.online = false;
  await put(move("a", "one"));
  await put(move("b", "two"));
  expect(saved).toEqual(["m1 queued", "m1 unreached", "m2 queued", "m2 unreached"]);
  await queue.flush({ retry: true });
  expect(saved).toHaveLength(4);
});

test("after one change fails offline, no others are tried, and the record's next change does not overtake it", async () => {
  const { requests, put, sent, states } = page({ parallel: 1 });
  await put(move("a", "one"));
  await put(move("a", "two"));
  await put(move("b", "three"));
  await requests[0]?.answer(null);
  expect([sent(), states()]).toEqual([["a one 1"], ["m1 unreached", "m2 queued", "m3 unreached"]]);
});

test("a server error affects only its own change, which is retried with growing pauses", async () => {
  const { requests, put, passes, sent } = page({ retryDelay: (tries) => 1000 * 2 ** (tries - 1) });
  await put(move("a", "one"));
  await requests[0]?.answer(answerOf(503));
  await put(move("b", "two"));
  expect(sent()).toEqual(["a one 1", "b two 1"]);
  await requests[1]?.answer(answerOf(200));
  await passes(999);
  expect(requests).toHaveLength(2);
  await passes(1);
  expect(sent()[2]).toBe("a one 1");
  await requests[2]?.answer(answerOf(503));
  await passes(1999);
  expect(requests).toHaveLength(3);
  await passes(1);
  expect(requests).toHaveLength(4);
});

test("a retry waits as long as the server asks", async () => {
  const { requests, put, passes } = page({ retryDelay: () => 1000 });
  await put(move("a", "one"));
  await requests[0]?.answer({ ...answerOf(429), retryAfterMs: 5000 });
  await passes(4999);
  expect(requests).toHaveLength(1);
  await passes(1);
  expect(requests).toHaveLength(2);
});

test("a delayed change waits its time; sent manually, it goes at once even if the browser reports no network", async () => {
  const { queue, requests, put, passes, sent, world } = page();
  await put(move("a", "one"), 6000);
  expect(sent()).toEqual([]);
  await passes(6000);
  expect(sent()).toEqual(["a one 1"]);
  await put(move("b", "two"), 6000);
  world.online = false;
  void queue.flush({ byHand: true });
  await quiet();
  expect(sent()).toEqual(["a one 1"]);
  await requests[0]?.answer(answerOf(200));
  expect(sent()).toEqual(["a one 1", "b two 1"]);
});

test("a delayed change does not wait for a clock that was set back since", async () => {
  const { queue, world, put, passes, sent, requests } = page();
  world.now += 86_400_000;
  await put(move("a", "en_route"), 6000);
  world.now -= 86_400_000;
  void queue.flush({ retry: true });
  await quiet();
  expect(sent()).toEqual(["a en_route 1"]);
  await requests[0]?.answer(answerOf(200, { version: 2 }));
  await put(move("b", "en_route"), 6000);
  await passes(5000);
  expect(sent()).toHaveLength(1);
  await passes(1000);
  expect(sent()).toHaveLength(2);
});

test("a change that is sending or confirmed cannot be discarded", async () => {
  const { queue, requests, put, states } = page();
  await put(move("a", "one"));
  await queue.discard("m1");
  expect(states()).toEqual(["m1 sending"]);
  await requests[0]?.answer(answerOf(200));
  await queue.discard("m1");
  expect(states()).toEqual(["m1 confirmed"]);
});

/** A device with limited storage, and what a killed tab leaves on it. */
function device(room = 100) {
  const stored = new Map<string, Mutation<Move>>();
  const limits = { room };
  const storage: MutationStorage<Move> = {
    load: async () => [...stored.values()].map((mutation) => structuredClone(mutation)),
    save: async (mutation) => {
      if (!stored.has(mutation.id) && stored.size >= limits.room) throw new Error("no room");
      stored.set(mutation.id, structuredClone(mutation));
    },
    remove: async (id) => void stored.delete(id),
    exclusively: (work) => work(),
    changed: () => {},
  };
  return { stored, storage, limits };
}

test("a change is stored before it is sent; a tab killed while sending resends it under the same id", async () => {
  const { stored, storage } = device();
  const killed = page({ storage });
  await killed.put(move("a", "one"));
  expect([killed.sent(), stored.get("m1")?.state]).toEqual([["a one 1"], "sending"]);
  const next = page({ storage });
  void next.queue.flush();
  await quiet();
  expect(next.requests[0]?.mutation.id).toBe("m1");
  await next.requests[0]?.answer(answerOf(200));
  expect(stored.get("m1")?.state).toBe("confirmed");
});

test("changes that do not fit on a full device stay on the open page and are stored once there is room", async () => {
  const { stored, storage, limits } = device(0);
  const { queue, put, requests, world } = page({ storage });
  world.online = false;
  await put(move("a", "one"));
  expect([[...queue.state().unpersisted], stored.size]).toEqual([["m1"], 0]);
  limits.room = 1;
  world.online = true;
  void queue.flush({ retry: true });
  await quiet();
  expect([[...queue.state().unpersisted], stored.size, requests.length]).toEqual([[], 1, 1]);
});

test("a settled change may stay as a record and is removed if room is needed", async () => {
  const { stored, storage } = device(1);
  const { queue, put, requests, shown } = page({ storage, settled: (mutation) => mutation });
  await put(move("a", "one"));
  await requests[0]?.answer(answerOf(200));
  await queue.settle(() => true);
  expect([stored.get("m1")?.isSettled, shown()]).toEqual([true, {}]);
  await put(move("b", "two"));
  expect([[...stored.keys()], queue.state().unpersisted.size]).toEqual([["m2"], 0]);
});
