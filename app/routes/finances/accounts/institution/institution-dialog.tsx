import { Form } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormSummary } from "~/components/forms/form-summary";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import type { InstitutionView } from "~/domain/finance/accounts/institutions.server";
import type { Institution } from "~/domain/finance/accounts/schema";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { SavedElsewhere } from "~/routes/finances/shared/saved-elsewhere";

type InstitutionDialogProps = {
  /** Null for a new one. */
  institution: InstitutionView | null;
  constraint: Parameters<typeof useActionForm<z.input<typeof Institution>>>[0]["constraint"];
  formKey: string;
};

export function InstitutionDialog({ institution, constraint, formKey }: InstitutionDialogProps) {
  const { form, fields, isSaving, current, sessionEnded } = useActionForm<z.input<typeof Institution>>({
    id: institution ? `institution-${institution.id}` : "institution",
    constraint,
    defaultValue: institution ?? undefined,
  });
  const close = useCloseDialog();
  const title = institution ? "Edit Financial Institution" : "Add New Financial Institution";
  return (
    <Dialog open onOpenChange={close} title={title}>
      <Form method="post" id={form.id} noValidate preventScrollReset replace className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} />
          {institution && <SavedElsewhere current={current}>{(now) => now("name")}</SavedElsewhere>}
          <input type="hidden" name="idempotencyKey" value={formKey} />
          {institution && <input type="hidden" name="version" value={current?.version ?? institution.version} />}
          <TextField field={fields.name} label="Institution name" autoComplete="off" />
          <TextField field={fields.website} label="Website" inputMode="url" placeholder="www.example.com" />
          <TextField field={fields.logoUrl} label="Logo URL" inputMode="url" />
          <TextField
            field={fields.primaryColor}
            label="Color"
            description="Background of its initial in lists, such as #1a73e8."
            placeholder="#1a73e8"
          />
          <TextAreaField field={fields.description} label="Description" rows={2} />
          {institution && (
            <CheckboxField
              field={fields.isActive}
              label="Active"
              description="An inactive institution is not offered for new accounts."
            />
          )}
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            {institution ? "Save Institution" : "Add Institution"}
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
