import { Form, useLoaderData } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { CircleCheck } from "~/components/ui/icons";
import {
  Sheet,
  SheetBody,
  SheetContent,
  SheetDescription,
  SheetFooter,
  SheetHeader,
  SheetTitle,
} from "~/components/ui/sheet";
import { ErrorLine } from "~/components/work-orders/error-line";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import type { WorkOrderOverview } from "~/domain/work-orders/detail.server";
import { completionGaps } from "~/domain/work-orders/transitions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { useOverview } from "~/routes/work-orders/shared/use-work-order";
import { LazySignatureForm } from "./lazy-signature-form";
import { TaskRow } from "./task-row";
import type { TransitionProps } from "./transition-form";
import { useTransitionDialog } from "./use-transition-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "work_orders.read");
  return { formKey: ctx.newId() };
});

export const action = formAction(Nothing, (sent) => changeAndReturn(sent, { to: "completed" }));

export default function CompleteWorkOrder() {
  const { formKey } = useLoaderData<typeof loader>();
  const { workOrder, isPossible } = useTransitionDialog("completed");
  const { tasks, signatures, equipment } = useOverview();
  const close = useCloseDialog();
  if (!isPossible) return null;
  return <CompleteSheet {...{ workOrder, tasks, signatures, equipment, formKey }} onClose={close} />;
}

type CompleteSheetProps = TransitionProps & Pick<WorkOrderOverview, "tasks" | "signatures" | "equipment">;

/** What is still missing to complete the job, each editable on the spot, followed by the final button. */
function CompleteSheet({ workOrder, tasks, signatures, equipment, formKey, onClose }: CompleteSheetProps) {
  const { lastResult, isInDoubt, sessionEnded } = useFormRefusal(useActionAnswer());
  const isSaving = useIsSubmitting("move");
  const required = tasks.filter((task) => task.required);
  const openTasks = required.filter((task) => task.doneAt === null).map((task) => task.title);
  const [signature] = signatures;
  const { signatureRequired } = workOrder;
  const isAbsent = workOrder.holdReason === "customer_absent";
  const gaps = isAbsent ? [] : completionGaps({ openTasks, signatureRequired, signed: signature !== undefined });
  return (
    <Sheet open onOpenChange={onClose}>
      <SheetContent>
        <SheetHeader>
          <SheetTitle>{`Complete ${workOrder.reference}`}</SheetTitle>
          <SheetDescription>
            {gaps.length > 0 ? gaps.map((gap) => gap.message).join(" ") : "Everything is done."}
          </SheetDescription>
        </SheetHeader>
        <SheetBody className="flex flex-col gap-6">
          <ErrorLine>{lastResult?.error?.[""]?.join(" ") ?? ""}</ErrorLine>
          {required.length > 0 && (
            <Section title="Tasks">
              <ul className="divide-y divide-border rounded-md border border-border">
                {required.map((task) => (
                  <TaskRow
                    key={task.id}
                    task={task}
                    workOrder={workOrder}
                    equipment={equipment}
                    formKey={formKey}
                    tickable={workOrder.rights.onWorkOrder}
                  />
                ))}
              </ul>
            </Section>
          )}
          {signatureRequired && (
            <Section title="Signature">
              {signature ? (
                <p className="flex items-center gap-2 text-ok">
                  <CircleCheck aria-hidden="true" className="size-5" />
                  Signed by {signature.signerName}
                </p>
              ) : (
                <LazySignatureForm.Part number={workOrder.number} formKey={formKey} />
              )}
            </Section>
          )}
        </SheetBody>
        <Form method="post" preventScrollReset>
          <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="move" />
          <input type="hidden" name="to" value="completed" />
          <SheetFooter>
            <Button variant="outline" onClick={onClose}>
              Not yet
            </Button>
            <Button type="submit" variant="default" loading={isSaving} disabled={gaps.length > 0}>
              Complete
            </Button>
          </SheetFooter>
        </Form>
        {sessionEnded}
      </SheetContent>
    </Sheet>
  );
}
