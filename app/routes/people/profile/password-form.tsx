import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { PasswordField } from "~/components/forms/password-field";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { toast } from "~/components/ui/toast-store";
import type { ChangePassword } from "~/domain/auth/schema";

type PasswordInput = z.input<typeof ChangePassword>;

interface PasswordFormProps {
  email: string;
  constraint: ActionFormOptions<PasswordInput>["constraint"];
  changed: boolean;
}

export function PasswordForm({ email, constraint, changed }: PasswordFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const { form, fields, isSaving, sessionEnded } = useActionForm<PasswordInput>({
    id: "password",
    intent: "password",
    constraint,
  });

  // The fields are uncontrolled, so they are cleared after a successful change.
  useEffect(() => {
    if (!changed) return;
    ref.current?.reset();
    toast({ title: "Password changed", tone: "ok" });
  }, [changed]);
  return (
    <Form ref={ref} method="post" id={form.id} className="flex flex-col gap-4">
      {changed && (
        <p role="status" className="text-ok">
          Password changed. Every other device is signed out.
        </p>
      )}
      <FormSummary form={form} labels={{ currentPassword: "Current password", password: "New password" }} />
      <input type="hidden" name="intent" value="password" />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordField field={fields.currentPassword} label="Current password" autoComplete="current-password" />
        <PasswordField field={fields.password} label="New password" autoComplete="new-password" />
      </div>
      <Button variant="outline" type="submit" className="self-start" loading={isSaving}>
        Change password
      </Button>
      {sessionEnded}
    </Form>
  );
}
