import { Form, useNavigation } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { Sheet } from "~/components/ui/sheet";
import { completionGaps } from "~/domain/work-orders/transitions";
import { ErrorLine } from "./error-line";
import type { MoveDialogProps } from "./move-dialog";
import { SignatureForm } from "./signature-form";
import { TaskRow } from "./task-row";

/** What still stands between the job and completed, each to be done on the spot; then the last button. */
export function CompleteSheet({ of, to, formKey, lastResult, onClose }: MoveDialogProps) {
  const busy = useNavigation().formMethod === "POST";
  const open = of.tasks.filter((task) => task.required && task.doneAt === null);
  const signed = of.signatures.length > 0;
  const openTasks = open.map((task) => task.title);
  const absent = of.holdReason === "customer_absent";
  const gaps = absent ? [] : completionGaps({ openTasks, signatureRequired: of.signatureRequired, signed });
  const required = of.tasks.filter((task) => task.required);
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={`Complete ${of.reference}`}
      description={gaps.length > 0 ? gaps.map((gap) => gap.message).join(" ") : "Nothing is missing any more."}
    >
      <ModalBody className="flex flex-col gap-6">
        <ErrorLine>{lastResult?.error?.[""]?.join(" ") ?? ""}</ErrorLine>
        {required.length > 0 && (
          <Section title="Tasks">
            <ul className="divide-y divide-border rounded-md border border-border">
              {required.map((task) => (
                <TaskRow key={task.id} task={task} of={of} formKey={formKey} tickable={of.rights.onJob} />
              ))}
            </ul>
          </Section>
        )}
        {of.signatureRequired && (
          <Section title="Signature">
            {signed ? (
              <p className="flex items-center gap-2 text-ok">
                <CircleCheck aria-hidden="true" className="size-5" />
                Signed by {of.signatures[0]?.signerName}
              </p>
            ) : (
              <SignatureForm formKey={formKey} />
            )}
          </Section>
        )}
      </ModalBody>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <ModalFooter>
          <Button variant="outline" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" variant="default" loading={busy} disabled={gaps.length > 0}>
            Complete
          </Button>
        </ModalFooter>
      </Form>
    </Sheet>
  );
}
