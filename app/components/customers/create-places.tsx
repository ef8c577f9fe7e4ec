import type { FieldMetadata } from "@conform-to/react";
import { CheckboxField } from "~/components/forms/fields";
import { Section } from "~/components/section";
import type { PlaceTexts } from "./fields";
import { PlaceFields } from "./place-fields";

type Place = { [Name in keyof PlaceTexts]: FieldMetadata<string> };

type CreatePlacesProps = { service: Place; billing: Place; billingIsService: FieldMetadata<boolean> };

/** Where the work is, and where the invoice goes. Both can be left for later. */
export function CreatePlaces({ service, billing, billingIsService }: CreatePlacesProps) {
  return (
    <div className="group flex flex-col gap-8">
      <Section title="Service address" description="Where the equipment stands and the technician drives to.">
        <PlaceFields fields={service} autoFill="section-service" />
      </Section>
      <Section title="Billing address" description="Where invoices go.">
        <CheckboxField field={billingIsService} label="Same as the service address" />
        <div className="flex flex-col gap-4 unless-same-place">
          <PlaceFields fields={billing} autoFill="section-billing billing" />
        </div>
      </Section>
    </div>
  );
}
