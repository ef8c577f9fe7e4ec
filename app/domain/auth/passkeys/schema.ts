import { z } from "zod";
import { typedCode, typedPassword } from "~/domain/auth/schema";
import { line } from "~/domain/shared/fields";

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, "Not base64url");

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal("public-key"),
};
/** Extension results are ignored: they decide nothing. */
const extensions = z.object({}).default({});

/** A browser's response after creating a passkey: WebAuthn's `RegistrationResponseJSON`. */
export const PasskeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(60_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
  clientExtensionResults: extensions,
});
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>;

/** A browser's response after using a passkey: WebAuthn's `AuthenticationResponseJSON`. */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(200).optional(),
  }),
  clientExtensionResults: extensions,
});
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

const ceremony = z.string({ error: "Token is required" }).min(1, "Token is required").max(2000, "Token is not valid");
const name = line("Name is required", 60);

/** An answered challenge: its token, and the authenticator's response. */
export const UsedPasskey = z.object({ token: ceremony, response: PasskeyAssertion });
export type UsedPasskey = z.output<typeof UsedPasskey>;

export const PasskeySignIn = UsedPasskey.extend({
  /** Signs in to the person's own household even if a business has disabled their access. */
  household: z.stringbool().or(z.boolean()).optional(),
});
export type PasskeySignIn = z.output<typeof PasskeySignIn>;

/** With the challenge issued after a correct password, only that person's passkeys are requested. */
export const PasskeySignInStart = z.object({ challenge: z.string().max(1000).optional() });

/** Proof that a hijacked session does not have: a code, or a response from one of the caller's own passkeys. */
export const SecondProof = { code: typedCode.optional(), passkey: UsedPasskey.optional() };

export const PasskeyStart = z.object({ currentPassword: typedPassword, ...SecondProof, name: name.optional() });
export type PasskeyStart = z.output<typeof PasskeyStart>;

export const NewPasskey = z.object({ token: ceremony, name, response: PasskeyAttestation });
export type NewPasskey = z.output<typeof NewPasskey>;

export const PasskeyName = z.object({ name });

/** In a form, the browser's response is one JSON field. */
export function jsonField<S extends z.ZodType>(schema: S) {
  return z
    .string({ error: "Use the passkey first" })
    .max(100_000)
    .transform((text, check): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        check.addIssue({ code: "custom", message: "Not JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

export const PasskeySignInForm = PasskeySignIn.extend({
  response: jsonField(PasskeyAssertion),
  from: z.string().max(2000).optional(),
});

/** The page requires the name up front as well. */
export const PasskeyStartForm = PasskeyStart.extend({ name, passkey: jsonField(UsedPasskey).optional() });

export const NewPasskeyForm = NewPasskey.extend({ response: jsonField(PasskeyAttestation) });
