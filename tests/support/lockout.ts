import { attempt, noTries } from "~/domain/auth/lockout";
import { householdCtx } from "./household-ctx";

/**
 * A context for somebody who tries and fails: whoever has to wait comes again once they may, without the time passing. What is
 * left for after the answer is in `afterwards`.
 */
export function persistentCtx(db: D1Database) {
  let [tries, now] = [noTries, 0];
  const afterwards: Promise<unknown>[] = [];
  const ctx = householdCtx(db, "");
  ctx.after = (work) => void afterwards.push(work);
  ctx.providers.lockout.begin = async (_account, device) => {
    const outcome = attempt(tries, now, device);
    tries = outcome.tries;
    now += outcome.wait * 1000;
    return outcome;
  };
  return { ctx, afterwards };
}
