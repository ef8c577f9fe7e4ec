/** A trigger holds it. */
export const MAX_PASSKEYS = 20;

/** COSE algorithms that a passkey may sign with: Ed25519, ES256 and RS256, the one of Windows Hello. */
export const SIGNATURE_ALGORITHMS = [-8, -7, -257] as const;

interface Descriptor {
  id: string;
  type: "public-key";
}

/** What a browser asks its authenticators for: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, as far as it is used. */
export interface PasskeyRequest {
  challenge: string;
  /** The domain. */
  rpId: string;
  /** None: whatever passkey there is for the domain. */
  allowCredentials: Descriptor[];
  userVerification: "required";
  /** Milliseconds. */
  timeout: number;
}

/** What a browser makes a passkey for: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, as far as it is used. */
export interface PasskeyCreation {
  challenge: string;
  rp: { id: string; name: string };
  /** `id` is the person's own, base64url; it comes back with each use. */
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: "public-key"; alg: number }[];
  timeout: number;
  attestation: "none";
  /** What the person has already: no device keeps two of one account. */
  excludeCredentials: Descriptor[];
  authenticatorSelection: { residentKey: "required"; requireResidentKey: true; userVerification: "required" };
}

/** A challenge for authenticators, and the token that goes back beside the answer. */
export interface PasskeyPrompt {
  options: PasskeyRequest;
  token: string;
}

/** What a form asks with once more who somebody is. */
export interface ProofState {
  isRecent: boolean;
  email: string;
  /** For one's own passkeys, where there are some. */
  prompt: PasskeyPrompt | null;
}
