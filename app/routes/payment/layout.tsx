import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { can } from "~/domain/shared/permissions";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(({ ctx }) => {
  const member = ctx.actor.kind === "person" ? ctx.actor.person.member : null;
  return { hasBusiness: member !== null, seesReceived: member !== null && can(member, "invoices.read") };
});

/** The plans of the user's business and household, and payments received by the business. */
export default function PaymentLayout() {
  const { hasBusiness, seesReceived } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const isReceived = pathname.startsWith(paths.cardPayouts());
  const isHousehold = !hasBusiness || new URLSearchParams(search).get("of") === "household";
  const tabs = [
    ...(hasBusiness
      ? [{ to: paths.payment({ of: "business" }), label: "Business plan", current: !isReceived && !isHousehold }]
      : []),
    { to: paths.payment({ of: "household" }), label: "Household plan", current: !isReceived && isHousehold },
    ...(seesReceived ? [{ to: paths.cardPayouts(), label: "Card payments", current: isReceived }] : []),
  ];
  return (
    <>
      <PageHeader title="Plan and payments" />
      {tabs.length > 1 && <TabsNav label="Plan and payments" tabs={tabs} />}
      <Outlet />
    </>
  );
}
