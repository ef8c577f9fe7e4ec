import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { TabsNav } from "~/components/tabs-nav";
import { customerHeader } from "~/domain/customers/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { CustomerHeader } from "./customer-header";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.customer.name ?? "Customer"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ customer: data?.customer.name }),
};

export const loader = pageLoader(({ ctx, params }) => customerHeader(ctx, params.id ?? ""));

export default function CustomerLayout() {
  const { customer, may } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const equipment = paths.customerEquipment(customer.number);
  const isEstimates = pathname.endsWith("/estimates");
  const isInvoices = /^\/customers\/[^/]+\/invoices\b/.test(pathname);
  const isStatement = /^\/customers\/[^/]+\/statement\b/.test(pathname);
  const isEquipment = /^\/customers\/[^/]+\/equipment\b/.test(pathname);
  return (
    <>
      <div className="print:hidden">
        <CustomerHeader customer={customer} may={may} />
      </div>
      {(may.seeEquipment || may.seeInvoices || may.seeEstimates) && (
        <TabsNav
          label="Customer"
          tabs={[
            {
              to: paths.customer(customer.number),
              label: "Overview",
              current: !isEquipment && !isEstimates && !isInvoices && !isStatement,
            },
            ...(may.seeEquipment ? [{ to: equipment, label: "Equipment", current: isEquipment }] : []),
            ...(may.seeEstimates
              ? [{ to: paths.customerEstimates(customer.number), label: "Estimates", current: isEstimates }]
              : []),
            ...(may.seeInvoices
              ? [
                  { to: paths.customerInvoices(customer.number), label: "Invoices", current: isInvoices },
                  { to: paths.customerStatement(customer.number), label: "Statement", current: isStatement },
                ]
              : []),
            { to: paths.connections("customer", customer.number), label: "Connections", current: false },
          ]}
        />
      )}
      <Outlet />
    </>
  );
}
