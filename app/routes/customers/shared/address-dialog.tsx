import { Link, useLocation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { AddressFields, placeLabels } from "~/components/addresses/address-fields";
import { useCustomer } from "~/components/customers/use-customer";
import { CheckboxField } from "~/components/forms/checkbox-field";
import type { AnyField } from "~/components/forms/field";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { Button } from "~/components/ui/button";
import { ADDRESS_TYPE_LABELS, type AddressType } from "~/domain/addresses/address";
import type { Address } from "~/domain/addresses/schema";
import { US_ZONES } from "~/domain/shared/time/us-zones";
import { paths } from "~/paths";

const labels = {
  type: "Address type",
  isPrimary: "Primary",
  label: "Label",
  ...placeLabels,
  timeZone: "Time zone",
} as const;

type AddressDialogProps = {
  actionForm: ComponentProps<typeof FormDialog>["actionForm"] & { fields: Record<keyof typeof labels, AnyField> };
  /** Null for a new one. */
  address: Address | null;
  formKey: string;
};

const typeHints: Record<AddressType, string> = { service: "where the work is", billing: "where invoices go" };
const types = (["service", "billing"] as const).map((value) => ({
  value,
  label: `${ADDRESS_TYPE_LABELS[value]}: ${typeHints[value]}`,
}));
const zones = Object.entries(US_ZONES).map(([value, label]) => ({ value, label }));

/** Adds or edits an address of the customer. */
export function AddressDialog({ actionForm, address, formKey }: AddressDialogProps) {
  const { fields } = actionForm;
  const { customer } = useCustomer();
  const { pathname, search } = useLocation();
  return (
    <FormDialog
      title={address ? "Edit address" : "Add address"}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={address?.version}
      conflict={{ noun: "address", discardHref: `${pathname}${search}` }}
      submit={address ? "Save address" : "Add address"}
      aside={
        address && (
          <Button asChild variant="ghost" className="text-bad sm:mr-auto">
            <Link
              to={`${paths.removeCustomerAddress(customer.number, address.id)}${search}`}
              preventScrollReset
              replace
            >
              Remove
            </Link>
          </Button>
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField field={fields.type} label={labels.type} choices={types} />
        <TextField field={fields.label} label={labels.label} placeholder="North building" autoComplete="off" />
      </div>
      <AddressFields fields={fields} autoFill="section-site" />
      <SelectField field={fields.timeZone} label={labels.timeZone} choices={zones} placeholder="From the ZIP code" />
      {address?.isPrimary ? (
        <p className="text-muted-foreground text-sm">
          This is the primary {ADDRESS_TYPE_LABELS[address.type].toLowerCase()} address. To change that, make another
          address primary.
        </p>
      ) : (
        <CheckboxField
          field={fields.isPrimary}
          label="Primary address of its type"
          description="Preselected on new work orders and invoices. The first address of a type is always primary."
        />
      )}
    </FormDialog>
  );
}
