import type { AnyField } from "~/components/forms/field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";

/** Labels of a supplier's fields, on forms and when comparing two versions. */
export const supplierLabels = {
  name: "Name",
  contactName: "Contact",
  phone: "Phone",
  email: "Email",
  accountNumber: "Account number",
  leadTimeDays: "Lead time",
  terms: "Terms",
  notes: "Notes",
} as const;
const labels = supplierLabels;

type Fields = Record<keyof typeof supplierLabels, AnyField>;

/** Fields of new and existing suppliers. */
export function SupplierFields({ fields }: { fields: Fields }) {
  return (
    <>
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.contactName} label={labels.contactName} autoComplete="off" />
        <TextField field={fields.phone} label={labels.phone} type="tel" autoComplete="off" />
        <TextField
          field={fields.email}
          label={labels.email}
          type="email"
          description="Where orders go."
          autoComplete="off"
        />
        <TextField
          field={fields.accountNumber}
          label={labels.accountNumber}
          description="Your number at the supplier."
          autoComplete="off"
        />
        <TextField field={fields.leadTimeDays} label={labels.leadTimeDays} inputMode="numeric" unit="days" />
        <TextField field={fields.terms} label={labels.terms} placeholder="Net 30" autoComplete="off" />
      </div>
      <TextAreaField field={fields.notes} label={labels.notes} rows={2} />
    </>
  );
}
