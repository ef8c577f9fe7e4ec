import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { backoffMs, pauseUntilOnline, withRetry } from "~/lib/backoff";

const longest = () => 1;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockImplementation(longest);
  const events = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const)
    vi.stubGlobal(name, events[name].bind(events));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  { growth: {}, delays: [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000] },
  { growth: { firstMs: 500 }, delays: [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000] },
  { growth: { firstMs: 4000, maxMs: 60_000 }, delays: [4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000] },
  { growth: { retryAfterMs: 5000 }, delays: [5000, 5000, 5000, 8000, 16_000, 30_000, 30_000, 30_000] },
  { growth: { retryAfterMs: 60_000 }, delays: Array(8).fill(60_000) },
])("delays with $growth", ({ growth, delays }) => {
  expect([1, 2, 3, 4, 5, 6, 7, 500].map((failures) => backoffMs(failures, growth))).toEqual(delays);
});

test("jitter spreads a delay over its upper half", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const whole = backoffMs(failures);
      const delay = backoffMs(failures, { random: () => random });
      expect(delay).toBeGreaterThanOrEqual(whole / 2);
      expect(delay).toBeLessThanOrEqual(whole);
    }),
  );
});

test.each<{ end: string; after: number; run: (controller: AbortController) => unknown }>([
  { end: "its time", after: 1000, run: () => vi.advanceTimersByTime(1000) },
  { end: "the connection", after: 0, run: () => dispatchEvent(new Event("online")) },
  { end: "an abort", after: 0, run: (controller) => controller.abort() },
])("a pause ends with $end", async ({ after, run }) => {
  const [start, controller] = [Date.now(), new AbortController()];
  const paused = pauseUntilOnline(1000, controller.signal);
  run(controller);
  await paused;
  expect(Date.now() - start).toBe(after);
  expect(vi.getTimerCount()).toBe(0);
});

/** Fails this many times before it succeeds. */
function failing(times: number) {
  let calls = 0;
  return vi.fn(async () => {
    calls += 1;
    if (calls <= times) throw new Error(`failure ${calls}`);
    return "done";
  });
}

test("it runs until it succeeds", async () => {
  const run = failing(3);
  const done = withRetry(run);
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000);
  expect(await done).toBe("done");
  expect(run).toHaveBeenCalledTimes(4);
});

test.each<{ when: string; options: Parameters<typeof withRetry>[1]; calls: number }>([
  { when: "the tries are used up", options: { tries: 3 }, calls: 3 },
  { when: "another attempt would not help", options: { waitAfter: () => null }, calls: 1 },
  { when: "it was aborted", options: { signal: AbortSignal.abort() }, calls: 1 },
])("it fails with the last error if $when", async ({ options, calls }) => {
  const run = failing(9);
  const done = expect(withRetry(run, options)).rejects.toThrow(`failure ${calls}`);
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect(run).toHaveBeenCalledTimes(calls);
});

test("it waits as long as the server asks", async () => {
  const run = failing(1);
  const done = withRetry(run, { waitAfter: () => 5000 });
  await vi.advanceTimersByTimeAsync(4999);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await done).toBe("done");
});
