import { useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { SaveState } from "~/components/forms/save-state";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { type WorkOrderTexts, workOrderLabels, workOrderLimits } from "~/components/work-orders/form-words";
import { bookingConflict } from "~/components/work-orders/refusal";
import { EditWorkOrder } from "~/domain/work-orders/schema";
import { updateWorkOrder, workOrderToEdit } from "~/domain/work-orders/update.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { zoneApart } from "~/routes/work-orders/shared/sites";
import { WorkOrderFields } from "~/routes/work-orders/shared/work-order-fields";
import { savedMeanwhile, typedVersion } from "./compare";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

// Fetched when somebody else was faster, so that the first visit stays light.
const BothVersions = lazy(() => import("./both-versions").then((m) => ({ default: m.BothVersions })));

export { NestedError as ErrorBoundary } from "~/components/feedback/error-page";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.workOrder.reference ?? "work order"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await workOrderToEdit(ctx, params.id ?? "")),
  formKey: ctx.newId(),
}));

export const action = formAction(EditWorkOrder, async ({ ctx, input, params, request }) => {
  const ref = params.id ?? "";
  await updateWorkOrder(ctx, ref, input);
  return redirectWithToast(request, paths.workOrder(ref), { tone: "success", text: "Work order saved." });
});

export default function EditWorkOrderPage() {
  const { workOrder, customer, helperIds, equipmentIds, start, technicians, sites, units, zone, formKey } =
    useLoaderData<typeof loader>();
  const { lastResult, details, sessionEnded } = useFormRefusal(useActionData());
  const saving = useNavigation().formMethod === "POST";
  const [typed, setTyped] = useState(false);
  const [form, fields] = useForm<WorkOrderTexts>({
    id: "work-order",
    constraint: workOrderLimits,
    lastResult,
    defaultValue: {
      ...workOrder,
      durationMinutes: String(workOrder.durationMinutes),
      arrivalWindowMinutes: String(workOrder.arrivalWindowMinutes ?? ""),
      startDate: start.date,
      startTime: start.time,
      helperIds,
      equipmentIds,
      signatureRequired: workOrder.signatureRequired ? "on" : "",
      noCharge: workOrder.noCharge ? "on" : "",
      overrideReason: "",
    },
  });
  const theirs = savedMeanwhile(details?.current, technicians);
  return (
    <div className="max-w-3xl">
      <Form method="post" id={form.id} onChange={() => setTyped(true)} className="flex flex-col gap-8">
        {theirs ? (
          <Suspense>
            <BothVersions
              mine={typedVersion(lastResult?.initialValue ?? {}, { technicians, zone })}
              theirs={theirs}
              zone={zone}
              takeTheirsHref={paths.editWorkOrder(workOrder.number)}
            />
          </Suspense>
        ) : (
          <FormSummary form={form} labels={workOrderLabels} />
        )}
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <input type="hidden" name="version" value={theirs?.version ?? workOrder.version} />
        <input type="hidden" name="customerId" value={workOrder.customerId} />
        <WorkOrderFields
          fields={fields}
          sites={sites}
          units={units}
          noSites="No service address"
          noUnits={
            <>
              No equipment is on record yet.{" "}
              <TextLink to={paths.newCustomerEquipment(customer.number)}>Add equipment</TextLink>
            </>
          }
          technicians={technicians}
          zone={zone}
          otherZone={zoneApart(sites, zone)}
          conflict={bookingConflict(details)}
        />
        <FormActions
          state={<SaveState state={saving ? "saving" : lastResult ? "failed" : typed ? "unsaved" : "saved"} />}
        >
          <Button type="submit" variant="default" loading={saving}>
            {theirs ? "Save mine over theirs" : "Save work order"}
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.workOrder(workOrder.number)}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}
