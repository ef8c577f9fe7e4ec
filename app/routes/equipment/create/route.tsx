import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useParams } from "@remix-run/react";
import type { z } from "zod";
import { useCustomerIfAny } from "~/components/customers/use-customer";
import { ErrorPage } from "~/components/feedback/error-page";
import { NestedError } from "~/components/feedback/nested-error";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { CustomerPicker } from "~/components/work-orders/customer-picker";
import { customerChoices } from "~/domain/customers/choices.server";
import { customerRef } from "~/domain/customers/find.server";
import { createEquipment } from "~/domain/equipment/change.server";
import { customerWithSites, sitesForNew } from "~/domain/equipment/detail.server";
import { NewEquipment as NewEquipmentForm } from "~/domain/equipment/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { EquipmentFields, equipmentLabels } from "~/routes/equipment/shared/equipment-fields";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New equipment · Plenum" }];

/**
 * Serves both URLs: below a customer, or with the customer in `customerId` or searched for with `find`. `addressId`: the property
 * chosen at first.
 */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  allow(ctx, "equipment.write");
  const find = url.searchParams.get("find");
  const ref = url.searchParams.get("customerId");
  const chosen = !params.id && ref ? await customerWithSites(ctx, customerRef(ref)) : null;
  const found = !params.id && !chosen && find !== null ? await customerChoices(ctx, find) : null;
  const sites = params.id ? await sitesForNew(ctx, customerRef(params.id)) : (chosen?.sites ?? []);
  const site = sites.find(({ id }) => id === url.searchParams.get("addressId")) ?? sites[0];
  return {
    chosen: chosen?.customer ?? null,
    ...{ sites, addressId: site?.id },
    found,
    readsPhotos: ctx.providers.nameplateReader !== null,
    constraint: getZodConstraint(NewEquipmentForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(NewEquipmentForm, async ({ ctx, input, params, request }) => {
  const { id } = await createEquipment(ctx, input);
  const to = params.id ? paths.customerEquipmentItem(params.id, id) : paths.equipment(id);
  return redirectWithToast(request, to, { tone: "success", text: `${input.equipmentName} added.` });
});

export default function NewEquipment() {
  const { chosen, sites, addressId, found, readsPhotos, constraint, formKey } = useLoaderData<typeof loader>();
  const owner = useCustomerIfAny()?.customer ?? null;
  const customer = owner ?? chosen;
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof NewEquipmentForm>>({
    id: "equipment",
    constraint,
    noun: "equipment",
    defaultValue: { status: "active", addressId },
  });
  return (
    <div className="max-w-3xl">
      <PageHeader title="New equipment" level={owner ? 2 : 1} />
      <div className="flex flex-col gap-8">
        {!owner && (
          <Section title="Customer" description="Leave blank for your own equipment.">
            <CustomerPicker
              chosen={customer}
              found={found}
              error={undefined}
              inputId="equipment-customer"
              hrefOf={paths.newEquipment}
            />
          </Section>
        )}
        <Form method="post" id={form.id} className="flex flex-col gap-8">
          <FormSummary form={form} labels={equipmentLabels} />
          <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
          {customer && <input type="hidden" name="customerId" value={customer.id} />}
          <EquipmentFields fields={fields} circuit={fields.circuit.getFieldset()} {...{ sites, readsPhotos }} />
          <FormActions>
            <Button type="submit" variant="default" loading={isSaving}>
              Add equipment
            </Button>
            <Button variant="outline" asChild>
              <Link to={customer ? paths.customerEquipment(customer.number) : paths.equipmentList()}>Cancel</Link>
            </Button>
          </FormActions>
        </Form>
      </div>
      {sessionEnded}
    </div>
  );
}

/** Below a customer, the customer's header remains. */
export function ErrorBoundary() {
  return useParams().id ? <NestedError /> : <ErrorPage />;
}
