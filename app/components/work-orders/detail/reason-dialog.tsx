import { useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { ChoiceListField, TextAreaField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { moveWords } from "~/components/work-orders/move-words";
import {
  CANCEL_REASON_LABELS,
  CANCEL_REASONS,
  HOLD_REASON_LABELS,
  HOLD_REASONS,
  type WorkOrderStatus,
} from "~/domain/work-orders/work-order";
import type { MoveDialogProps } from "./move-dialog";

type Reason = { holdReason: string; cancelReason: string; reason: string };

const holds = HOLD_REASONS.map((value) => ({ value, label: HOLD_REASON_LABELS[value] }));
const cancellations = CANCEL_REASONS.map((value) => ({ value, label: CANCEL_REASON_LABELS[value] }));

/** Why: from a list where one is kept, in own words everywhere. */
export function ReasonDialog({ of, to, formKey, lastResult, onClose }: MoveDialogProps) {
  const busy = useNavigation().formMethod === "POST";
  const chosen = to === "on_hold" || to === "cancelled";
  const [form, fields] = useForm<Reason>({
    id: "reason",
    lastResult,
    constraint: {
      holdReason: { required: to === "on_hold" },
      cancelReason: { required: to === "cancelled" },
      reason: { required: !chosen, maxLength: 500 },
    },
  });
  const words = moveWords(of.status, to, of.technicianFirstName);
  return (
    <Dialog open onOpenChange={onClose} size="small" title={words} description={consequence(to)}>
      <Form method="post" preventScrollReset id={form.id} className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} />
          <input type="hidden" name="intent" value="move" />
          <input type="hidden" name="to" value={to} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          {to === "on_hold" && (
            <ChoiceListField field={fields.holdReason} label="What is it waiting for?" type="radio" choices={holds} />
          )}
          {to === "cancelled" && (
            <ChoiceListField field={fields.cancelReason} label="Who gave it up?" type="radio" choices={cancellations} />
          )}
          <TextAreaField field={fields.reason} label={chosen ? "In your own words" : "Reason"} rows={3} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={onClose}>
            Leave it as it is
          </Button>
          <Button type="submit" variant={to === "cancelled" ? "destructive" : "default"} loading={busy}>
            {words}
          </Button>
        </ModalFooter>
      </Form>
    </Dialog>
  );
}

function consequence(to: WorkOrderStatus): string | undefined {
  if (to === "on_hold") return "The technician's time is free again until the job goes on.";
  if (to === "cancelled") return "The technician's time is free again. A manager can take the job up anew.";
  if (to === "unscheduled") return "It goes back to the jobs that wait for a time.";
  if (to === "in_progress") return "What was signed and measured stays.";
  return undefined;
}
