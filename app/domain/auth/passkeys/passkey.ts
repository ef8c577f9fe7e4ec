/** Enforced by a trigger. */
export const MAX_PASSKEYS = 20;

/** COSE algorithms that a passkey may sign with: Ed25519, ES256, and RS256 (used by Windows Hello). */
export const SIGNATURE_ALGORITHMS = [-8, -7, -257] as const;

interface Descriptor {
  id: string;
  type: "public-key";
}

/** The options for requesting a passkey: the parts of WebAuthn's `PublicKeyCredentialRequestOptionsJSON` that are used. */
export interface PasskeyRequest {
  challenge: string;
  /** The domain. */
  rpId: string;
  /** Empty: any passkey for the domain. */
  allowCredentials: Descriptor[];
  userVerification: "required";
  /** Milliseconds. */
  timeout: number;
}

/** The options for creating a passkey: the parts of WebAuthn's `PublicKeyCredentialCreationOptionsJSON` that are used. */
export interface PasskeyCreation {
  challenge: string;
  rp: { id: string; name: string };
  /** `id` is the person's own, base64url; it is returned with each use. */
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: "public-key"; alg: number }[];
  timeout: number;
  attestation: "none";
  /** The person's existing passkeys: no device stores two for one account. */
  excludeCredentials: Descriptor[];
  authenticatorSelection: { residentKey: "required"; requireResidentKey: true; userVerification: "required" };
}

/** A challenge for authenticators, and the token to send back with the response. */
export interface PasskeyPrompt {
  options: PasskeyRequest;
  token: string;
}

/** How a form can ask a person to verify their identity again. */
export interface ReauthenticationState {
  isRecent: boolean;
  email: string;
  /** For the person's own passkeys, if there are any. */
  prompt: PasskeyPrompt | null;
}
