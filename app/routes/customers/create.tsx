import { useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { CreatePlaces } from "~/components/customers/create-places";
import { ContactSection, EmergencySection, NotesSection, WhoSection } from "~/components/customers/customer-sections";
import {
  type CustomerTexts,
  customerLabels,
  customerLimits,
  type PlaceTexts,
  placeLabels,
  placeLimits,
} from "~/components/customers/fields";
import { SimilarCustomers } from "~/components/customers/similar-customers";
import { useSimilarCustomers } from "~/components/customers/use-similar-customers";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { SaveState } from "~/components/forms/save-state";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { similarCustomers } from "~/domain/customers/choices.server";
import { createCustomer } from "~/domain/customers/create.server";
import { findCustomer } from "~/domain/customers/detail.server";
import { EnteredCustomer, NewCustomerForm } from "~/domain/customers/schema";
import { formAction } from "~/http/form-action";
import { safeRedirectPath } from "~/http/login-url";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export const meta: MetaFunction = () => [{ title: "New customer · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const entered = EnteredCustomer.parse(Object.fromEntries(url.searchParams));
  return { similar: await similarCustomers(ctx, entered), formKey: ctx.newId() };
});

export const action = formAction(NewCustomerForm, async ({ ctx, input, request, url }) => {
  const { id } = await createCustomer(ctx, input);
  const customer = await findCustomer(ctx, id);
  const to = returnWith(url.searchParams.get("return"), id) ?? paths.customer(customer.number);
  return redirectWithToast(request, to, { tone: "success", text: `${customer.name} is added.` });
});

/** The form one came from, with the new customer chosen in it. */
function returnWith(from: string | null, customerId: string): string | null {
  const place = safeRedirectPath(from, "");
  if (!place) return null;
  const url = new URL(place, "https://plenum.invalid");
  url.searchParams.set("customerId", customerId);
  return `${url.pathname}${url.search}`;
}

type NewCustomerTexts = CustomerTexts & { service: PlaceTexts; billing: PlaceTexts; billingIsService: boolean };

const placeNames = Object.entries(placeLabels);
const labels = {
  ...customerLabels,
  ...Object.fromEntries(placeNames.map(([name, label]) => [`service.${name}`, label])),
  ...Object.fromEntries(placeNames.map(([name, label]) => [`billing.${name}`, `Billing: ${label}`])),
};
const limits = {
  ...customerLimits,
  ...Object.fromEntries(Object.entries(placeLimits).map(([name, limit]) => [`service.${name}`, limit])),
  ...Object.fromEntries(Object.entries(placeLimits).map(([name, limit]) => [`billing.${name}`, limit])),
};

export default function NewCustomerPage() {
  const { similar: known, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const [search] = useSearchParams();
  const [typed, setTyped] = useState(false);
  const saving = useNavigation().formMethod === "POST";
  const { similar, look } = useSimilarCustomers(known);
  const [form, fields] = useForm<NewCustomerTexts>({
    id: "customer",
    constraint: limits,
    lastResult,
    defaultValue: { customerType: "residential", status: "active", billingIsService: true },
  });
  return (
    <div className="max-w-3xl">
      <PageHeader title="New customer" facts="A name is enough to begin with; the rest can follow." />
      <Form method="post" id={form.id} onChange={() => setTyped(true)} onBlur={look} className="flex flex-col gap-8">
        <FormSummary form={form} labels={labels} />
        <SimilarCustomers customers={similar} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <WhoSection fields={fields} />
        <ContactSection fields={fields} />
        <CreatePlaces
          service={fields.service.getFieldset()}
          billing={fields.billing.getFieldset()}
          billingIsService={fields.billingIsService}
        />
        <EmergencySection fields={fields} />
        <NotesSection fields={fields} />
        <FormActions
          state={(typed || lastResult) && <SaveState state={saving ? "saving" : lastResult ? "failed" : "unsaved"} />}
        >
          <Button type="submit" variant="default" loading={saving}>
            Add customer
          </Button>
          <Button variant="outline" asChild>
            <Link to={safeRedirectPath(search.get("return"), paths.customers())}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}
