import type { z } from "zod";
import { AddressFields, placeLabels } from "~/components/addresses/address-fields";
import { CheckboxField } from "~/components/forms/checkbox-field";
import type { AnyField } from "~/components/forms/field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import type { NewCustomerForm } from "~/domain/customers/schema";
import { cn } from "~/lib/utils";
import { ContactSection, customerLabels, EmergencySection, NotesSection, WhoSection } from "./customer-sections";

const placeNames = Object.entries(placeLabels);

export const newCustomerLabels = {
  ...customerLabels,
  ...Object.fromEntries(placeNames.map(([name, label]) => [`service.${name}`, label])),
  ...Object.fromEntries(placeNames.map(([name, label]) => [`billing.${name}`, `Billing: ${label}`])),
};

type NewCustomer = z.input<typeof NewCustomerForm>;

/** The form of a new customer, on its own screen and in the dialog over the work orders. */
export function useNewCustomerForm(constraint: FormConstraint<NewCustomer>) {
  return useActionForm<NewCustomer>({
    id: "customer",
    constraint,
    noun: "customer",
    defaultValue: { customerType: "residential", status: "active", billingIsService: true },
  });
}

export function NewCustomerFields({ fields }: Pick<ReturnType<typeof useNewCustomerForm>, "fields">) {
  return (
    <>
      <WhoSection fields={fields} />
      <ContactSection fields={fields} />
      <Places
        service={fields.service.getFieldset()}
        billing={fields.billing.getFieldset()}
        billingIsService={fields.billingIsService}
      />
      <EmergencySection fields={fields} />
      <NotesSection fields={fields} />
    </>
  );
}

type PlaceFields = Parameters<typeof AddressFields>[0]["fields"];

type PlacesProps = { service: PlaceFields; billing: PlaceFields; billingIsService: AnyField };

/** The service and billing addresses. Both are optional. */
function Places({ service, billing, billingIsService }: PlacesProps) {
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
