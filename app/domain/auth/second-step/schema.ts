import { z } from "zod";
import { jsonField, UsedPasskey } from "../passkeys/schema";
import { typedCode, typedPassword } from "../schema";

/** The password, and what a borrowed session does not have beside it: a code, or an answer of one's own passkey. */
export const SecondStepChange = z.object({
  currentPassword: typedPassword,
  code: typedCode.optional(),
  passkey: UsedPasskey.optional(),
});
export type SecondStepChange = z.output<typeof SecondStepChange>;

/** Who is behind a session, shown once more: by one of the three. */
export const Proof = SecondStepChange.partial();
export type Proof = z.output<typeof Proof>;

/** Beside the fields of a form that asks for it. */
export const ProofFields = { currentPassword: typedPassword.optional(), passkey: jsonField(UsedPasskey).optional() };

/** The page's own. */
export const SecondStepChangeForm = SecondStepChange.extend({ passkey: jsonField(UsedPasskey).optional() });
