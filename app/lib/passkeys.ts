import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/browser";
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { PasskeyCreation, PasskeyPrompt } from "~/domain/auth/passkeys/passkey";

export interface UsedPasskey {
  token: string;
  response: AuthenticationResponseJSON;
}

/** Below the five minutes that a challenge lives: one that waits in an open page is asked for anew. */
const RENEW_MS = 4 * 60 * 1000;

/** Asks the server for a challenge that anybody's passkey may answer. @throws where it gives none */
async function ask(): Promise<PasskeyPrompt> {
  const response = await fetch("/api/auth/login/passkey/options", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    credentials: "same-origin",
    body: "{}",
  });
  const answer: PasskeyPrompt & { message?: string } = await response.json();
  if (!response.ok) throw new Error(answer.message ?? "");
  return answer;
}

/** Opens the browser's dialog. @throws what `passkeyProblem` has words for */
export async function askForPasskey(prompt?: PasskeyPrompt): Promise<UsedPasskey> {
  const { options, token } = prompt ?? (await ask());
  return { token, response: await startAuthentication({ optionsJSON: options }) };
}

/** @throws what `passkeyProblem` has words for */
export function makePasskey(options: PasskeyCreation): Promise<RegistrationResponseJSON> {
  return startRegistration({ optionsJSON: options });
}

/**
 * Offers passkeys among what the browser fills into the email field, until one is chosen or `signal` aborts. Does nothing where the
 * browser cannot.
 */
export async function offerPasskeys(signal: AbortSignal, use: (used: UsedPasskey) => void): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  while (!signal.aborted) {
    const outcome = await offerOnce(signal);
    if (outcome === "ended") return;
    if (outcome !== "renew") return use(outcome);
  }
}

async function offerOnce(signal: AbortSignal): Promise<UsedPasskey | "renew" | "ended"> {
  let isRenewing = false;
  try {
    const { options, token } = await ask();
    if (signal.aborted) return "ended";
    const cancel = () => WebAuthnAbortService.cancelCeremony();
    const renew = setTimeout(() => {
      isRenewing = true;
      cancel();
    }, RENEW_MS);
    signal.addEventListener("abort", cancel);
    try {
      return { token, response: await startAuthentication({ optionsJSON: options, useBrowserAutofill: true }) };
    } finally {
      clearTimeout(renew);
      signal.removeEventListener("abort", cancel);
    }
  } catch {
    // Offered beside the form, which works all the same.
    return isRenewing ? "renew" : "ended";
  }
}

/** What to say where a browser used or made no passkey; null where something else took its place. */
export function passkeyProblem(error: unknown): string | null {
  if (!browserSupportsWebAuthn()) return "This browser doesn’t support passkeys.";
  const code = error instanceof WebAuthnError ? error.code : null;
  if (code === "ERROR_CEREMONY_ABORTED") return null;
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") return "This device already has a passkey of your account.";
  if (code === "ERROR_INVALID_DOMAIN" || code === "ERROR_INVALID_RP_ID") return "Passkeys don’t work at this address.";
  if (code === "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT")
    return "This device has no PIN, fingerprint or face set up. Set one up first, or use another device.";
  if (error instanceof Error && error.name === "NotAllowedError")
    return "No passkey was used. It was canceled, or took too long.";
  if (error instanceof TypeError) return "The server cannot be reached. Please try again.";
  return error instanceof Error && !(error instanceof WebAuthnError) && error.message
    ? error.message
    : "The passkey could not be used. Please try again.";
}
