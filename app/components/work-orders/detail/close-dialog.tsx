import { useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { CheckboxField, TextAreaField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import type { MoveDialogProps } from "./move-dialog";

type Settlement = { noCharge: string; reason: string };

/** Closing takes a paid invoice; without one it is said that nothing is charged, or why it is closed all the same. */
export function CloseDialog({ of, to, formKey, lastResult, onClose }: MoveDialogProps) {
  const busy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<Settlement>({
    id: "close",
    lastResult,
    constraint: { reason: { maxLength: 500 } },
    defaultValue: { noCharge: of.noCharge ? "on" : "" },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title="Close work order"
      description="There is no paid invoice for this work order. A closed work order can't be changed."
    >
      <Form method="post" preventScrollReset id={form.id} className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} />
          <input type="hidden" name="intent" value="move" />
          <input type="hidden" name="to" value={to} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <CheckboxField field={fields.noCharge} label="No charge" description="Nothing is billed for this job." />
          <TextAreaField field={fields.reason} label="Reason to close without an invoice" rows={3} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={onClose}>
            Keep open
          </Button>
          <Button type="submit" loading={busy}>
            Close work order
          </Button>
        </ModalFooter>
      </Form>
    </Dialog>
  );
}
