import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { AddressFields } from "~/components/addresses/address-fields";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { ADDRESS_TYPE_LABELS, US_ZONES } from "~/domain/addresses/rules";
import type { Address } from "~/domain/addresses/schema";
import { type AddressTexts, addressLabels, addressLimits, addressTexts, newAddressTexts } from "./fields";

type AddressDialogProps = {
  /** Null for a new one. */
  address: Address | null;
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
  /** The address as somebody else saved it while the dialog was open. */
  theirs: { version: number } | null;
  hrefs: { self: string; remove: string };
  onClose: () => void;
};

const types = [
  { value: "service", label: `${ADDRESS_TYPE_LABELS.service}: where the work is` },
  { value: "billing", label: `${ADDRESS_TYPE_LABELS.billing}: where invoices go` },
];
const zones = Object.entries(US_ZONES).map(([value, label]) => ({ value, label }));
export function AddressDialog({ address, formKey, lastResult, theirs, hrefs, onClose }: AddressDialogProps) {
  const intent = address ? "updateAddress" : "addAddress";
  const saving = useNavigation().formData?.get("intent") === intent;
  const [form, fields] = useForm<AddressTexts>({
    id: "address",
    constraint: addressLimits,
    lastResult,
    defaultValue: address ? addressTexts(address) : newAddressTexts(),
  });
  return (
    <Dialog open onOpenChange={onClose} title={address ? "Edit address" : "Add address"}>
      <Form method="post" id={form.id} className="contents">
        <ModalBody className="flex flex-col gap-4">
          {theirs ? (
            <ConflictDialog
              title="Someone else changed this address in the meantime"
              labels={addressLabels}
              yours={addressTexts(lastResult?.initialValue ?? {})}
              current={addressTexts(theirs)}
              discardHref={hrefs.self}
            />
          ) : (
            <FormSummary form={form} labels={addressLabels} />
          )}
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          {address && (
            <>
              <input type="hidden" name="addressId" value={address.id} />
              <input type="hidden" name="version" value={theirs?.version ?? address.version} />
            </>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField field={fields.type} label={addressLabels.type} choices={types} />
            <TextField
              field={fields.label}
              label={addressLabels.label}
              placeholder="North building"
              autoComplete="off"
            />
          </div>
          <AddressFields fields={fields} autoFill="section-site" />
          <SelectField
            field={fields.timeZone}
            label={addressLabels.timeZone}
            choices={zones}
            placeholder="The same as the business"
          />
          <TextAreaField
            field={fields.accessNotes}
            label={addressLabels.accessNotes}
            description="For whoever goes there: gate code, where to park, which door."
            rows={2}
          />
          {address?.isPrimary ? (
            <p className="text-muted-foreground text-sm">
              This is the primary {ADDRESS_TYPE_LABELS[address.type].toLowerCase()} address. Making another one primary
              takes its place.
            </p>
          ) : (
            <CheckboxField
              field={fields.isPrimary}
              label="Primary address of its kind"
              description="New work orders and invoices begin with it. The first of a kind always is."
            />
          )}
        </ModalBody>
        <ModalFooter>
          {address && (
            <Button asChild variant="ghost" className="text-bad sm:mr-auto">
              <Link to={hrefs.remove} preventScrollReset>
                Remove
              </Link>
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={saving}>
            {theirs ? "Save mine over theirs" : address ? "Save address" : "Add address"}
          </Button>
        </ModalFooter>
      </Form>
    </Dialog>
  );
}
