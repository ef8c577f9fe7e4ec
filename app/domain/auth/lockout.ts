import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
/** An account's failed sign-ins, as stored by its Durable Object. Instants in milliseconds. */
export interface Tries {
  /** Browsers that have not signed in to this account before. */
  strangers: Ladder;
  /** Browsers that have signed in before: other people's guesses do not lock them out. */
  devices: Ladder;
  /** Hashes of those browsers' cookies, newest first. */
  known: string[];
}

interface Ladder {
  failures: number;
  /** Attempts are not evaluated before this instant. */
  closedUntil: number;
  /** Start of the current hour, and the number of attempts evaluated in it. */
  hourFrom: number;
  inHour: number;
  /** Start of the minute in which attempts were taken back, and their number. Missing in data stored before this existed. */
  minuteFrom?: number;
  inMinute?: number;
}

const FREE_TRIES = 5;
const MAX_WAIT_MS = 15 * MINUTE_MS;
/** Attempts per ladder that can be taken back within a minute; further ones count as failed. */
const MAX_TAKEN_BACK = 3;
/** In total at most 100 evaluated attempts an hour (NIST 800-63B). */
const hourly = { strangers: 80, devices: 20 };
const MAX_KNOWN_DEVICES = 10;
/** Consecutive wrong passwords after which the owner gets one email. */
const SUSPICIOUS_FAILURES = 10;

const fresh: Ladder = { failures: 0, closedUntil: 0, hourFrom: 0, inHour: 0 };
export const noTries: Tries = { strangers: fresh, devices: fresh, known: [] };

export interface Attempt {
  wait: number;
  tries: Tries;
  /** The owner should be notified. */
  isSuspicious: boolean;
  /** If this attempt fails, the next one has to wait. */
  locks: boolean;
  /** When the pause caused by this attempt ends; `takenBack` uses it to recognize that pause. */
  closedUntil: number;
}

/**
 * Whether an attempt may be evaluated now: `wait` is the seconds to wait, 0 for now. It counts as failed from the start, so that
 * a thousand parallel guesses are not all evaluated before the first result. Five attempts are free, then each failure doubles
 * the wait from two seconds up to fifteen minutes.
 */
export function attempt(tries: Tries, now: number, device: string | null): Attempt {
  const who = ladderOf(tries, device);
  const before = tries[who];
  const ladder = now - before.hourFrom < HOUR_MS ? before : { ...before, hourFrom: now, inHour: 0 };
  const openAt = Math.max(ladder.closedUntil, ladder.inHour >= hourly[who] ? ladder.hourFrom + HOUR_MS : 0);
  if (openAt > now) {
    const wait = Math.ceil((openAt - now) / 1000);
    return { wait, tries, isSuspicious: false, locks: false, closedUntil: openAt };
  }
  const failures = ladder.failures + 1;
  const pause = failures > FREE_TRIES ? Math.min(1000 * 2 ** (failures - FREE_TRIES), MAX_WAIT_MS) : 0;
  const after = { ...ladder, failures, inHour: ladder.inHour + 1, closedUntil: now + pause };
  return {
    wait: 0,
    tries: { ...tries, [who]: after },
    isSuspicious: failures === SUSPICIOUS_FAILURES,
    locks: pause > 0,
    closedUntil: after.closedUntil,
  };
}

/**
 * Removes an attempt that was neither successful nor a guess. Earlier failures and pauses caused by other attempts remain, so
 * that such attempts sent between guesses gain nothing.
 */
export function takenBack(
  tries: Tries,
  now: number,
  { device, closedUntil }: { device: string | null; closedUntil: number },
): Tries {
  const who = ladderOf(tries, device);
  const ladder = tries[who];
  const { minuteFrom = 0, inMinute = 0 } = ladder;
  const isSameMinute = now - minuteFrom < MINUTE_MS;
  if (isSameMinute && inMinute >= MAX_TAKEN_BACK) return tries;
  const after = {
    ...ladder,
    failures: Math.max(0, ladder.failures - 1),
    inHour: Math.max(0, ladder.inHour - 1),
    closedUntil: ladder.closedUntil === closedUntil ? 0 : ladder.closedUntil,
    minuteFrom: isSameMinute ? minuteFrom : now,
    inMinute: isSameMinute ? inMinute + 1 : 1,
  };
  return { ...tries, [who]: after };
}

/**
 * A correct password resets the failures and does not count toward the hour, which counts wrong ones. The browser is known from
 * now on.
 */
export function succeeded(tries: Tries, device: string | null): Tries {
  const who = ladderOf(tries, device);
  const forgive = (ladder: Ladder): Ladder => ({ ...ladder, failures: 0, closedUntil: 0 });
  const uncounted = (ladder: Ladder): Ladder => ({ ...ladder, inHour: Math.max(0, ladder.inHour - 1) });
  const known = device
    ? [device, ...tries.known.filter((each) => each !== device)].slice(0, MAX_KNOWN_DEVICES)
    : tries.known;
  const forgiven = { strangers: forgive(tries.strangers), devices: forgive(tries.devices), known };
  return { ...forgiven, [who]: uncounted(forgiven[who]) };
}

/** Ends all waits after a password reset by email, which has identified the owner. */
export function withoutWaits({ known }: Tries): Tries {
  return { ...noTries, known };
}

function ladderOf({ known }: Tries, device: string | null): "devices" | "strangers" {
  return device !== null && known.includes(device) ? "devices" : "strangers";
}
