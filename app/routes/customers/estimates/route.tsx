import { useLoaderData } from "@remix-run/react";
import { useCustomer } from "~/components/customers/use-customer";
import { EstimateSection } from "~/components/estimates/estimate-list";
import { customerRef } from "~/domain/customers/find.server";
import { estimatesOf } from "~/domain/estimates/list.server";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const me = allow(ctx, "leads.read");
  return {
    estimates: (await estimatesOf(ctx, { customer: customerRef(params.id ?? "") })) ?? [],
    mayWrite: can(me, "leads.write"),
    formKey: ctx.newId(),
  };
});

export default function CustomerEstimates() {
  const { estimates, mayWrite, formKey } = useLoaderData<typeof loader>();
  const { customer } = useCustomer();
  return (
    <EstimateSection
      estimates={estimates}
      createFor={mayWrite ? { customerId: customer.id } : null}
      formKey={formKey}
      fileHref={paths.apiListFile("estimates", { customerId: customer.id })}
      empty="No estimate yet. Offer good, better and best options to choose from."
    />
  );
}
