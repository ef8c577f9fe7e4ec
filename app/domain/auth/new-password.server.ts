import type { Ctx } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import { logUnforeseen } from "~/domain/shared/log.server";
import { isCommon, passwordProblem } from "./password";
import { hashPassword } from "./passwords.server";

const BREACHED = "This password has appeared in a data breach. Choose a different one";

/**
 * The hash of a password that somebody chooses, wherever one is set: sign-up, invitation, reset and change. `about`: the person's own
 * words. @throws DomainError invalid, with what is wrong under `password`
 */
export async function newPasswordHash(ctx: Ctx, password: string, about: readonly string[]): Promise<string> {
  const problem = passwordProblem(password, about);
  if (problem) throw invalidField("password", problem);
  if (await isBreached(ctx, password)) throw invalidField("password", BREACHED);
  return hashPassword(password);
}

/** Where the service does not answer, the embedded list decides: nobody is locked out by it. */
async function isBreached(ctx: Ctx, password: string): Promise<boolean> {
  // As it is hashed: whoever types the one signs in with the other.
  const typed = password.normalize("NFKC");
  try {
    return await ctx.providers.breachedPasswords.has(typed);
  } catch (error) {
    logUnforeseen(ctx.request.id, "breached passwords", error);
    return isCommon(typed);
  }
}
