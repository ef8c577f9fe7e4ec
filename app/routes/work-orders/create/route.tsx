import { useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { type PlaceTexts, placeLabels } from "~/components/addresses/address-fields";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { SaveState } from "~/components/forms/save-state";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { CustomerPicker } from "~/components/work-orders/customer-picker";
import { type WorkOrderTexts, workOrderLabels, workOrderLimits } from "~/components/work-orders/form-words";
import { bookingConflict } from "~/components/work-orders/refusal";
import { customerChoices } from "~/domain/customers/choices.server";
import { allowMember } from "~/domain/shared/permissions";
import { createWorkOrder, newWorkOrderChoices } from "~/domain/work-orders/create.server";
import { referenceOf } from "~/domain/work-orders/detail.server";
import { CreateWorkOrder } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { zoneApart } from "~/routes/work-orders/shared/sites";
import { WorkOrderFields } from "~/routes/work-orders/shared/work-order-fields";
import { NewSite } from "./new-site";
import { ServiceTypeField } from "./service-type-field";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New work order · Plenum" }];

const labels = {
  ...workOrderLabels,
  ...Object.fromEntries(Object.entries(placeLabels).map(([name, label]) => [`newSite.${name}`, label])),
};

/**
 * `customerId` is the customer, `find` a search for one; address and units may come from where one was; day, time and technician may come from a calendar, the rest from a
 * task that failed.
 */
export const loader = pageLoader(async ({ ctx, url }) => {
  const asked = Object.fromEntries(url.searchParams);
  const choices = asked.find
    ? {
        customer: null,
        sites: [],
        units: [],
        technicians: [],
        serviceTypes: [],
        found: await customerChoices(ctx, asked.find),
      }
    : { ...(await newWorkOrderChoices(ctx, asked.customerId ?? null)), found: null };
  const { startDate = "", startTime = "", technicianId = "", serviceTypeId = "", title = "", description = "" } = asked;
  const { workOrderId = "", taskId = "", siteAddressId = "", equipmentIds = "" } = asked;
  return {
    ...choices,
    planned: { startDate, startTime, technicianId, serviceTypeId, title, description },
    followUpOf: { workOrderId, taskId },
    about: { siteAddressId, equipmentIds: equipmentIds.split(",") },
    zone: allowMember(ctx).timeZone,
    formKey: ctx.newId(),
  };
});

export const action = formAction(CreateWorkOrder, async ({ ctx, input, request }) => {
  const { id } = await createWorkOrder(ctx, input);
  const { number, reference } = await referenceOf(ctx, id);
  return redirectWithToast(request, paths.workOrder(number), { tone: "success", text: `${reference} is created.` });
});

export default function NewWorkOrder() {
  const { customer, sites, units, technicians, serviceTypes, found, planned, followUpOf, about, zone, formKey } =
    useLoaderData<typeof loader>();
  const { lastResult, details, sessionEnded } = useFormRefusal(useActionData());
  const saving = useNavigation().formMethod === "POST";
  const kind = serviceTypes.find(({ id }) => id === planned.serviceTypeId);
  const [typed, setTyped] = useState(false);
  const [form, fields] = useForm<WorkOrderTexts & { newSite: PlaceTexts }>({
    id: "work-order",
    constraint: workOrderLimits,
    lastResult,
    defaultValue: {
      priority: "normal",
      durationMinutes: String(kind?.durationMinutes ?? 60),
      siteAddressId: sites.find(({ id }) => id === about.siteAddressId)?.id ?? sites[0]?.id,
      equipmentIds: about.equipmentIds,
      ...planned,
      title: planned.title || kind?.name,
    },
  });
  const keep = Object.fromEntries(Object.entries({ ...planned, ...followUpOf }).filter(([, value]) => value !== ""));
  return (
    <div className="max-w-3xl">
      <PageHeader title="New work order" facts="Customer and what is to be done are enough to begin with." />
      <div className="flex flex-col gap-8">
        <Section title="For whom">
          <CustomerPicker
            chosen={customer}
            found={found}
            error={customer ? undefined : fields.customerId.errors?.join(" ")}
            inputId={fields.customerId.id}
            hrefOf={paths.newWorkOrder}
            keep={keep}
          />
        </Section>
        <Form method="post" id={form.id} onChange={() => setTyped(true)} className="flex flex-col gap-8">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="customerId" value={customer?.id ?? ""} />
          {followUpOf.taskId && (
            <>
              <input type="hidden" name="followUpOf.workOrderId" value={followUpOf.workOrderId} />
              <input type="hidden" name="followUpOf.taskId" value={followUpOf.taskId} />
            </>
          )}
          <ServiceTypeField
            field={fields.serviceTypeId}
            serviceTypes={serviceTypes}
            onChoose={({ name, durationMinutes }) => {
              form.update({ name: fields.durationMinutes.name, value: String(durationMinutes) });
              if (!fields.title.value) form.update({ name: fields.title.name, value: name });
            }}
          />
          <WorkOrderFields
            fields={fields}
            sites={sites}
            newSite={customer && <NewSite field={fields.newSite} />}
            units={units}
            noSites={customer ? "No service address yet: type one below" : "Choose the customer first"}
            noUnits={
              customer ? "No equipment is on record yet: add it on the customer's page." : "Choose the customer first."
            }
            technicians={technicians}
            zone={zone}
            otherZone={zoneApart(sites, zone)}
            conflict={bookingConflict(details)}
          />
          <FormActions
            state={(typed || lastResult) && <SaveState state={saving ? "saving" : lastResult ? "failed" : "unsaved"} />}
          >
            <Button type="submit" variant="default" loading={saving}>
              Create work order
            </Button>
            <Button variant="outline" asChild>
              <Link to={paths.workOrders()}>Cancel</Link>
            </Button>
          </FormActions>
        </Form>
      </div>
      {sessionEnded}
    </div>
  );
}
