/** Failed sign-ins of one account, as its Durable Object keeps them. Instants in milliseconds. */
export interface Tries {
  /** Whoever has not signed in here before. */
  strangers: Ladder;
  /** Browsers that have: other people's guesses do not lock them out. */
  devices: Ladder;
  /** Hashes of those browsers' cookies, the newest first. */
  known: string[];
}

interface Ladder {
  failures: number;
  /** Attempts are not evaluated before this instant. */
  closedUntil: number;
  /** Start of the hour that is counted, and what was evaluated in it. */
  hourFrom: number;
  inHour: number;
  /** Start of the minute in which attempts were taken back, and how many. Missing in what was stored before there were any. */
  minuteFrom?: number;
  inMinute?: number;
}

const freeTries = 5;
const MAX_WAIT_MS = 15 * 60 * 1000;
const minute = 60 * 1000;
const hour = 60 * minute;
/** Attempts of a ladder that are taken back within a minute; further ones count as failed. */
const MAX_TAKEN_BACK = 3;
/** Together at most 100 evaluated attempts an hour (NIST 800-63B). */
const hourly = { strangers: 80, devices: 20 };
const MAX_KNOWN_DEVICES = 10;
/** Wrong passwords in a row after which the owner gets one email. */
const SUSPICIOUS_FAILURES = 10;

const fresh: Ladder = { failures: 0, closedUntil: 0, hourFrom: 0, inHour: 0 };
export const noTries: Tries = { strangers: fresh, devices: fresh, known: [] };

export interface Attempt {
  wait: number;
  tries: Tries;
  /** The owner should hear of it. */
  isSuspicious: boolean;
  /** Should this one fail, the next has to wait. */
  locks: boolean;
  /** Until when this one closes the ladder: by it `takenBack` knows its own pause. */
  closedUntil: number;
}

/**
 * Whether an attempt may be evaluated now: `wait` is the seconds until it may be, 0 for now. It counts as failed from its
 * beginning, so that a thousand parallel guesses are not all evaluated before the first answer. Five tries are free, then
 * each failure doubles the wait from two seconds up to fifteen minutes.
 */
export function attempt(tries: Tries, now: number, device: string | null): Attempt {
  const who = ladderOf(tries, device);
  const before = tries[who];
  const ladder = now - before.hourFrom < hour ? before : { ...before, hourFrom: now, inHour: 0 };
  const openAt = Math.max(ladder.closedUntil, ladder.inHour >= hourly[who] ? ladder.hourFrom + hour : 0);
  if (openAt > now) {
    const wait = Math.ceil((openAt - now) / 1000);
    return { wait, tries, isSuspicious: false, locks: false, closedUntil: openAt };
  }
  const failures = ladder.failures + 1;
  const pause = failures > freeTries ? Math.min(1000 * 2 ** (failures - freeTries), MAX_WAIT_MS) : 0;
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
 * As if an attempt had not been made: it was neither right nor a guess. Failures before it stay, and so does a pause that another one
 * caused, so that nothing is gained by sending such attempts between guesses.
 */
export function takenBack(
  tries: Tries,
  now: number,
  { device, closedUntil }: { device: string | null; closedUntil: number },
): Tries {
  const who = ladderOf(tries, device);
  const ladder = tries[who];
  const { minuteFrom = 0, inMinute = 0 } = ladder;
  const isSameMinute = now - minuteFrom < minute;
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

/** A right password forgets the failures and was none itself: the hour counts wrong ones. The browser is known from now on. */
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

/** After a password reset by mail nobody waits: the owner has shown who they are. */
export function lifted({ known }: Tries): Tries {
  return { ...noTries, known };
}

function ladderOf({ known }: Tries, device: string | null): "devices" | "strangers" {
  return device !== null && known.includes(device) ? "devices" : "strangers";
}
