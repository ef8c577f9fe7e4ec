import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import type { InstitutionView } from "~/domain/finance/accounts/institutions.server";
import type { Institution } from "~/domain/finance/accounts/schema";
import { SavedElsewhere } from "~/routes/finances/shared/saved-elsewhere";

const labels = {
  name: "Institution name",
  website: "Website",
  logoUrl: "Logo URL",
  primaryColor: "Color",
  description: "Description",
  isActive: "Active",
};

type InstitutionDialogProps = {
  /** Null for a new one. */
  institution: InstitutionView | null;
  constraint: Parameters<typeof useActionForm<z.input<typeof Institution>>>[0]["constraint"];
  formKey: string;
};

export function InstitutionDialog({ institution, constraint, formKey }: InstitutionDialogProps) {
  const actionForm = useActionForm<z.input<typeof Institution>>({
    id: institution ? `institution-${institution.id}` : "institution",
    constraint,
    defaultValue: institution ?? undefined,
  });
  const { fields, current } = actionForm;
  const title = institution ? "Edit Financial Institution" : "Add New Financial Institution";
  return (
    <FormDialog
      {...{ title, actionForm, formKey, labels }}
      version={institution ? (current?.version ?? institution.version) : undefined}
      noValidate
      submit={institution ? "Save Institution" : "Add Institution"}
    >
      {institution && <SavedElsewhere current={current}>{(now) => now("name")}</SavedElsewhere>}
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <TextField field={fields.website} label={labels.website} inputMode="url" placeholder="www.example.com" />
      <TextField field={fields.logoUrl} label={labels.logoUrl} inputMode="url" />
      <TextField
        field={fields.primaryColor}
        label={labels.primaryColor}
        description="Background of its initial in lists, such as #1a73e8."
        placeholder="#1a73e8"
      />
      <TextAreaField field={fields.description} label={labels.description} rows={2} />
      {institution && (
        <CheckboxField
          field={fields.isActive}
          label={labels.isActive}
          description="An inactive institution is not offered for new accounts."
        />
      )}
    </FormDialog>
  );
}
