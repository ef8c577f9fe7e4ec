import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { useActionForm } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import type { Choice } from "~/components/ui/native-select";
import { workOrderLabels } from "~/components/work-orders/labels";
import { bookingConflict } from "~/components/work-orders/refusal";
import { choicesOf } from "~/domain/shared/choices";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { PRIORITIES, PRIORITY_LABELS } from "~/domain/work-order-basics/priority";
import { EditWorkOrder } from "~/domain/work-orders/schema";
import { updateWorkOrder, workOrderToEdit } from "~/domain/work-orders/update.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { siteChoices, zonesOf } from "~/routes/work-orders/shared/sites";
import { WorkOrderFields } from "~/routes/work-orders/shared/work-order-fields";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.workOrder.reference ?? "work order"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => {
  const form = await workOrderToEdit(ctx, params.id ?? "");
  return {
    ...form,
    zones: zonesOf(form.sites, form.businessZone),
    constraint: getZodConstraint(EditWorkOrder),
    formKey: ctx.newId(),
  };
});

export const action = formAction(EditWorkOrder, async ({ ctx, input, params, request }) => {
  const ref = params.id ?? "";
  await updateWorkOrder(ctx, ref, input);
  return redirectWithToast(request, paths.workOrder(ref), { tone: "success", text: "Work order saved." });
});

export default function EditWorkOrderPage() {
  const { workOrder, customer, technicians, sites, units, zone, zones, ...data } = useLoaderData<typeof loader>();
  const { helperIds, equipmentIds, constraint, formKey } = data;
  const { form, fields, current, details, ...state } = useActionForm<z.input<typeof EditWorkOrder>>({
    id: "work-order",
    constraint,
    defaultValue: { ...workOrderValues(workOrder, zone), helperIds, equipmentIds },
  });
  const names = { sites: siteChoices(sites), technicians };
  return (
    <div className="max-w-3xl">
      <Form method="post" id={form.id} className="flex flex-col gap-8">
        {current ? (
          <ConflictDialog
            title="Someone else changed this work order while you were editing"
            labels={workOrderLabels}
            yours={comparedValues(form.value ?? {}, names)}
            current={comparedValues(workOrderValues(current, zone), names)}
            discardHref={paths.editWorkOrder(workOrder.number)}
          />
        ) : (
          <FormSummary form={form} labels={workOrderLabels} />
        )}
        <HiddenFields {...{ ...state, formKey, current }} version={workOrder.version} />
        <input type="hidden" name="customerId" value={workOrder.customerId} />
        <WorkOrderFields
          fields={fields}
          sites={sites}
          units={units}
          noSites="No service address"
          noUnits={
            <>
              No equipment on record.{" "}
              <TextLink to={paths.newCustomerEquipment(customer.number)}>Add equipment</TextLink>
            </>
          }
          technicians={technicians}
          zones={zones}
          conflict={bookingConflict(details)}
        />
        <FormActions state={<SaveState state={state.saveState} />}>
          <Button type="submit" variant="default" loading={state.isSaving}>
            {current ? "Replace with mine" : "Save changes"}
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.workOrder(workOrder.number)}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {state.sessionEnded}
      <Outlet />
    </div>
  );
}

type Row = { version: number; scheduledStart?: unknown; windowStart?: unknown; windowEnd?: unknown };

/** A work order's values as the form shows them, with its start in the site's zone. */
function workOrderValues<Saved extends Row>(workOrder: Saved, zone: string) {
  const { scheduledStart, windowStart, windowEnd } = workOrder;
  const wall = (at: unknown) => (typeof at === "string" ? wallTimeOf(Date.parse(at), zone) : { date: "", time: "" });
  const { date: startDate, time: startTime } = wall(scheduledStart);
  const [windowFrom, windowTo] = [wall(windowStart).time, wall(windowEnd).time];
  return { ...workOrder, startDate, startTime, windowFrom, windowTo };
}

const priorities = choicesOf(PRIORITIES, PRIORITY_LABELS);

/** The form's values as text, for comparing typed values with those someone else saved. */
function comparedValues(values: object, { sites, technicians }: Record<"sites" | "technicians", Choice[]>) {
  const { equipmentIds: _, overrideReason: __, ...compared }: Record<string, unknown> = { ...values };
  const { siteAddressId, priority, technicianId, helperIds } = compared;
  return {
    ...compared,
    siteAddressId: labelOf(sites, siteAddressId),
    priority: labelOf(priorities, priority),
    technicianId: labelOf(technicians, technicianId),
    helperIds: Array.isArray(helperIds) ? helperIds.map((id) => labelOf(technicians, id)) : helperIds,
  };
}

function labelOf(choices: readonly Choice[], value: unknown): unknown {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
