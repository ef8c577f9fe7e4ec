import { AddressFields } from "~/components/addresses/address-fields";
import { CheckboxField } from "~/components/forms/checkbox-field";
import type { AnyField } from "~/components/forms/field";
import { Section } from "~/components/section";
import { cn } from "~/lib/utils";

type Fields = Parameters<typeof AddressFields>[0]["fields"];

type CreatePlacesProps = { service: Fields; billing: Fields; billingIsService: AnyField };

/** The service and billing addresses. Both are optional. */
export function CreatePlaces({ service, billing, billingIsService }: CreatePlacesProps) {
  return (
    <div className="flex flex-col gap-8">
      <Section title="Service address" description="Where the equipment is and where the technician goes.">
        <AddressFields optional fields={service} autoFill="section-service" />
      </Section>
      <Section title="Billing address" description="Where invoices go.">
        <CheckboxField field={billingIsService} label="Same as the service address" />
        <div className={cn("flex flex-col gap-4", billingIsService.value === "on" && "hidden noscript:flex")}>
          <AddressFields optional fields={billing} autoFill="section-billing billing" />
        </div>
      </Section>
    </div>
  );
}
