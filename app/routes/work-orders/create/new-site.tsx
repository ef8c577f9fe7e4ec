import type { FieldMetadata } from "@conform-to/react";
import { AddressFields, type PlaceTexts } from "~/components/addresses/address-fields";

/** An address the customer does not have yet; left blank, the job goes to the one that is chosen. */
export function NewSite({ field }: { field: FieldMetadata<PlaceTexts> }) {
  const fields = field.getFieldset();
  const begun = Object.values(fields).some(({ initialValue, errors }) => initialValue || errors);
  return (
    <details open={begun}>
      <summary className="w-fit cursor-pointer text-link touch:py-3">Another address, not on the list yet</summary>
      <div className="mt-3 flex flex-col gap-4 rounded-md border border-border p-4">
        <p className="text-muted-foreground">The job goes there, and the customer keeps it as a service address.</p>
        <AddressFields optional fields={fields} autoFill="section-site" />
      </div>
    </details>
  );
}
