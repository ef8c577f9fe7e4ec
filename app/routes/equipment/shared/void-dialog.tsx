import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { TextField } from "~/components/forms/text-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import type { VoidReason } from "~/domain/refrigerant/schema";
import { useCloseDialog } from "~/lib/use-close-dialog";

type Reason = z.input<typeof VoidReason>;

type VoidDialogProps = {
  title: string;
  submit: string;
  version: number;
  constraint: FormConstraint<Reason>;
  formKey: string;
  children: ReactNode;
};

/** Asks why something that stays on record no longer counts. */
export function VoidDialog({ title, submit, version, constraint, formKey, children }: VoidDialogProps) {
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<Reason>({ id: "void", constraint, noun: "reason" });
  return (
    <Dialog open onOpenChange={close} title={title}>
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={{ reason: "Reason" }} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={version} />
          <p>{children}</p>
          <TextField field={fields.reason} label="Reason" autoComplete="off" />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="destructive" loading={isSaving}>
            {submit}
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
