import type { ReactNode } from "react";
import { FormDialog } from "./form-dialog";
import { PasswordField } from "./password-field";
import { TextField } from "./text-field";
import { type FormConstraint, useActionForm } from "./use-action-form";

type Confirmation = { currentPassword: string; confirm: string };

interface ConfirmWithPasswordProps {
  title: string;
  /** The word to type. */
  word: string;
  /** Label of the confirm button. */
  confirm: string;
  email: string;
  constraint: FormConstraint<Confirmation>;
  /** What will happen, and what will not change. */
  children: ReactNode;
}

/** For actions that a hijacked session must not perform: requires the password and a confirmation word. */
export function ConfirmWithPassword({ title, word, confirm, email, constraint, children }: ConfirmWithPasswordProps) {
  const actionForm = useActionForm<Confirmation>({ id: "confirm-account", constraint });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={title}
      size="small"
      actionForm={actionForm}
      labels={{ currentPassword: "Current password", confirm: "Confirmation" }}
      submit={confirm}
      tone="destructive"
    >
      <div className="flex flex-col gap-2 text-muted-foreground">{children}</div>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField field={fields.currentPassword} label="Current password" autoComplete="current-password" />
      <TextField field={fields.confirm} label={`Type ${word} to confirm`} autoComplete="off" autoCapitalize="none" />
    </FormDialog>
  );
}
