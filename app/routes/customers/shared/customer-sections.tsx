import { useState } from "react";
import { type AnyField, initialText } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { PhoneField, TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import {
  CUSTOMER_STATUS_LABELS,
  CUSTOMER_STATUSES,
  CUSTOMER_TYPE_LABELS,
  CUSTOMER_TYPES,
} from "~/domain/customers/customer";
import { choicesOf } from "~/domain/shared/choices";
import { formatPhone } from "~/domain/shared/text/phones";

export const customerLabels = {
  customerType: "Customer type",
  status: "Status",
  firstName: "First name",
  lastName: "Last name",
  companyName: "Company name",
  phone: "Phone",
  email: "Email",
  emergencyContactName: "Emergency contact",
  emergencyContactPhone: "Emergency phone",
  notes: "Notes",
} as const;

type CustomerFields = Record<keyof typeof customerLabels, AnyField>;

/** A customer's values as the form shows them. */
export function customerValues<Row extends CustomerRow>(customer: Row) {
  const shown = (phone: unknown) => (typeof phone === "string" ? formatPhone(phone) : null);
  return { ...customer, phone: shown(customer.phone), emergencyContactPhone: shown(customer.emergencyContactPhone) };
}

type CustomerRow = { version: number; phone?: unknown; emergencyContactPhone?: unknown };

const types = choicesOf(CUSTOMER_TYPES, CUSTOMER_TYPE_LABELS);
const statuses = choicesOf(CUSTOMER_STATUSES, CUSTOMER_STATUS_LABELS);

/** Type and names: homes are listed by person, others by company. The field that provides the name is required. */
export function WhoSection({ fields }: { fields: CustomerFields }) {
  const [type, setType] = useState(initialText(fields.customerType) ?? "residential");
  const home = type === "residential";
  // For a home with a company, usually a trust, or a business known by a person, either name is enough.
  const hasCompany = Boolean(fields.companyName.initialValue);
  const hasPerson = Boolean(fields.firstName.initialValue && fields.lastName.initialValue);
  const company = (
    <TextField
      field={fields.companyName}
      required={!home && !hasPerson}
      label={home ? "Company or trust" : customerLabels.companyName}
      autoComplete="off"
    />
  );
  return (
    <Section title="Customer" description="Homes are listed by person, businesses by company name.">
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
        <TextField
          field={fields.firstName}
          required={home && !hasCompany}
          label={home ? "First name" : "Contact's first name"}
          autoComplete="off"
        />
        <TextField
          field={fields.lastName}
          required={home && !hasCompany}
          label={home ? "Last name" : "Contact's last name"}
          autoComplete="off"
        />
      </div>
      {home && hasCompany && company}
    </Section>
  );
}

export function ContactSection({ fields }: { fields: CustomerFields }) {
  return (
    <Section title="Contact" description="How the office and the technician reach the customer.">
      <div className="grid gap-4 sm:grid-cols-2">
        <PhoneField field={fields.phone} label={customerLabels.phone} autoComplete="off" />
        <TextField field={fields.email} label={customerLabels.email} type="email" autoComplete="off" />
      </div>
    </Section>
  );
}

export function EmergencySection({ fields }: { fields: CustomerFields }) {
  return (
    <Section title="Emergency contact" description="Who else to call. Enter both a name and a phone number.">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.emergencyContactName} label="Name" autoComplete="off" />
        <PhoneField field={fields.emergencyContactPhone} label="Phone" autoComplete="off" />
      </div>
    </Section>
  );
}

export function NotesSection({ fields }: { fields: CustomerFields }) {
  return (
    <Section title="Notes" description="For your team only: pets, preferences, agreements.">
      <TextAreaField field={fields.notes} label={customerLabels.notes} labelHidden rows={4} />
    </Section>
  );
}
