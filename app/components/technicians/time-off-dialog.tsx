import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { DateField, SelectField, TextField, TimeField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { TIME_OFF_LABELS, TIME_OFF_REASONS } from "~/domain/technicians/time-off";

type Texts = Record<"from" | "to" | "fromTime" | "toTime" | "reason" | "note", string>;
type AddProps = { name: string; formKey: string; lastResult?: SubmissionResult<string[]>; onClose: () => void };

const reasons = TIME_OFF_REASONS.map((value) => ({ value, label: TIME_OFF_LABELS[value] }));
const labels = { from: "First day", to: "Last day", fromTime: "From", toTime: "Until", reason: "Reason", note: "Note" };

export function AddTimeOff({ name, formKey, lastResult, onClose }: AddProps) {
  const busy = useNavigation().formData?.get("intent") === "addTimeOff";
  const [form, fields] = useForm<Texts>({
    id: "time-off",
    constraint: { from: { required: true }, reason: { required: true }, note: { maxLength: 500 } },
    lastResult: lastResult?.initialValue?.intent === "addTimeOff" ? lastResult : undefined,
    defaultValue: { reason: "vacation" },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title={`Time off for ${name}`}
      description="Whole days, unless times are given for the first or the last."
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="intent" value="addTimeOff" />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <SelectField field={fields.reason} label={labels.reason} choices={reasons} />
          <div className="grid grid-cols-2 gap-4">
            <DateField field={fields.from} label={labels.from} />
            <TimeField field={fields.fromTime} label={labels.fromTime} />
            <DateField field={fields.to} label={labels.to} />
            <TimeField field={fields.toTime} label={labels.toTime} />
          </div>
          <TextField field={fields.note} label={labels.note} autoComplete="off" />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={busy}>
            Add time off
          </Button>
        </ModalFooter>
      </Form>
    </Dialog>
  );
}
