import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { TabsNav } from "~/components/tabs-nav";
import { customerHeader } from "~/domain/customers/detail.server";
import { seesCustomerMessages } from "~/domain/messages/list.server";
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

export const loader = pageLoader(async ({ ctx, params }) => {
  const header = await customerHeader(ctx, params.id ?? "");
  return { ...header, seesMessages: seesCustomerMessages(ctx) };
});

export default function CustomerLayout() {
  const { customer, may, jobs, seesMessages } = useLoaderData<typeof loader>();
  const shown = useLocation().pathname.split("/")[3];
  const { number } = customer;
  const tabs = [
    ...(jobs > 0 ? [{ to: paths.customerJobs(number), label: "Jobs", segment: "jobs", count: jobs }] : []),
    ...(may.seeEquipment ? [{ to: paths.customerEquipment(number), label: "Equipment", segment: "equipment" }] : []),
    ...(may.seeEstimates ? [{ to: paths.customerEstimates(number), label: "Estimates", segment: "estimates" }] : []),
    ...(may.seeInvoices
      ? [
          { to: paths.customerInvoices(number), label: "Invoices", segment: "invoices" },
          { to: paths.customerStatement(number), label: "Statement", segment: "statement" },
        ]
      : []),
    ...(seesMessages ? [{ to: paths.customerMessages(number), label: "Messages", segment: "messages" }] : []),
  ];
  const isOnTab = tabs.some(({ segment }) => segment === shown);
  return (
    <>
      <div className="print:hidden">
        <CustomerHeader customer={customer} may={may} />
      </div>
      {tabs.length > 0 && (
        <TabsNav
          label="Customer"
          tabs={[
            { to: paths.customer(number), label: "Overview", current: !isOnTab },
            ...tabs.map(({ segment, ...tab }) => ({ ...tab, current: segment === shown })),
            { to: paths.connections("customer", number), label: "Connections", current: false },
          ]}
        />
      )}
      <Outlet />
    </>
  );
}
