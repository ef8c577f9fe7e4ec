import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { FormSummary } from "./form-summary";
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
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<Confirmation>({ id: "confirm-account", constraint });
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent size="small">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        <Form method="post" id={form.id} className="contents">
          <DialogBody className="flex flex-col gap-4">
            <FormSummary form={form} labels={{ currentPassword: "Current password", confirm: "Confirmation" }} />
            <div className="flex flex-col gap-2 text-muted-foreground">{children}</div>
            <input type="hidden" name="username" autoComplete="username" value={email} />
            <PasswordField field={fields.currentPassword} label="Current password" autoComplete="current-password" />
            <TextField
              field={fields.confirm}
              label={`Type ${word} to confirm`}
              autoComplete="off"
              autoCapitalize="none"
            />
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="destructive" loading={isSaving}>
              {confirm}
            </Button>
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
