import type { Ctx } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import { logUnforeseen } from "~/domain/shared/log.server";
import { isCommon, passwordProblem } from "./password";
import { hashPassword } from "./passwords.server";

const BREACHED = "This password has appeared in a data breach. Choose a different one";

/**
 * Checks and hashes a new password, wherever one is set: sign-up, invitation, reset and change. `about`: the person's own name
 * and email.
 * @throws DomainError invalid, with the problem under `password`
 */
export async function newPasswordHash(ctx: Ctx, password: string, about: readonly string[]): Promise<string> {
  const problem = passwordProblem(password, about);
  if (problem) throw invalidField("password", problem);
  if (await isBreached(ctx, password)) throw invalidField("password", BREACHED);
  return hashPassword(password);
}

/** If the service does not respond, the embedded list decides, so that nobody is locked out. */
async function isBreached(ctx: Ctx, password: string): Promise<boolean> {
  // Normalized as for hashing: both forms of the text would sign in.
  const typed = password.normalize("NFKC");
  try {
    return await ctx.providers.breachedPasswords.has(typed);
  } catch (error) {
    logUnforeseen(ctx.request.id, "breached passwords", error);
    return isCommon(typed);
  }
}
