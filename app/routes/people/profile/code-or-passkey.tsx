import type { ComponentProps } from "react";
import { PasskeyProof } from "~/components/forms/passkey-proof";
import { TextField } from "~/components/forms/text-field";
import type { PasskeyPrompt } from "~/domain/auth/passkeys/passkey";

type CodeOrPasskeyProps = {
  field: ComponentProps<typeof TextField>["field"];
  /** For the user's own passkeys, if there are any. */
  prompt: PasskeyPrompt | null;
  /** No authenticator app is set up. */
  onlyRecoveryCodes?: boolean;
};

/** The second proof beside the password. */
export function CodeOrPasskey({ field, prompt, onlyRecoveryCodes = false }: CodeOrPasskeyProps) {
  return (
    <>
      <TextField
        field={field}
        label="Code"
        description={
          onlyRecoveryCodes ? "One of your recovery codes." : "From your authenticator app, or a recovery code."
        }
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {prompt && <PasskeyProof prompt={prompt}>Use a passkey instead of a code</PasskeyProof>}
    </>
  );
}
