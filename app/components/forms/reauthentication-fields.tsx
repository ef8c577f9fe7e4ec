import type { ReauthenticationState } from "~/domain/auth/passkeys/passkey";
import type { AnyField } from "./field";
import { PasskeyProof } from "./passkey-proof";
import { PasswordField } from "./password-field";

type ReauthenticationFieldsProps = {
  /** The form's `currentPassword` field. */
  field: AnyField;
  proof: ReauthenticationState;
  /** The form was open too long and was refused because the last sign-in was too long ago. */
  isRefused: boolean;
};

/**
 * Used inside a form that a hijacked session must not submit: asks the user to verify their identity, unless they did
 * so within the last few minutes.
 */
export function ReauthenticationFields({
  field,
  proof: { isRecent, email, prompt },
  isRefused,
}: ReauthenticationFieldsProps) {
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
