interface Growth {
  /** Before the first retry. */
  firstMs?: number;
  maxMs?: number;
  /** The shortest wait that the server allows. */
  retryAfterMs?: number;
  random?: () => number;
}

/**
 * Milliseconds to wait after this many failures in a row: doubling up to `maxMs`, with jitter over the upper half, so
 * that a thousand screens do not come back at once.
 */
export function backoffMs(
  failures: number,
  { firstMs = 1000, maxMs = 30_000, retryAfterMs = 0, random = Math.random }: Growth = {},
): number {
  const longest = Math.min(firstMs * 2 ** (failures - 1), maxMs);
  return Math.max(Math.round(longest / 2 + (longest / 2) * random()), retryAfterMs);
}

/** A delay that ends early when the connection is back, or when it is aborted. */
export function pauseUntilOnline(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
  });
}

interface RetryOptions {
  /** Attempts altogether; without it, until one succeeds. */
  tries?: number;
  signal?: AbortSignal;
  /** Milliseconds to wait at least after an error; null if another attempt would not help. */
  waitAfter?: (error: unknown) => number | null;
}

/** Runs until it succeeds, with a growing delay after each failure. @throws the last error */
export async function withRetry<T>(run: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { tries = Number.POSITIVE_INFINITY, signal, waitAfter = () => 0 } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      return await run();
    } catch (error) {
      const retryAfterMs = waitAfter(error);
      if (retryAfterMs === null || signal?.aborted || failures >= tries) throw error;
      await pauseUntilOnline(backoffMs(failures, { retryAfterMs }), signal);
    }
  }
}
