import type { ReactNode } from "react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import type { VoidReason } from "~/domain/refrigerant/schema";

type Reason = z.input<typeof VoidReason>;

type VoidDialogProps = {
  title: string;
  submit: string;
  version: number;
  constraint: FormConstraint<Reason>;
  formKey: string;
  children: ReactNode;
};

/** Asks for the reason for voiding an entry that stays on record. */
export function VoidDialog({ title, submit, version, constraint, formKey, children }: VoidDialogProps) {
  const actionForm = useActionForm<Reason>({ id: "void", constraint, noun: "reason" });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={title}
      actionForm={actionForm}
      labels={{ reason: "Reason" }}
      formKey={formKey}
      version={version}
      submit={submit}
      tone="destructive"
    >
      <p>{children}</p>
      <TextField field={fields.reason} label="Reason" autoComplete="off" />
    </FormDialog>
  );
}
