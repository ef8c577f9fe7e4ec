import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useCustomer } from "~/components/customers/use-customer";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EquipmentTable } from "~/components/equipment/equipment-table";
import { shownUnit } from "~/components/equipment/shown-unit";
import { EmptyState } from "~/components/feedback/empty-state";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { AirVent, FileText, Plus } from "~/components/ui/icons";
import { customerRef } from "~/domain/customers/find.server";
import { equipmentOfCustomer } from "~/domain/equipment/detail.server";
import { hasRefrigerant } from "~/domain/equipment/equipment";
import { UnitsView } from "~/domain/equipment/schema";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import type { loader as layoutLoader } from "~/routes/customers/layout";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader, { "customers/customer": typeof layoutLoader }> = ({ matches }) => {
  const customer = matches.find((match) => match.id === "customers/customer")?.data?.customer;
  return [{ title: `${customer ? `Equipment for ${customer.name}` : "Equipment"} · Plenum` }];
};

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const view = UnitsView.parse(Object.fromEntries(url.searchParams));
  const found = await equipmentOfCustomer(ctx, customerRef(params.id ?? ""), view);
  const { items, rights, previousCursor, nextCursor } = found;
  const holdsRefrigerant = items.some(({ equipmentType }) => hasRefrigerant(equipmentType));
  return { items: items.map(shownUnit), page: { previousCursor, nextCursor }, rights, holdsRefrigerant };
});

export default function CustomerEquipment() {
  const { items, page, rights, holdsRefrigerant } = useLoaderData<typeof loader>();
  const { customer } = useCustomer();
  const add = rights.write && (
    <Button asChild variant="outline" size="sm">
      <Link to={paths.newCustomerEquipment(customer.number)}>
        <Plus />
        Add equipment
      </Link>
    </Button>
  );
  const packet = rights.write && holdsRefrigerant && (
    <Button asChild variant="outline" size="sm">
      <Link to={paths.auditPacket({ customerId: String(customer.number) })}>
        <FileText />
        Audit packet
      </Link>
    </Button>
  );
  const actions = (
    <div className="flex flex-wrap justify-end gap-2">
      {items.length > 0 && <FileLink href={paths.apiListFile("equipment", { customerId: customer.id })} />}
      {packet}
      {add}
    </div>
  );
  return (
    <Section title="Equipment" action={actions}>
      <EquipmentTable
        rows={items}
        href={(unit) => paths.customerEquipmentItem(customer.number, unit.id)}
        without="customer"
        empty={
          <EmptyState icon={AirVent} title="No equipment yet" action={add}>
            Equipment at this customer's properties. Add it with its install date to track health and warranty.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.customerEquipment(customer.number, at)}>
        {`${items.length} shown`}
      </CursorPagination>
    </Section>
  );
}
