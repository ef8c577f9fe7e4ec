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
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { shellPaths } from "~/shell-paths";
import { RequestError, requestJson } from "./api-request";

export interface UsedPasskey {
  token: string;
  response: AuthenticationResponseJSON;
}

/** Less than the five minutes a challenge is valid: an open page requests a new one in time. */
const RENEW_MS = 4 * MINUTE_MS;

/** Requests a challenge that any passkey may answer. @throws RequestError if the server issues none */
function ask(): Promise<PasskeyPrompt> {
  return requestJson(shellPaths.apiPasskeyOptions(), { method: "POST", body: {}, failed: "" });
}

/** Opens the browser's dialog. @throws errors for `passkeyProblem` to describe */
export async function askForPasskey(prompt?: PasskeyPrompt): Promise<UsedPasskey> {
  const { options, token } = prompt ?? (await ask());
  return { token, response: await startAuthentication({ optionsJSON: options }) };
}

/** @throws errors for `passkeyProblem` to describe */
export function makePasskey(options: PasskeyCreation): Promise<RegistrationResponseJSON> {
  return startRegistration({ optionsJSON: options });
}

/**
 * Offers passkeys in the email field's autofill until one is chosen or `signal` aborts. Does nothing if the browser
 * does not support it.
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
    // Passkeys are optional here; the form works without them.
    return isRenewing ? "renew" : "ended";
  }
}

/** Message for a passkey that was not used or created; null if another prompt replaced this one. */
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
  if (error instanceof RequestError && error.status === null) return "The server cannot be reached. Please try again.";
  return error instanceof Error && !(error instanceof WebAuthnError) && error.message
    ? error.message
    : "The passkey could not be used. Please try again.";
}
