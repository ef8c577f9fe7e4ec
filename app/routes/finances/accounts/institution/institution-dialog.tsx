import { useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { CheckboxField, TextAreaField, TextField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import type { InstitutionView } from "~/domain/finance/accounts/institutions.server";
import { type AccountRefusal, Changed, versionOf } from "~/routes/finances/accounts/shared/refusal";

type InstitutionDialogProps = {
  /** Null for a new one. */
  institution: InstitutionView | null;
  formKey: string;
  refusal: AccountRefusal;
  onClose: () => void;
};

interface InstitutionTexts {
  name: string;
  website: string;
  logoUrl: string;
  description: string;
  primaryColor: string;
  isActive: string;
}

const constraint = {
  name: { required: true, maxLength: 120 },
  website: { maxLength: 480 },
  logoUrl: { maxLength: 480 },
  description: { maxLength: 1000 },
};

export function InstitutionDialog({ institution, formKey, refusal, onClose }: InstitutionDialogProps) {
  const intent = institution ? "edit-institution" : "add-institution";
  const busy = useNavigation().formData?.get("intent") === intent;
  const [form, fields] = useForm<InstitutionTexts>({
    id: institution ? `institution-${institution.id}` : "institution",
    lastResult: refusal.lastResult,
    defaultValue: institution ? textsOf(institution) : {},
    constraint,
  });
  const title = institution ? "Edit Financial Institution" : "Add New Financial Institution";
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <Form method="post" id={form.id} noValidate preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} />
          {institution && <Changed details={refusal.details}>{(now) => now("name")}</Changed>}
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          {institution && (
            <input type="hidden" name="version" value={versionOf(refusal.details) ?? institution.version} />
          )}
          <TextField field={fields.name} label="Institution name" autoComplete="off" />
          <TextField field={fields.website} label="Website" inputMode="url" placeholder="www.example.com" />
          <TextField field={fields.logoUrl} label="Logo URL" inputMode="url" />
          <TextField
            field={fields.primaryColor}
            label="Color"
            description="Behind its first letter in lists, such as #1a73e8."
            placeholder="#1a73e8"
            maxLength={7}
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
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={busy}>
            {institution ? "Save Institution" : "Add Institution"}
          </Button>
        </ModalFooter>
      </Form>
    </Dialog>
  );
}

function textsOf(institution: InstitutionView): InstitutionTexts {
  return {
    name: institution.name,
    website: institution.website ?? "",
    logoUrl: institution.logoUrl ?? "",
    description: institution.description ?? "",
    primaryColor: institution.primaryColor ?? "",
    isActive: institution.isActive ? "on" : "",
  };
}
