import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { AirVent, Plus } from "lucide-react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { EquipmentTable } from "~/components/equipment/equipment-table";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { customerRef } from "~/domain/customers/find.server";
import { equipmentOfCustomer } from "~/domain/equipment/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Equipment of ${data.customer.name}` : "Equipment"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ customer: data?.customer.name }),
};

export const loader = pageLoader(({ ctx, params }) => equipmentOfCustomer(ctx, customerRef(params.customerId ?? "")));

export default function CustomerEquipment() {
  const { customer, items, rights } = useLoaderData<typeof loader>();
  const add = rights.write && (
    <Button asChild variant="default">
      <Link to={paths.newCustomerEquipment(customer.number)}>
        <Plus />
        New equipment
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader title={`Equipment of ${customer.name}`} count={items.length} action={add} />
      <EquipmentTable
        rows={items}
        href={(unit) => paths.customerEquipmentItem(customer.number, unit.id)}
        without="customer"
        empty={
          <EmptyState icon={AirVent} title="No equipment yet" action={add}>
            What stands at this customer's sites. With the install date, health and warranty are known.
          </EmptyState>
        }
      />
    </>
  );
}
