import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { Plus } from "lucide-react";
import { DataTable } from "~/components/data-table/data-table";
import { Pagination } from "~/components/data-table/pagination";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { allowMember, can } from "~/domain/shared/permissions";
import { listWorkOrders } from "~/domain/work-orders/list.server";
import { isOffice } from "~/domain/work-orders/load.server";
import { WorkOrderFilter } from "~/domain/work-orders/schema";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { listQuery, readFilter } from "~/routes/work-orders/shared/list-query";
import { workOrderColumns } from "./list-columns";
import { ListEmpty } from "./list-empty";
import { ListFilters } from "./list-filters";

export const meta: MetaFunction = () => [{ title: "Work orders · Plenum" }];

export const loader = memberLoader(async ({ ctx, url }) => {
  const filter = readFilter(WorkOrderFilter, url);
  const list = await listWorkOrders(ctx, filter);
  const member = allowMember(ctx);
  const seesCustomers = can(member, "customers.read");
  return { ...list, filter, zone: member.timeZone, office: isOffice(member), seesCustomers };
});

export default function WorkOrders() {
  const { items, total, nextCursor, previousCursor, filter, zone, office, ...choices } = useLoaderData<typeof loader>();
  const at = (cursor: string | null) => (cursor ? paths.workOrders({ ...listQuery(filter), cursor }) : undefined);
  return (
    <>
      <PageHeader
        title="Work orders"
        count={total ?? undefined}
        secondary={
          <Button variant="outline" asChild>
            <Link to={paths.board()}>Board</Link>
          </Button>
        }
        action={
          office && (
            <Button asChild variant="default">
              <Link to={paths.newWorkOrder()}>
                <Plus />
                New work order
              </Link>
            </Button>
          )
        }
      />
      <ListFilters filter={filter} {...choices} />
      <DataTable
        caption="Work orders"
        columns={workOrderColumns(zone)}
        rows={items}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.workOrder(row.number)}
        empty={<ListEmpty filter={filter} office={office} furtherHref={at(nextCursor)} />}
      />
      {(nextCursor || previousCursor) && (
        <Pagination previousHref={at(previousCursor)} nextHref={at(nextCursor)}>
          {total === null ? `${items.length} shown` : `${items.length} of ${total.toLocaleString("en-US")}`}
        </Pagination>
      )}
    </>
  );
}
