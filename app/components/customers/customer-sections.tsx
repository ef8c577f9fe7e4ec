import type { FieldMetadata } from "@conform-to/react";
import { useState } from "react";
import { PhoneField, SelectField, TextAreaField, TextField } from "~/components/fields";
import { Section } from "~/components/section";
import {
  CUSTOMER_STATUS_LABELS,
  CUSTOMER_STATUSES,
  CUSTOMER_TYPE_LABELS,
  CUSTOMER_TYPES,
} from "~/domain/customers/rules";
import { type CustomerField, customerLabels } from "./fields";

export type CustomerFields = { [Name in CustomerField]: FieldMetadata<string> };

const types = CUSTOMER_TYPES.map((value) => ({ value, label: CUSTOMER_TYPE_LABELS[value] }));
const statuses = CUSTOMER_STATUSES.map((value) => ({ value, label: CUSTOMER_STATUS_LABELS[value] }));

/** Type and names: a home goes by the person, anything else by the company. */
export function WhoSection({ fields }: { fields: CustomerFields }) {
  const [type, setType] = useState(fields.customerType.initialValue ?? "residential");
  const home = type === "residential";
  const company = <TextField field={fields.companyName} label={customerLabels.companyName} autoComplete="off" />;
  return (
    <Section title="Who" description="A home is filed under the person, a business under its company name.">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={fields.customerType}
          label={customerLabels.customerType}
          choices={types}
          onChange={(event) => setType(event.target.value)}
        />
        <SelectField field={fields.status} label={customerLabels.status} choices={statuses} />
      </div>
      {!home && company}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.firstName} label={home ? "First name" : "Contact's first name"} autoComplete="off" />
        <TextField field={fields.lastName} label={home ? "Last name" : "Contact's last name"} autoComplete="off" />
      </div>
      {home && company}
    </Section>
  );
}

export function ContactSection({ fields }: { fields: CustomerFields }) {
  return (
    <Section title="Contact" description="How the office and the technician on the way reach them.">
      <div className="grid gap-4 sm:grid-cols-2">
        <PhoneField field={fields.phone} label={customerLabels.phone} autoComplete="off" />
        <TextField field={fields.email} label={customerLabels.email} type="email" autoComplete="off" />
      </div>
    </Section>
  );
}

export function EmergencySection({ fields }: { fields: CustomerFields }) {
  return (
    <Section
      title="Emergency contact"
      description="Somebody else to call when nobody answers. Name and number, or neither."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.emergencyContactName} label="Name" autoComplete="off" />
        <PhoneField field={fields.emergencyContactPhone} label="Phone" autoComplete="off" />
      </div>
    </Section>
  );
}

export function NotesSection({ fields }: { fields: CustomerFields }) {
  return (
    <Section title="Notes" description="For colleagues only: pets, preferences, what was agreed.">
      <TextAreaField field={fields.notes} label={customerLabels.notes} labelHidden rows={4} />
    </Section>
  );
}
