import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { TextAreaField } from "~/components/fields";
import { FormSummary } from "~/components/form-summary";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { BothVersions } from "./both-versions";
import { customerLabels, customerLimits } from "./fields";

type NotesProps = { notes: string | null; editHref?: string };

/** What colleagues should know of the customer. */
export function Notes({ notes, editHref }: NotesProps) {
  const edit = editHref && (
    <Button asChild size="small" variant={notes ? "ghost" : "secondary"}>
      <Link to={editHref} preventScrollReset>
        {notes ? "Edit notes" : "Write notes"}
      </Link>
    </Button>
  );
  return (
    <Section title="Notes" action={edit}>
      <Card className="whitespace-pre-line break-words p-4">
        {notes ?? <span className="text-muted">For colleagues only: pets, preferences, what was agreed.</span>}
      </Card>
    </Section>
  );
}

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
            <BothVersions
              title="Someone else changed this customer in the meantime"
              labels={{ notes: customerLabels.notes }}
              mine={{ notes: String(lastResult?.initialValue?.notes ?? "") }}
              theirs={{ notes: String(theirs.notes ?? "") }}
              freshHref={selfHref}
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" loading={saving}>
            {theirs ? "Save mine over theirs" : "Save notes"}
          </Button>
        </ModalFooter>
      </Form>
    </Dialog>
  );
}
