import { expect, test } from "vitest";
import { AdmissionControl } from "#worker/admission";

/** An event loop that comes around when told to. */
function loop() {
  let now = 0;
  let turns: { at: number; go: () => void }[] = [];
  return {
    now: () => now,
    pause: (ms: number) => new Promise<void>((go) => turns.push({ at: now + ms, go })),
    /** Something keeps it busy: time passes, and nobody gets a turn. */
    stall(ms: number) {
      now += ms;
    },
    async comesRound(ms = 1) {
      now += ms;
      const due = turns.filter(({ at }) => at <= now);
      turns = turns.filter(({ at }) => at > now);
      for (const { go } of due) go();
      await settled();
    },
  };
}

const settled = () => new Promise((done) => setImmediate(done));

type Answer = "in" | "away" | null;

/** Requests admission; the answer is null while waiting. */
function ask(admission: AdmissionControl, limit: number, client = "one") {
  const request: { answer: Answer; leave: () => void } = { answer: null, leave: () => {} };
  admission
    .admit(limit, () => client)
    .then((leave) => {
      request.answer = leave ? "in" : "away";
      request.leave = leave ?? request.leave;
    });
  return request;
}

test("one request is admitted per loop turn, the others wait in order, and any above the limit are rejected at once", async () => {
  const { comesRound, ...clock } = loop();
  const admission = new AdmissionControl(clock);
  const all = Array.from({ length: 6 }, () => ask(admission, 3));
  await settled();
  expect(all.map(({ answer }) => answer)).toEqual(["in", null, null, null, "away", "away"]);
  const order: number[] = [];
  for (let turn = 0; turn < 20 && order.length < 3; turn += 1) {
    await comesRound();
    const inside = all.slice(1, 4).filter(({ answer }) => answer === "in").length;
    expect(inside - order.length).toBeLessThanOrEqual(1);
    if (inside > order.length) order.push(all.findIndex(({ answer }) => answer === null));
  }
  expect(order).toEqual([2, 3, -1]);
});

test("a request that finishes before the loop turns lets the next one in", async () => {
  const admission = new AdmissionControl(loop());
  const first = ask(admission, 3);
  await settled();
  first.leave();
  const second = ask(admission, 3);
  await settled();
  expect(second.answer).toBe("in");
});

test("a request that has waited 25 ms per place in its queue is rejected", async () => {
  const { comesRound, ...clock } = loop();
  const admission = new AdmissionControl(clock);
  const all = Array.from({ length: 11 }, () => ask(admission, 10));
  // Each admitted request keeps the loop busy for longer than that.
  for (let turn = 0; turn < 12; turn += 1) await comesRound(40);
  const answers = all.map(({ answer }) => answer);
  const inside = answers.filter((answer) => answer === "in").length;
  expect(inside).toBeGreaterThan(5);
  expect(answers).toEqual(answers.map((_, place) => (place < inside ? "in" : "away")));
  expect(answers).toContain("away");
});

test("a queue continues after its first client disconnects", async () => {
  const { comesRound, ...clock } = loop();
  let hungUp = false;
  const admission = new AdmissionControl({
    ...clock,
    pause: (ms) => (hungUp ? new Promise(() => {}) : clock.pause(ms)),
  });
  ask(admission, 100);
  hungUp = true;
  ask(admission, 100);
  hungUp = false;
  const next = ask(admission, 100);
  for (let turn = 0; turn < 25 && next.answer === null; turn += 1) await comesRound(100);
  expect(next.answer).toBe("in");
});

test("a stalled loop drops no one who is waiting, even if a new request is the first to run", async () => {
  const { comesRound, stall, ...clock } = loop();
  const admission = new AdmissionControl(clock);
  const all = ["one", "two", "three"].map((client) => ask(admission, 200, client));
  await settled();
  stall(3000);
  all.push(ask(admission, 200, "new"));
  await settled();
  for (let turn = 0; turn < 20; turn += 1) await comesRound(3);
  expect(all.map(({ answer }) => answer)).toEqual(["in", "in", "in", "in"]);
});

test("queues take turns: a client's one request is admitted after one from each queue, however long the others are", async () => {
  const { comesRound, ...clock } = loop();
  const admission = new AdmissionControl(clock);
  const noisy = Array.from({ length: 20 }, () => ask(admission, 20, "noisy"));
  const [first, second] = [ask(admission, 20, "first"), ask(admission, 20, "second")];
  const order: string[] = [];
  for (let turn = 0; turn < 60 && order.length < 4; turn += 1) {
    await comesRound(5);
    if (first.answer === "in" && !order.includes("first")) order.push("first");
    if (second.answer === "in" && !order.includes("second")) order.push("second");
    const loud = noisy.filter(({ answer }) => answer === "in").length;
    if (loud > 1 + order.filter((one) => one === "noisy").length) order.push("noisy");
  }
  expect(order).toEqual(["noisy", "first", "second", "noisy"]);
});

test("at capacity the longest queue gives up a place, but not to a queue that would be as long", async () => {
  const { comesRound, ...clock } = loop();
  const admission = new AdmissionControl(clock);
  const noisy = Array.from({ length: 6 }, () => ask(admission, 5, "noisy"));
  await settled();
  expect(noisy.map(({ answer }) => answer)).toEqual(["in", null, null, null, null, null]);
  const others = Array.from({ length: 5 }, (_, n) => ask(admission, 5, `other ${n}`));
  await settled();
  // Four of its five waiting requests are dropped; the fifth client is rejected, since both would have one waiting.
  expect(others.map(({ answer }) => answer)).toEqual([null, null, null, null, "away"]);
  for (let turn = 0; turn < 30; turn += 1) await comesRound(3);
  expect(noisy.map(({ answer }) => answer)).toEqual(["in", "in", "away", "away", "away", "away"]);
  expect(others.map(({ answer }) => answer)).toEqual(["in", "in", "in", "in", "away"]);
});

test("a client that disconnected in one queue does not delay another queue", async () => {
  const { comesRound, ...clock } = loop();
  let hungUp = false;
  const admission = new AdmissionControl({
    ...clock,
    pause: (ms) => (hungUp ? new Promise(() => {}) : clock.pause(ms)),
  });
  ask(admission, 200, "first");
  hungUp = true;
  for (let n = 0; n < 3; n += 1) ask(admission, 200, "gone");
  hungUp = false;
  const next = ask(admission, 200, "next");
  for (let turn = 0; turn < 30 && next.answer === null; turn += 1) await comesRound(100);
  expect(next.answer).toBe("in");
});
