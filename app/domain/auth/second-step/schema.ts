import { z } from "zod";
import { jsonField, SecondProof, UsedPasskey } from "~/domain/auth/passkeys/schema";
import { typedPassword } from "~/domain/auth/schema";

/** The password and a second proof, which goes unread only where there is no second step yet. */
export const SecondStepChange = z.object({ currentPassword: typedPassword, ...SecondProof });
export type SecondStepChange = z.output<typeof SecondStepChange>;

/** Repeated verification of the person behind a session, by one of the three. */
export const Proof = SecondStepChange.partial();
export type Proof = z.output<typeof Proof>;

/** Extra fields for a form that requires it. */
export const ProofFields = { currentPassword: typedPassword.optional(), passkey: jsonField(UsedPasskey).optional() };

/** The form on the page. */
export const SecondStepChangeForm = SecondStepChange.extend({ passkey: jsonField(UsedPasskey).optional() });
