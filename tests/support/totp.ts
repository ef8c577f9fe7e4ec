import { stepAt, totpCode } from "~/domain/auth/second-step/totp";

/** So long a test may take from reading a code to the answer of what it is sent with. */
const LEFT_MS = 8000;
const STEP_MS = 30_000;

/** What the app shows now. One that is about to change is waited for: it is good for its 30 seconds alone. */
export async function codeOf(secret: string): Promise<string> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < LEFT_MS) await new Promise((resolve) => setTimeout(resolve, leftMs + 20));
  return totpCode(secret, stepAt(Date.now()));
}
