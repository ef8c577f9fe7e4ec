import type { FieldMetadata } from "@conform-to/react";
import { PlaceHelp } from "~/components/addresses/place-help";
import { SelectField, TextField } from "~/components/forms/fields";
import { US_STATES } from "~/domain/addresses/rules";
import { type PlaceTexts, placeLabels } from "./fields";

const states = Object.entries(US_STATES).map(([value, name]) => ({ value, label: `${name} (${value})` }));

type PlaceFieldsProps = {
  fields: { [Name in keyof PlaceTexts]: FieldMetadata<string> };
  /** The browser's autofill group: "section-service shipping". */
  autoFill: string;
};

/** Street to ZIP code. */
export function PlaceFields({ fields, autoFill }: PlaceFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <TextField field={fields.line1} label={placeLabels.line1} autoComplete={`${autoFill} address-line1`} />
        <TextField field={fields.line2} label={placeLabels.line2} autoComplete={`${autoFill} address-line2`} />
      </div>
      <div className="grid gap-4 sm:grid-cols-[2fr_2fr_1fr]">
        <TextField field={fields.city} label={placeLabels.city} autoComplete={`${autoFill} address-level2`} />
        <SelectField
          field={fields.state}
          label={placeLabels.state}
          choices={states}
          placeholder="Choose a state"
          autoComplete={`${autoFill} address-level1`}
        />
        <TextField
          field={fields.postalCode}
          label={placeLabels.postalCode}
          inputMode="numeric"
          autoComplete={`${autoFill} postal-code`}
        />
      </div>
      <PlaceHelp fields={fields} />
    </>
  );
}
