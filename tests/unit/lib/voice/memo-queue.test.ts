import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMemoQueue, type DeviceMemo } from "~/lib/voice/memo-queue";
import type { Recording } from "~/lib/voice/recordings";
import { submitRecording } from "~/lib/voice/submit-recording";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const memo = (id: string, startedAt: number): Recording => ({
  ...{ id, userId: "luis", about: { sessionType: "job_commands", workOrderId: "job-1" }, sessionId: `session-${id}` },
  ...{ contentType: null, startedAt, durationMs: 0, language: "en", text: "Amps 6.2", isTyped: true, isRead: false },
});

/** A device with two memos, the newer of which is sent first, and a server that responds with a status or not at all. */
function device(answer: (id: string) => number | null) {
  const stored = new Map([memo("new", 2), memo("old", 1)].map((one) => [one.id, one]));
  const world = { isReachable: false, isOnline: true, answer };
  const tries: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const id = /session-(\w+)/.exec(url)?.[1] ?? "";
    tries.push(id);
    const status = world.answer(id);
    if (status === null) throw new TypeError("Failed to fetch");
    return Response.json(status === 422 ? { message: "Too long", reason: "too_long" } : {}, { status });
  });
  const timers: { milliseconds: number; run: () => void }[] = [];
  let shown: readonly DeviceMemo[] = [];
  const change = async (id: string, part: Partial<Recording>) => {
    const recording = stored.get(id);
    if (recording) stored.set(id, { ...recording, ...part });
  };
  const memos = createMemoQueue({
    userId: "luis",
    isReachable: async () => world.isReachable,
    onChange: (now) => {
      shown = now;
    },
    submit: async (recording, { isEnded = () => false, onAttempt } = {}) => {
      const submitted = await submitRecording(recording, {
        ...{ chunks: 0, deliver: async () => true, sendAgain: async () => false, renew: async () => recording },
        ...{ isEnded, onWaiting: () => {}, onAttempt },
      });
      if (submitted.kind === "read") await change(recording.id, { isRead: true });
      return submitted;
    },
    storage: { load: async () => [...stored.values()], change, watch: () => () => {}, ifAlone: (work) => work() },
    runtime: {
      online: () => world.isOnline,
      now: Date.now,
      newId: () => "",
      later: (milliseconds, run) => {
        timers.push({ milliseconds, run });
        return () => {};
      },
    },
  });
  const states = () => Object.fromEntries(shown.map(({ id, state }) => [id, state]));
  /** Sends for so long, in milliseconds. */
  const send = async (milliseconds = 5 * 60_000) => {
    void memos.send();
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  return { memos, stored, world, tries, timers, states, send };
}

test.each([
  ["the server keeps failing on", 503, false],
  ["never gets through while the server responds", null, true],
] as const)("a memo that %s is set aside, and the others are processed", async (_, status, isReachable) => {
  const { send, states, stored, timers, tries, world } = device((id) => (id === "new" ? status : 200));
  world.isReachable = isReachable;
  await send();
  expect(states()).toEqual({ new: "failing", old: "ready" });
  expect(tries).toEqual([...Array(8).fill("new"), "old"]);
  expect(stored.get("new")).toMatchObject({ isRead: false, serverErrors: 8 });
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([5 * 60_000]);
});

test("a memo that was set aside is tried once after the others, and is processed once the server can", async () => {
  const { send, states, stored, timers, tries, world } = device((id) => (id === "new" ? 503 : 200));
  await send();
  stored.set("later", memo("later", 3));
  tries.length = 0;
  await send();
  expect(tries).toEqual(["later", "new"]);
  expect(states()).toEqual({ new: "failing", old: "ready", later: "ready" });
  world.answer = () => 200;
  timers.at(-1)?.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual({ new: "ready", old: "ready", later: "ready" });
});

test("without a network, attempts do not count against a memo", async () => {
  const { send, states, stored, tries, world } = device(() => null);
  await send(10 * 60_000);
  expect(tries.length).toBeGreaterThan(8);
  expect(states()).toEqual({ new: "sending", old: "queued" });
  expect(stored.get("new")?.serverErrors).toBeUndefined();
  world.isOnline = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states()).toEqual({ new: "queued", old: "queued" });
});

test("a memo discarded while it is sent is not sent again and stays deleted", async () => {
  const { send, states, stored, tries, world } = device((id) => (id === "new" ? null : 200));
  world.isReachable = true;
  await send(1500);
  stored.delete("new");
  const before = tries.length;
  await send();
  expect(tries.slice(before)).toEqual(["new", "old"]);
  expect(states()).toEqual({ old: "ready" });
});

test("a memo that the server refuses is up for review with its message", async () => {
  const { memos, send, states } = device((id) => (id === "new" ? 422 : 200));
  await send();
  expect(states()).toEqual({ new: "refused", old: "ready" });
  expect((await memos.reload()).map(({ message }) => message)).toEqual(["Too long", null]);
});
