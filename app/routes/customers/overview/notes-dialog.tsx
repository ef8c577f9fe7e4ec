import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { TextAreaField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { customerLabels, customerLimits } from "~/routes/customers/shared/fields";

type NotesDialogProps = {
  customer: { notes: string | null; version: number };
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
  /** The customer as somebody else saved it while the dialog was open. */
  theirs: { version: number; notes?: unknown } | null;
  selfHref: string;
  onClose: () => void;
};

export function NotesDialog({ customer, formKey, lastResult, theirs, selfHref, onClose }: NotesDialogProps) {
  const saving = useNavigation().formData?.get("intent") === "notes";
  const [form, fields] = useForm<{ notes: string }>({
    id: "notes",
    constraint: { notes: customerLimits.notes },
    lastResult,
    defaultValue: { notes: customer.notes ?? "" },
  });
  return (
    <Dialog open onOpenChange={onClose} title="Notes" description="For colleagues only.">
      <Form method="post" id={form.id} className="contents">
        <ModalBody className="flex flex-col gap-4">
          {theirs ? (
            <ConflictDialog
              title="Someone else changed this customer in the meantime"
              labels={{ notes: customerLabels.notes }}
              yours={{ notes: String(lastResult?.initialValue?.notes ?? "") }}
              current={{ notes: String(theirs.notes ?? "") }}
              discardHref={selfHref}
            />
          ) : (
            <FormSummary form={form} labels={customerLabels} />
          )}
          <input type="hidden" name="intent" value="notes" />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={theirs?.version ?? customer.version} />
          <TextAreaField field={fields.notes} label={customerLabels.notes} labelHidden rows={8} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={saving}>
            {theirs ? "Save mine over theirs" : "Save notes"}
          </Button>
        </ModalFooter>
      </Form>
    </Dialog>
  );
}
