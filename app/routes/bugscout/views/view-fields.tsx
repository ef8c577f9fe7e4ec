import { CheckboxField } from "~/components/forms/checkbox-field";
import type { AnyField } from "~/components/forms/field";
import { TextField } from "~/components/forms/text-field";

export const viewLabels = {
  name: "Name",
  shared: "Share with everyone who sees issues",
  isDefault: "Open the list with it",
};

export function ViewFields({ fields }: { fields: Record<keyof typeof viewLabels, AnyField> }) {
  return (
    <>
      <TextField field={fields.name} label={viewLabels.name} autoComplete="off" />
      <CheckboxField field={fields.shared} label={viewLabels.shared} />
      <CheckboxField field={fields.isDefault} label={viewLabels.isDefault} />
    </>
  );
}
