import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { similarCustomers } from "~/domain/customers/choices.server";
import { createCustomer } from "~/domain/customers/create.server";
import { findCustomer } from "~/domain/customers/detail.server";
import { EnteredCustomer, NewCustomerForm, newCustomerOf } from "~/domain/customers/schema";
import { formAction } from "~/http/form-action";
import { safeRedirectPath } from "~/http/login-url";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import {
  NewCustomerFields,
  newCustomerLabels,
  useNewCustomerForm,
} from "~/routes/customers/shared/new-customer-fields";
import { SimilarCustomers } from "~/routes/customers/shared/similar-customers";
import { useSimilarCustomers } from "~/routes/customers/shared/use-similar-customers";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New customer · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const entered = EnteredCustomer.parse(Object.fromEntries(url.searchParams));
  return {
    similar: await similarCustomers(ctx, entered),
    constraint: getZodConstraint(NewCustomerForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(NewCustomerForm, async ({ ctx, input, request, url }) => {
  const { id } = await createCustomer(ctx, newCustomerOf(input));
  const customer = await findCustomer(ctx, id);
  const to = returnWith(url.searchParams.get("return"), id) ?? paths.customer(customer.number);
  return redirectWithToast(request, to, { tone: "success", text: `${customer.name} added.` });
});

/** URL of the form the user came from, with the new customer selected. */
function returnWith(from: string | null, customerId: string): string | null {
  const place = safeRedirectPath(from, "");
  if (!place) return null;
  const url = new URL(place, "https://plenum.invalid");
  url.searchParams.set("customerId", customerId);
  return `${url.pathname}${url.search}`;
}

export default function NewCustomerPage() {
  const { similar: known, constraint, formKey } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const { similar, look } = useSimilarCustomers(known);
  const { form, fields, isSaving, isInDoubt, saveState, sessionEnded } = useNewCustomerForm(constraint);
  return (
    <div className="max-w-3xl">
      <PageHeader title="New customer" facts="Only a name is required. You can add the rest later." />
      <Form method="post" id={form.id} onBlur={look} className="flex flex-col gap-8">
        <FormSummary form={form} labels={newCustomerLabels} />
        <SimilarCustomers customers={similar} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
        <NewCustomerFields fields={fields} />
        <FormActions state={saveState !== "saved" && <SaveState state={saveState} />}>
          <Button type="submit" variant="default" loading={isSaving}>
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
