import type { ProofState } from "~/domain/auth/passkeys/passkey";
import type { AnyField } from "./field";
import { PasskeyProof } from "./passkey-proof";
import { PasswordField } from "./password-field";

type ProveAgainProps = {
  /** `currentPassword` of the form. */
  field: AnyField;
  proof: ProofState;
  /** The form was refused for want of it, as it lay open too long. */
  isRefused: boolean;
};

/** Within a form that a borrowed session must not send: asks who somebody is, unless they showed it within the last minutes. */
export function ProveAgain({ field, proof: { isRecent, email, prompt }, isRefused }: ProveAgainProps) {
  if (isRecent && !isRefused) return null;
  return (
    <div className="flex flex-col gap-3">
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        field={field}
        label="Current password"
        description="You signed in a while ago. Confirm that it’s you."
        autoComplete="current-password"
      />
      {prompt && <PasskeyProof prompt={prompt}>Use a passkey instead</PasskeyProof>}
    </div>
  );
}
