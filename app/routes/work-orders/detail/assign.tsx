import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, Outlet, useLoaderData } from "@remix-run/react";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { workOrderLabels } from "~/components/work-orders/labels";
import { bookingConflict } from "~/components/work-orders/refusal";
import { listAssignable } from "~/domain/work-orders/detail.server";
import { AssignWorkOrder } from "~/domain/work-orders/schema";
import { updateWorkOrder } from "~/domain/work-orders/update.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { CrewFields } from "~/routes/work-orders/shared/schedule-fields";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => ({
  technicians: await listAssignable(ctx),
  constraint: getZodConstraint(AssignWorkOrder),
  formKey: ctx.newId(),
}));

export const action = formAction(AssignWorkOrder, async ({ ctx, input, params, request, url }) => {
  const ref = params.id ?? "";
  await updateWorkOrder(ctx, ref, input);
  const to = paths.workOrder(ref, { notes: url.searchParams.get("notes") });
  return redirectWithToast(request, to, { tone: "success", text: "Technicians updated." });
});

/** Assigns technicians without changing the time. */
export default function AssignTechnicians() {
  const { technicians, constraint, formKey } = useLoaderData<typeof loader>();
  const workOrder = useWorkOrder();
  const close = useCloseDialog();
  const { form, fields, current, details, ...state } = useActionForm<AssignWorkOrder>({
    id: "crew",
    constraint,
    defaultValue: { technicianId: workOrder.technicianId, helperIds: workOrder.helpers.map((one) => one.id) },
  });
  const { technicianId, helperIds, overrideReason } = fields;
  const conflict = bookingConflict(details);
  const takesHelpers = workOrder.status !== "unscheduled" && workOrder.status !== "on_hold";
  return (
    <>
      <Dialog open onOpenChange={close}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Assign technicians</DialogTitle>
            <DialogDescription>
              {takesHelpers
                ? "Choose the lead technician and any helpers."
                : "Choose the lead technician. Helpers can be added when the job is scheduled."}
            </DialogDescription>
          </DialogHeader>
          <Form method="post" preventScrollReset id={form.id} className="contents">
            <DialogBody className="flex flex-col gap-4">
              {!conflict && <FormSummary form={form} labels={workOrderLabels} />}
              <HiddenFields {...{ ...state, formKey, current }} version={workOrder.version} />
              <CrewFields
                fields={{ technicianId, helperIds, overrideReason }}
                technicians={technicians}
                conflict={conflict}
                workOrderNumber={workOrder.number}
                takesHelpers={takesHelpers}
              />
            </DialogBody>
            <DialogFooter>
              <Button variant="outline" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" variant="default" loading={state.isSaving}>
                {current ? "Replace with mine" : "Save"}
              </Button>
            </DialogFooter>
          </Form>
          {state.sessionEnded}
        </DialogContent>
      </Dialog>
      <Outlet />
    </>
  );
}
