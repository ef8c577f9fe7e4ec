import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { FormSummary } from "~/components/forms/form-summary";
import { PasswordField } from "~/components/forms/password-field";
import { Button } from "~/components/ui/button";
import { toast } from "~/components/ui/toast-store";
import { lastResultOf } from "../last-result";

interface PasswordFormProps {
  email: string;
  lastResult?: SubmissionResult<string[]>;
  changed: boolean;
}

export function PasswordForm({ email, lastResult, changed }: PasswordFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "password";
  const [form, fields] = useForm<{ currentPassword: string; password: string }>({
    id: "password",
    constraint: { currentPassword: { required: true }, password: { required: true, minLength: 8 } },
    lastResult: lastResultOf(lastResult, "password"),
  });

  // The fields are the browser's own: an answer that it worked empties them.
  useEffect(() => {
    if (!changed) return;
    ref.current?.reset();
    toast({ title: "Your password is changed.", tone: "ok" });
  }, [changed]);
  return (
    <Form ref={ref} method="post" id={form.id} className="flex flex-col gap-4">
      {changed && (
        <p role="status" className="text-ok">
          Your password is changed; every other device is signed out.
        </p>
      )}
      <FormSummary form={form} labels={{ currentPassword: "Current password", password: "New password" }} />
      <input type="hidden" name="intent" value="password" />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordField field={fields.currentPassword} label="Current password" autoComplete="current-password" />
        <PasswordField field={fields.password} label="New password" autoComplete="new-password" />
      </div>
      <Button variant="outline" type="submit" className="self-start" loading={busy}>
        Change password
      </Button>
    </Form>
  );
}
