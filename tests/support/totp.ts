import { stepAt, totpCode } from "~/domain/auth/second-step/totp";

/** The time a test needs between reading a code and the response to its use. */
const LEFT_MS = 8000;
const STEP_MS = 30_000;

/** The app's current code. Waits for the next one if it is about to change, since a code is valid only for its 30 seconds. */
export async function codeOf(secret: string): Promise<string> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < LEFT_MS) await new Promise((resolve) => setTimeout(resolve, leftMs + 20));
  return totpCode(secret, stepAt(Date.now()));
}
