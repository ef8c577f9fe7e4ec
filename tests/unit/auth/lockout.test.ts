import fc from "fast-check";
import { expect, test } from "vitest";
import { attempt, noTries, succeeded, type Tries, takenBack, withoutWaits } from "~/domain/auth/lockout";

const minute = 60_000;

/** The waits in seconds for attempts at the given instants. */
function waits(instants: number[], device: string | null = null, from: Tries = noTries): number[] {
  let tries = from;
  return instants.map((now) => {
    const outcome = attempt(tries, now, device);
    tries = outcome.tries;
    return outcome.wait;
  });
}

test("six attempts are evaluated, then the wait starts at two seconds and doubles", () => {
  expect(waits([0, 0, 0, 0, 0, 0, 0, 2000, 2001, 6000, 6001])).toEqual([0, 0, 0, 0, 0, 0, 2, 0, 4, 0, 8]);
});

test("the wait never exceeds fifteen minutes", () => {
  let tries = noTries;
  let now = 0;
  for (let i = 0; i < 40; i++) {
    const result = attempt(tries, now, null);
    expect(result.wait).toBeLessThanOrEqual(15 * 60);
    tries = result.tries;
    now += result.wait * 1000;
  }
});

test("a correct password clears the failures", () => {
  let tries = noTries;
  for (let i = 0; i < 6; i++) tries = attempt(tries, 0, null).tries;
  expect(attempt(tries, 1, null).wait).toBeGreaterThan(0);
  expect(attempt(succeeded(tries, null), 1, null).wait).toBe(0);
});

test("a browser that signed in before gets in while others are locked out", () => {
  let tries = succeeded(noTries, "mine");
  for (let i = 0; i < 200; i++) tries = attempt(tries, i, null).tries;
  expect(attempt(tries, 200, null).wait).toBeGreaterThan(0);
  expect(attempt(tries, 200, "mine").wait).toBe(0);
  expect(attempt(tries, 200, "another").wait).toBeGreaterThan(0);
});

test("ten browsers are remembered, and the oldest is dropped first", () => {
  let tries = noTries;
  for (let i = 0; i < 11; i++) tries = succeeded(tries, `device ${i}`);
  expect(tries.known).toHaveLength(10);
  expect(tries.known).not.toContain("device 0");
});

test("at most 100 wrong passwords are evaluated per hour", () => {
  const guess = fc.record({ after: fc.integer({ min: 0, max: 3000 }), known: fc.boolean(), right: fc.boolean() });
  fc.assert(
    fc.property(fc.array(guess, { minLength: 100, maxLength: 400 }), (guesses) => {
      let tries = succeeded(noTries, "stolen");
      let now = 0;
      let wrong = 0;
      for (const { after, known, right } of guesses) {
        now += after;
        if (now >= 60 * minute) break;
        const device = known ? "stolen" : null;
        const outcome = attempt(tries, now, device);
        tries = outcome.tries;
        if (outcome.wait > 0) continue;
        // Occasional successful sign-ins do not reset the hourly count.
        if (right) tries = succeeded(tries, device);
        else wrong += 1;
      }
      expect(wrong).toBeLessThanOrEqual(100);
    }),
  );
});

test("correct passwords never lock anyone out, no matter how many", () => {
  let tries = noTries;
  for (let i = 0; i < 500; i++) {
    const outcome = attempt(tries, i * 1000, null);
    expect(outcome.wait).toBe(0);
    tries = succeeded(outcome.tries, null);
  }
});

test("after a reset no one waits, and known browsers stay known", () => {
  let tries = succeeded(noTries, "mine");
  for (let i = 0; i < 200; i++) tries = attempt(tries, i * minute, null).tries;
  expect(attempt(tries, 200 * minute, null).wait).toBeGreaterThan(0);
  expect(attempt(withoutWaits(tries), 200 * minute, null).wait).toBe(0);
  expect(withoutWaits(tries).known).toEqual(["mine"]);
});

test("ten wrong passwords in a row warn the owner once", () => {
  let tries = noTries;
  let now = 0;
  const warnings: number[] = [];
  for (let i = 1; i <= 20; i++) {
    const first = attempt(tries, now, null);
    now += first.wait * 1000;
    const outcome = first.wait > 0 ? attempt(tries, now, null) : first;
    if (outcome.isSuspicious) warnings.push(i);
    tries = outcome.tries;
  }
  expect(warnings).toEqual([10]);
});

/** An attempt that is taken back right away. */
function untimely(tries: Tries, now: number, device: string | null = null): Tries {
  const { tries: started, wait, closedUntil } = attempt(tries, now, device);
  return wait > 0 ? started : takenBack(started, now, { device, closedUntil });
}

test("a retracted attempt neither counts nor delays the next, up to three times a minute", () => {
  let tries = noTries;
  for (let i = 0; i < 5; i++) tries = attempt(tries, 0, null).tries;
  for (let i = 0; i < 3; i++) tries = untimely(tries, 1000);
  expect(attempt(tries, 1000, null)).toMatchObject({ wait: 0, locks: true });
  tries = untimely(tries, 1000);
  expect(attempt(tries, 1000, null).wait).toBe(2);
  // A minute later three more are free, and earlier failures still count.
  tries = untimely(tries, 61_000);
  expect(attempt(tries, 61_000, null)).toMatchObject({ wait: 0, locks: true });
});

test("a retracted attempt clears neither another attempt's failure nor its wait", () => {
  let tries = noTries;
  for (let i = 0; i < 4; i++) tries = attempt(tries, 0, null).tries;
  const first = attempt(tries, 0, null);
  const guess = attempt(first.tries, 0, null);
  expect(guess.locks).toBe(true);
  tries = takenBack(guess.tries, 1, { device: null, closedUntil: first.closedUntil });
  expect(attempt(tries, 1, null).wait).toBe(2);
});

test("state stored before attempts could be retracted still counts", () => {
  const stored: Tries = { ...noTries, strangers: { failures: 5, closedUntil: 0, hourFrom: 0, inHour: 5 } };
  expect(attempt(untimely(stored, 1000), 1000, null)).toMatchObject({ wait: 0, locks: true });
});

test("codes for other time steps between guesses never allow an extra guess", () => {
  const step = fc.record({ after: fc.integer({ min: 0, max: 20_000 }), isGuess: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { minLength: 50, maxLength: 300 }), (steps) => {
      let [mixed, alone] = [noTries, noTries];
      let [now, among, without] = [0, 0, 0];
      for (const { after, isGuess } of steps) {
        now += after;
        if (!isGuess) {
          mixed = untimely(mixed, now);
          continue;
        }
        const [one, other] = [attempt(mixed, now, null), attempt(alone, now, null)];
        [mixed, alone] = [one.tries, other.tries];
        if (one.wait === 0) among += 1;
        if (other.wait === 0) without += 1;
      }
      expect(among).toBeLessThanOrEqual(without);
    }),
  );
});
