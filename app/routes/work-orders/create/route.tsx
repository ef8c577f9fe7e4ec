import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData, useNavigate } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { AddressFields, placeLabelsIn } from "~/components/addresses/address-fields";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { choiceIdOf } from "~/components/forms/searchable-select";
import { typeInto } from "~/components/forms/type-into";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { CustomerPicker } from "~/components/work-orders/customer-picker";
import { workOrderLabels } from "~/components/work-orders/labels";
import { bookingConflict } from "~/components/work-orders/refusal";
import { zoneOfZip } from "~/domain/addresses/zip-zones";
import { customerChoices } from "~/domain/customers/choices.server";
import type { Ctx } from "~/domain/shared/context";
import { allowMember } from "~/domain/shared/permissions";
import { createWorkOrder, newWorkOrderChoices } from "~/domain/work-orders/create.server";
import { referenceOf } from "~/domain/work-orders/detail.server";
import { firstOpenings } from "~/domain/work-orders/schedule/openings.server";
import { CreateWorkOrder } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";
import { zonesOf } from "~/routes/work-orders/shared/sites";
import { WorkOrderFields } from "~/routes/work-orders/shared/work-order-fields";
import { CustomerCard } from "./customer-card";
import { FirstOpenings, type Openings } from "./first-openings";
import { ServiceTypeField } from "./service-type-field";
import { SpeakButton } from "./speak-button";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New work order · Plenum" }];

const USUAL_MINUTES = 60;
const ABOUT = { sessionType: "work_order_creation" } as const;

/**
 * `customerId` selects the customer, `find` searches for one. The page that links here may prefill address and
 * equipment; a calendar may prefill day, time and technician, and a failed task the rest.
 */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { userId, timeZone } = allowMember(ctx);
  const query = Object.fromEntries(url.searchParams);
  const choices = query.find
    ? {
        customer: null,
        sites: [],
        units: [],
        technicians: [],
        serviceTypes: [],
        openJobs: [],
        lastVisits: [],
        openings: null,
        found: await customerChoices(ctx, query.find),
      }
    : { ...(await choicesFor(ctx, query)), found: null };
  const { startDate = "", startTime = "", technicianId = "", serviceTypeId = "", title = "", description = "" } = query;
  const { workOrderId = "", taskId = "", siteAddressId = "", equipmentIds = "" } = query;
  return {
    ...choices,
    planned: { startDate, startTime, technicianId, serviceTypeId, title, description },
    followUpOf: { workOrderId, taskId },
    about: { siteAddressId, equipmentIds: equipmentIds.split(",") },
    zones: zonesOf(choices.sites, timeZone),
    userId: userId ?? "",
    constraint: getZodConstraint(CreateWorkOrder),
    formKey: ctx.newId(),
  };
});

/** Choices for the form, with the first openings once the customer is known. */
async function choicesFor(ctx: Ctx, { customerId, siteAddressId, serviceTypeId }: Partial<Record<string, string>>) {
  const [choices, openings] = await Promise.all([
    newWorkOrderChoices(ctx, customerId ?? null),
    customerId ? firstOpenings(ctx, { customerId, siteAddressId, serviceTypeId }) : null,
  ]);
  return { ...choices, openings };
}

export const action = formAction(CreateWorkOrder, async ({ ctx, input, request }) => {
  const { id } = await createWorkOrder(ctx, input);
  const { number, reference } = await referenceOf(ctx, id);
  return redirectWithToast(request, paths.workOrder(number), { tone: "success", text: `${reference} created.` });
});

export default function NewWorkOrder() {
  const { customer, found, planned, followUpOf, about, constraint, formKey, userId, ...choices } =
    useLoaderData<typeof loader>();
  const { sites, units, technicians, serviceTypes, zones, openings, openJobs, lastVisits } = choices;
  const lookup = useLookup<Openings>();
  /** The customer whose openings were looked up; another one may have been chosen since. */
  const [lookedUpFor, setLookedUpFor] = useState<string>();
  const lookUpOpenings = (chosen: { siteAddressId: string; serviceTypeId: string }) => {
    if (!customer) return;
    setLookedUpFor(customer.id);
    lookup.load(
      paths.firstOpenings({
        customerId: customer.id,
        siteAddressId: chosen.siteAddressId || undefined,
        serviceTypeId: chosen.serviceTypeId || undefined,
      }),
    );
  };
  const navigate = useNavigate();
  const serviceType = serviceTypes.find(({ id }) => id === planned.serviceTypeId);
  const { form, fields, isSaving, isInDoubt, saveState, details, sessionEnded } = useActionForm<
    z.input<typeof CreateWorkOrder>
  >({
    id: "work-order",
    constraint,
    noun: "work order",
    defaultValue: {
      priority: "normal",
      durationMinutes: serviceType?.durationMinutes ?? USUAL_MINUTES,
      siteAddressId: sites.find(({ id }) => id === about.siteAddressId)?.id ?? sites[0]?.id,
      equipmentIds: about.equipmentIds,
      ...planned,
      title: planned.title || serviceType?.name,
    },
  });
  // The openings of the next customer are for the service type chosen here.
  const typed = {
    ...planned,
    ...followUpOf,
    serviceTypeId: String(fields.serviceTypeId.value ?? planned.serviceTypeId),
  };
  const typedSite = String(fields.siteAddressId.value ?? "");
  const keep = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
  return (
    <div className="grid items-start gap-x-10 xl:grid-cols-[minmax(0,48rem)_minmax(16rem,20rem)]">
      <div className="xl:col-span-2">
        <PageHeader
          title="New work order"
          facts={
            <>
              <span>Only a customer and a job summary are required.</span>
              <TextLink to={paths.voiceSessions()}>Voice sessions</TextLink>
            </>
          }
          secondary={
            <SpeakButton
              title="Speak work orders"
              example="No heat at Ana Silva’s on Oak Street, send Luis tomorrow at 9. Then a tune-up for Bell Dental on Friday."
              userId={userId}
              about={ABOUT}
              hrefOf={paths.spokenWorkOrders}
              onRead={(sessionId) => navigate(paths.spokenWorkOrders(sessionId))}
            >
              Speak
            </SpeakButton>
          }
        />
      </div>
      <div className="flex flex-col gap-4">
        <Section title="Customer and address">
          <CustomerPicker
            chosen={customer}
            found={found}
            error={customer ? undefined : fields.customerId.errors?.join(" ")}
            inputId={fields.customerId.id}
            hrefOf={paths.newWorkOrder}
            keep={keep}
          />
        </Section>
        <Form method="post" id={form.id} className="flex flex-col gap-8">
          <FormSummary
            form={form}
            labels={customer ? { ...workOrderLabels, ...placeLabelsIn("newSite") } : workOrderLabels}
          />
          <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
          <input type="hidden" name="customerId" value={customer?.id ?? ""} />
          {followUpOf.taskId && (
            <>
              <input type="hidden" name="followUpOf.workOrderId" value={followUpOf.workOrderId} />
              <input type="hidden" name="followUpOf.taskId" value={followUpOf.taskId} />
            </>
          )}
          <WorkOrderFields
            fields={fields}
            serviceType={
              <ServiceTypeField
                field={fields.serviceTypeId}
                serviceTypes={serviceTypes}
                onChoose={(chosen) => {
                  lookUpOpenings({ siteAddressId: typedSite, serviceTypeId: chosen?.id ?? "" });
                  if (!chosen) return;
                  const { name, durationMinutes } = chosen;
                  typeInto(fields.durationMinutes.id, String(durationMinutes));
                  if (!fields.title.value) typeInto(fields.title.id, name);
                }}
              />
            }
            openings={
              <FirstOpenings
                openings={(lookedUpFor === customer?.id && lookup.data) || openings}
                isStale={lookup.isLoading}
                technicians={technicians}
                onChoose={({ startDate, startTime, technicianId }) => {
                  typeInto(fields.startDate.id, startDate);
                  typeInto(fields.startTime.id, startTime);
                  typeInto(choiceIdOf(fields.technicianId.id), technicianId);
                }}
              />
            }
            folded
            sites={sites}
            onSite={(siteAddressId) => lookUpOpenings({ siteAddressId, serviceTypeId: typed.serviceTypeId })}
            newSite={customer && <NewSite fields={fields.newSite.getFieldset()} />}
            units={units}
            noSites={customer ? "No service address yet: enter one below" : "Choose the customer first"}
            noUnits={
              customer ? "No equipment on record. Add it from the customer's page." : "Choose the customer first."
            }
            technicians={technicians}
            zones={zones}
            newSiteZone={zoneOfTyped(fields.newSite.getFieldset())}
            conflict={bookingConflict(details)}
          />
          <FormActions state={saveState !== "saved" && <SaveState state={saveState} />}>
            <Button type="submit" variant="default" loading={isSaving}>
              Create work order
            </Button>
            <Button variant="outline" asChild>
              <Link to={paths.workOrders()}>Cancel</Link>
            </Button>
          </FormActions>
        </Form>
      </div>
      {customer && (
        <aside aria-label="Customer" className="max-xl:mt-8 xl:sticky xl:top-16">
          <CustomerCard {...{ customer, openJobs, lastVisits }} zone={zones.business} />
        </aside>
      )}
      {sessionEnded}
      <Outlet />
    </div>
  );
}

/** Time zone of the typed address; null until its state and ZIP code are entered. */
function zoneOfTyped({ state, postalCode }: NewSiteProps["fields"]): string | null {
  return state.value && postalCode.value ? zoneOfZip(String(state.value), String(postalCode.value)) : null;
}

type NewSiteProps = Pick<Parameters<typeof AddressFields>[0], "fields">;

/** A new address for the customer; if left blank, the selected address is used. */
function NewSite({ fields }: NewSiteProps) {
  const hasInput = Object.values(fields).some(({ initialValue, errors }) => initialValue || errors);
  return (
    <details open={hasInput}>
      <summary className="w-fit cursor-pointer text-link touch:py-3">Add a different address</summary>
      <div className="mt-3 flex flex-col gap-4 rounded-md border border-border p-4">
        <p className="text-muted-foreground">
          The job uses this address, and it is added to the customer's service addresses.
        </p>
        <AddressFields optional fields={fields} autoFill="section-site" />
      </div>
    </details>
  );
}
