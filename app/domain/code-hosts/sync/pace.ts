import { HostError } from "~/domain/code-hosts/host-error";
import type { CodeHost } from "~/domain/code-hosts/provider";
import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";

/** A leaky bucket: its level, and when it had that level. */
interface Bucket {
  level: number;
  at: number;
}

/** A token's recent changes. */
type Writes = Partial<Record<keyof typeof LIMITS, Bucket>>;

/**
 * GitHub allows 80 changes a minute and 500 an hour: a bucket of half that size, draining half of it per period, never exceeds
 * that.
 */
const LIMITS = {
  minute: { capacity: 40, everyMs: MINUTE_MS / 40 },
  hour: { capacity: 250, everyMs: HOUR_MS / 250 },
} as const;

/** Counts a change, or returns how long to wait for it. */
function countWrite(writes: Writes, now: number): { writes: Writes; waitMs: number } {
  const next: Writes = {};
  let waitMs = 0;
  for (const name of ["minute", "hour"] as const) {
    const { capacity, everyMs } = LIMITS[name];
    const { level, at } = writes[name] ?? { level: 0, at: now };
    const left = Math.max(0, level - Math.max(0, now - at) / everyMs);
    waitMs = Math.max(waitMs, Math.ceil((left + 1 - capacity) * everyMs));
    next[name] = { level: left + 1, at: now };
  }
  return waitMs > 0 ? { writes, waitMs } : { writes: next, waitMs: 0 };
}

export interface Pace {
  writes: Writes;
  now: () => number;
}

/** Wraps a host so that its changes stay within the limits. */
export function paced(codeHost: CodeHost, pace: Pace): CodeHost {
  function count<A extends unknown[], R>(call: (...args: A) => Promise<R>) {
    return async (...args: A): Promise<R> => {
      const { writes, waitMs } = countWrite(pace.writes, pace.now());
      if (waitMs > 0) throw new HostError("paced", { retryAfterMs: waitMs });
      pace.writes = writes;
      return call(...args);
    };
  }
  return {
    ...codeHost,
    createIssue: count(codeHost.createIssue),
    changeIssue: count(codeHost.changeIssue),
    addComment: count(codeHost.addComment),
    changeComment: count(codeHost.changeComment),
    removeComment: count(codeHost.removeComment),
  };
}
