import type { AnyField } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { US_STATES } from "~/domain/addresses/address";
import { PlaceHelp } from "./place-help";
import { StreetField } from "./street-field";

export const placeLabels = {
  line1: "Street address",
  line2: "Apartment, suite, floor",
  city: "City",
  state: "State",
  postalCode: "ZIP code",
} as const;

/** The same for an address that is one of a form's fields: "newSite.city". */
export const placeLabelsIn = (field: string) =>
  Object.fromEntries(Object.entries(placeLabels).map(([name, label]) => [`${field}.${name}`, label]));

const states = Object.entries(US_STATES).map(([value, name]) => ({ value, label: `${name} (${value})` }));

type AddressFieldsProps = {
  fields: Record<keyof typeof placeLabels, AnyField>;
  /** The browser's autofill group: "section-service shipping". */
  autoFill: string;
  /** The whole address is optional: none of its fields is required, whatever the address schema says. */
  optional?: boolean;
};

/** Address fields from street to ZIP code. */
export function AddressFields({ fields, autoFill, optional }: AddressFieldsProps) {
  const required = optional ? false : undefined;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <StreetField
          fields={fields}
          label={placeLabels.line1}
          required={required}
          autoComplete={`${autoFill} address-line1`}
        />
        <TextField field={fields.line2} label={placeLabels.line2} autoComplete={`${autoFill} address-line2`} />
      </div>
      <div className="grid gap-4 sm:grid-cols-[2fr_2fr_1fr]">
        <TextField
          field={fields.city}
          label={placeLabels.city}
          required={required}
          autoComplete={`${autoFill} address-level2`}
        />
        <SelectField
          field={fields.state}
          label={placeLabels.state}
          required={required}
          choices={states}
          placeholder="Select a state"
          autoComplete={`${autoFill} address-level1`}
        />
        <TextField
          field={fields.postalCode}
          label={placeLabels.postalCode}
          required={required}
          inputMode="numeric"
          autoComplete={`${autoFill} postal-code`}
        />
      </div>
      <PlaceHelp fields={fields} />
    </>
  );
}
