import { getZodConstraint } from "@conform-to/zod/v4";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { AddressFields, placeLabelsIn } from "~/components/addresses/address-fields";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField, TimeField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { NoTechnicians } from "~/components/technicians/no-technicians";
import { TechnicianField } from "~/components/technicians/technician-field";
import { BookingConflict } from "~/components/work-orders/booking-conflict";
import { workOrderLabels } from "~/components/work-orders/labels";
import { bookingConflict } from "~/components/work-orders/refusal";
import { allow } from "~/domain/shared/permissions";
import { timesAre, zoneName } from "~/domain/shared/time/time-zones";
import { createWorkOrder, LATEST_CUSTOMER, newWorkOrderChoices } from "~/domain/work-orders/create.server";
import { CreateWorkOrder } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

/** Preselects the customer just added, or else the newest. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { timeZone } = allow(ctx, "work_orders.write");
  const customerId = url.searchParams.get("customerId") ?? LATEST_CUSTOMER;
  const { customer, sites, technicians, serviceTypes } = await newWorkOrderChoices(ctx, customerId);
  return {
    ...{ customer, technicians, hasSite: sites.length > 0 },
    // The zone of a new address is known only once it is typed.
    times: sites[0] ? timesAre(zoneName(sites[0].timeZone ?? timeZone), zoneName(timeZone)) : null,
    serviceTypes: serviceTypes.map(({ id, name }) => ({ value: id, label: name })),
    constraint: getZodConstraint(CreateWorkOrder),
    formKey: ctx.newId(),
  };
});

export const action = formAction(CreateWorkOrder, async ({ ctx, input, request }) => {
  await createWorkOrder(ctx, input);
  const isBooked = Boolean(input.startDate && input.technicianId);
  return redirectWithToast(request, isBooked ? paths.firstDispatch() : paths.dashboard(), {
    ...{ tone: "success", text: input.startDate ? "Job scheduled." : "Job added." },
  });
});

const labels = { ...workOrderLabels, ...placeLabelsIn("newSite") };

/** Schedules the first job, in a dialog over the first steps. */
export default function FirstWorkOrder() {
  const { customer, technicians, hasSite, times, serviceTypes, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof CreateWorkOrder>>({ id: "first-job", constraint });
  const { fields, details } = actionForm;
  const conflict = bookingConflict(details);
  return (
    <>
      <FormDialog
        title="Schedule a job"
        description={customer ? [`For ${customer.name}.`, times].filter(Boolean).join(" ") : "Add a customer first."}
        submit="Schedule job"
        {...{ actionForm, labels, formKey }}
      >
        <input type="hidden" name="customerId" value={customer?.id ?? ""} />
        <TextField field={fields.title} label={workOrderLabels.title} autoComplete="off" />
        {serviceTypes.length > 0 && (
          <SelectField
            field={fields.serviceTypeId}
            label={workOrderLabels.serviceTypeId}
            choices={serviceTypes}
            placeholder="None"
          />
        )}
        {!hasSite && <AddressFields fields={fields.newSite.getFieldset()} autoFill="section-site" />}
        <div className="grid gap-4 sm:grid-cols-3">
          <DateField field={fields.startDate} label={workOrderLabels.startDate} required />
          <TimeField field={fields.startTime} label={workOrderLabels.startTime} required />
          {technicians.length === 0 ? (
            <NoTechnicians />
          ) : (
            <TechnicianField field={fields.technicianId} choices={technicians} required />
          )}
        </div>
        {conflict && <BookingConflict conflict={conflict} field={fields.overrideReason} />}
      </FormDialog>
      <Outlet />
    </>
  );
}
