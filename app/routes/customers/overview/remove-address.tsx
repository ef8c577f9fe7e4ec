import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { ConfirmDialog } from "~/components/feedback/confirm-dialog";
import { addressLine } from "~/domain/addresses/rules";
import type { Address } from "~/domain/addresses/schema";

type RemoveAddressProps = {
  address: Address;
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
  onClose: () => void;
};

export function RemoveAddress({ address, formKey, lastResult, onClose }: RemoveAddressProps) {
  const busy = useNavigation().formData?.get("intent") === "removeAddress";
  const refused = lastResult?.error?.[""]?.join(" ");
  return (
    <>
      <Form method="post" id="remove-address">
        <input type="hidden" name="intent" value="removeAddress" />
        <input type="hidden" name="addressId" value={address.id} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
      </Form>
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title="Remove this address?"
        confirm="Remove address"
        confirmBusy="Removing"
        busy={busy}
        form={{ id: "remove-address" }}
      >
        {refused ? (
          <p role="alert" className="font-medium text-bad">
            {refused}
          </p>
        ) : (
          <p>{addressLine(address)}</p>
        )}
      </ConfirmDialog>
    </>
  );
}
