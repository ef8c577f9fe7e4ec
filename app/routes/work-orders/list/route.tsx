import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { IgnoredFilters } from "~/components/data-table/ignored-filters";
import { Pagination } from "~/components/data-table/pagination";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import { allowMember, can } from "~/domain/shared/permissions";
import { listWorkOrders } from "~/domain/work-orders/list.server";
import { isOffice } from "~/domain/work-orders/load.server";
import { listTabs } from "~/domain/work-orders/tabs.server";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { listQuery } from "~/routes/work-orders/shared/list-query";
import { readFilter } from "~/routes/work-orders/shared/read-filter.server";
import { workOrderColumns } from "./list-columns";
import { ListEmpty } from "./list-empty";
import { ListFilters } from "./list-filters";
import { ListTabs } from "./list-tabs";
import { shownWorkOrder } from "./shown-work-order";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Work orders · Plenum" }];

export const loader = memberLoader(async ({ ctx, url }) => {
  const { filter, ignored } = readFilter(url);
  const [list, tabs] = await Promise.all([listWorkOrders(ctx, filter), listTabs(ctx)]);
  const member = allowMember(ctx);
  const seesCustomers = can(member, "customers.read");
  const items = list.items.map((row) => shownWorkOrder(row, member.timeZone));
  const technicians = list.technicians.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));
  const rights = { office: isOffice(member), seesCustomers, addsCustomers: can(member, "customers.write") };
  return { ...list, items, technicians, tabs, filter, ignored, zone: member.timeZone, ...rights };
});

export default function WorkOrders() {
  const { items, total, nextCursor, previousCursor, tabs, filter, ignored, zone, office, addsCustomers, ...choices } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const newCustomerHref = addsCustomers ? paths.newCustomerOverJobs() + search : null;
  const at = (cursor: string | null) => (cursor ? paths.workOrders({ ...listQuery(filter), cursor }) : undefined);
  return (
    <>
      <PageHeader
        title="Work orders"
        secondary={
          <>
            <FileLink href={paths.apiListFile("work-orders", listQuery(filter))} />
            <Button variant="outline" asChild>
              <Link to={paths.board()}>Board</Link>
            </Button>
            {newCustomerHref && (
              <Button variant="outline" asChild>
                <Link to={newCustomerHref} preventScrollReset>
                  New customer
                </Link>
              </Button>
            )}
          </>
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
      <ListTabs {...tabs} query={listQuery(filter)} />
      <ListFilters filter={filter} today={tabs.today} {...choices} />
      <IgnoredFilters ignored={ignored} />
      <DataTable
        caption="Work orders"
        columns={workOrderColumns(zone)}
        rows={items}
        rowKey={(row) => String(row.number)}
        rowHref={(row) => paths.workOrder(row.number)}
        empty={
          <ListEmpty filter={filter} office={office} furtherHref={at(nextCursor)} newCustomerHref={newCustomerHref} />
        }
      />
      {(nextCursor || previousCursor) && (
        <Pagination previousHref={at(previousCursor)} nextHref={at(nextCursor)}>
          {total === null ? `${items.length} shown` : `${items.length} of ${total.toLocaleString("en-US")}`}
        </Pagination>
      )}
      <Outlet />
    </>
  );
}
