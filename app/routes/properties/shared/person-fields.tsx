import type { FieldMetadata } from "@conform-to/react";
import type { z } from "zod";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { choicesOf } from "~/domain/shared/choices";
import type { NewSitePerson } from "~/domain/sites/schema";
import { SITE_ROLE_LABELS, SITE_ROLES } from "~/domain/sites/site";

export const personLabels = {
  role: "Role",
  name: "Name",
  part: "Unit or area",
  phone: "Phone",
  email: "Email",
  notes: "Notes",
} as const;

const roles = choicesOf(SITE_ROLES, SITE_ROLE_LABELS);

type Values = z.input<typeof NewSitePerson>;
type PersonFieldsProps = { fields: { [Name in keyof Values]-?: FieldMetadata<Values[Name]> } };

/** Fields of new and existing contacts at a property. */
export function PersonFields({ fields }: PersonFieldsProps) {
  return (
    <>
      <TextField field={fields.name} label={personLabels.name} autoComplete="off" autoFocus />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField field={fields.role} label={personLabels.role} choices={roles} />
        <TextField field={fields.part} label={personLabels.part} placeholder="Apt 2" autoComplete="off" />
        <TextField field={fields.phone} label={personLabels.phone} type="tel" inputMode="tel" autoComplete="off" />
        <TextField field={fields.email} label={personLabels.email} type="email" inputMode="email" autoComplete="off" />
      </div>
      <TextAreaField field={fields.notes} label={personLabels.notes} rows={2} />
    </>
  );
}
