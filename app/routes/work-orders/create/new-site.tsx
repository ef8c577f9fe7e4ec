import { AddressFields } from "~/components/addresses/address-fields";

type NewSiteProps = Pick<Parameters<typeof AddressFields>[0], "fields">;

/** An address the customer does not have yet; left blank, the job goes to the one that is chosen. */
export function NewSite({ fields }: NewSiteProps) {
  const isBegun = Object.values(fields).some(({ initialValue, errors }) => initialValue || errors);
  return (
    <details open={isBegun}>
      <summary className="w-fit cursor-pointer text-link touch:py-3">Add a different address</summary>
      <div className="mt-3 flex flex-col gap-4 rounded-md border border-border p-4">
        <p className="text-muted-foreground">
          The job uses this address, and it is added to the customer's service addresses.
        </p>
        <AddressFields optional fields={fields} autoFill="section-site" />
      </div>
    </details>
  );
}
