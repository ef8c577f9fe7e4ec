import type { ReactNode } from "react";
import { FormDialog } from "~/components/forms/form-dialog";
import { PasswordField } from "~/components/forms/password-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import type { PasskeyPrompt } from "~/domain/auth/passkeys/passkey";
import { CodeOrPasskey } from "./code-or-passkey";

type Confirmation = { currentPassword: string; code?: string; passkey?: string };

type PasswordAndCodeProps = {
  title: string;
  confirm: string;
  tone: "default" | "destructive";
  email: string;
  /** For the user's own passkeys, if there are any. */
  prompt: PasskeyPrompt | null;
  constraint: FormConstraint<Confirmation>;
  onlyRecoveryCodes?: boolean;
  children: ReactNode;
};

/** Confirms changes to two-step verification that a hijacked session must not make. */
export function PasswordAndCode(props: PasswordAndCodeProps) {
  const { title, confirm, tone, email, prompt, constraint, onlyRecoveryCodes, children } = props;
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
      <CodeOrPasskey field={fields.code} {...{ prompt, onlyRecoveryCodes }} />
    </FormDialog>
  );
}
