import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormSummary } from "~/components/forms/form-summary";
import { PasskeyProof } from "~/components/forms/passkey-proof";
import { PasswordField } from "~/components/forms/password-field";
import { TextField } from "~/components/forms/text-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import type { PasskeyPrompt } from "~/domain/auth/passkeys/passkey";
import { useCloseDialog } from "~/lib/use-close-dialog";

type Confirmation = { currentPassword: string; code?: string; passkey?: string };

type PasswordAndCodeProps = {
  title: string;
  confirm: string;
  tone: "default" | "destructive";
  email: string;
  /** For the user's own passkeys, if there are any. */
  prompt: PasskeyPrompt | null;
  constraint: FormConstraint<Confirmation>;
  children: ReactNode;
};

/** Confirms changes to two-step verification that a hijacked session must not make. */
export function PasswordAndCode({ title, confirm, tone, email, prompt, constraint, children }: PasswordAndCodeProps) {
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<Confirmation>({ id: "two-step-change", constraint });
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent size="small">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        <Form method="post" id={form.id} className="contents">
          <DialogBody className="flex flex-col gap-4">
            <FormSummary form={form} labels={{ currentPassword: "Current password", code: "Code" }} />
            <p className="text-muted-foreground">{children}</p>
            <input type="hidden" name="username" autoComplete="username" value={email} />
            <PasswordField field={fields.currentPassword} label="Current password" autoComplete="current-password" />
            <TextField
              field={fields.code}
              label="Code"
              description="From your authenticator app, or a recovery code."
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
            />
            {prompt && <PasskeyProof prompt={prompt}>Use a passkey instead of a code</PasskeyProof>}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant={tone} loading={isSaving}>
              {confirm}
            </Button>
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
