import { Link, useLoaderData } from "@remix-run/react";
import { CursorPagination } from "~/components/data-table/pagination";
import { EquipmentTable } from "~/components/equipment/equipment-table";
import { shownUnit } from "~/components/equipment/shown-unit";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { AirVent, Plus } from "~/components/ui/icons";
import { UnitsView } from "~/domain/equipment/schema";
import { siteEquipment } from "~/domain/sites/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { useSite } from "~/routes/properties/shared/use-site";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const view = UnitsView.parse(Object.fromEntries(url.searchParams));
  const { items, mayWrite, previousCursor, nextCursor } = await siteEquipment(ctx, params.id ?? "", view);
  return { items: items.map(shownUnit), page: { previousCursor, nextCursor }, mayWrite };
});

export default function PropertyEquipment() {
  const { items, page, mayWrite } = useLoaderData<typeof loader>();
  const { id, number, customerNumber } = useSite();
  const add = mayWrite && customerNumber !== null && (
    <Button asChild variant="outline" size="sm">
      <Link to={paths.newCustomerEquipment(customerNumber, { addressId: id })}>
        <Plus />
        Add equipment
      </Link>
    </Button>
  );
  return (
    <>
      {items.length > 0 && add && <div className="mb-4 flex justify-end">{add}</div>}
      <EquipmentTable
        rows={items}
        href={(unit) => paths.equipment(unit.id)}
        without="customer"
        empty={
          <EmptyState icon={AirVent} title="No equipment here yet" action={add}>
            Equipment whose address is this property shows up here with its health and maintenance.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.propertyTab(number, "equipment", at)}>
        {`${items.length} shown`}
      </CursorPagination>
    </>
  );
}
