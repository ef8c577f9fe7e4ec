import type { ReactNode } from "react";
import { FormDialog } from "~/components/forms/form-dialog";
import { PasskeyProof } from "~/components/forms/passkey-proof";
import { PasswordField } from "~/components/forms/password-field";
import { TextField } from "~/components/forms/text-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import type { PasskeyPrompt } from "~/domain/auth/passkeys/passkey";

type Confirmation = { currentPassword: string; code?: string; passkey?: string };

type PasswordAndCodeProps = {
  title: string;
  confirm: string;
  tone: "default" | "destructive";
  email: string;
  /** For the user's own passkeys, if there are any. */
  prompt: PasskeyPrompt | null;
  constraint: FormConstraint<Confirmation>;
  /** Which codes are accepted. */
  codes?: string;
  children: ReactNode;
};

/** Confirms changes to two-step verification that a hijacked session must not make. */
export function PasswordAndCode(props: PasswordAndCodeProps) {
  const { title, confirm, tone, email, prompt, constraint, children } = props;
  const { codes = "From your authenticator app, or a recovery code." } = props;
  const actionForm = useActionForm<Confirmation>({ id: "two-step-change", constraint });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={title}
      size="small"
      actionForm={actionForm}
      labels={{ currentPassword: "Current password", code: "Code" }}
      submit={confirm}
      tone={tone}
    >
      <p className="text-muted-foreground">{children}</p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField field={fields.currentPassword} label="Current password" autoComplete="current-password" />
      <TextField
        field={fields.code}
        label="Code"
        description={codes}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {prompt && <PasskeyProof prompt={prompt}>Use a passkey instead of a code</PasskeyProof>}
    </FormDialog>
  );
}
