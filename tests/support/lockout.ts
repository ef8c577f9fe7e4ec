import { attempt, noTries } from "~/domain/auth/lockout";
import { householdCtx } from "./household-ctx";

/**
 * A context for a user who keeps failing to sign in: waits are skipped, so that attempts continue as if the time had passed. Work
 * left for after the response is in `afterwards`.
 */
export function persistentCtx(db: D1Database) {
  let [tries, now] = [noTries, 0];
  const afterwards: Promise<unknown>[] = [];
  const ctx = householdCtx(db, "");
  // So long ago that the next sweep delivers its mails.
  ctx.now = new Date(Date.now() - 300_000);
  ctx.after = (work) => void afterwards.push(work);
  ctx.providers.lockout.begin = async (_account, device) => {
    const outcome = attempt(tries, now, device);
    tries = outcome.tries;
    now += outcome.wait * 1000;
    return outcome;
  };
  return { ctx, afterwards };
}
