import { z } from "zod";
import { jsonField, UsedPasskey } from "~/domain/auth/passkeys/schema";
import { typedCode, typedPassword } from "~/domain/auth/schema";

/** The password, and proof that a hijacked session does not have: a code, or a response from one of the caller's own passkeys. */
export const SecondStepChange = z.object({
  currentPassword: typedPassword,
  code: typedCode.optional(),
  passkey: UsedPasskey.optional(),
});
export type SecondStepChange = z.output<typeof SecondStepChange>;

/** Repeated verification of the person behind a session, by one of the three. */
export const Proof = SecondStepChange.partial();
export type Proof = z.output<typeof Proof>;

/** Extra fields for a form that requires it. */
export const ProofFields = { currentPassword: typedPassword.optional(), passkey: jsonField(UsedPasskey).optional() };

/** The form on the page. */
export const SecondStepChangeForm = SecondStepChange.extend({ passkey: jsonField(UsedPasskey).optional() });
