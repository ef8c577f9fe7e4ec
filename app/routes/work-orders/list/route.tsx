import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { IgnoredFilters } from "~/components/data-table/ignored-filters";
import { Pagination } from "~/components/data-table/pagination";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import { allowMember, can } from "~/domain/shared/permissions";
import { UNASSIGNED_STATUSES } from "~/domain/work-order-basics/status";
import { listWorkOrders } from "~/domain/work-orders/list.server";
import { isOffice } from "~/domain/work-orders/load.server";
import { listTabs } from "~/domain/work-orders/tabs.server";
import { MAX_TAB_COUNT } from "~/domain/work-orders/work-order";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { type ListQuery, listQuery } from "~/routes/work-orders/shared/list-query";
import { readFilter } from "~/routes/work-orders/shared/read-filter.server";
import { workOrderColumns } from "./list-columns";
import { ListEmpty } from "./list-empty";
import { ListFilters } from "./list-filters";
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

type ListTabsProps = Awaited<ReturnType<typeof listTabs>> & { query: ListQuery };

/** Tabs whose counts stop at `MAX_TAB_COUNT`. */
const isCountedUp = new Set(["Today", "Late"]);

/** The office's most common views with their counts. Each is a combination of the list's own filters. */
function ListTabs({ today, counts, query }: ListTabsProps) {
  const { search: _, sort: __, ...filters } = query;
  const tabs: [label: string, count: number, own: Partial<ListQuery>][] = [
    ["Today", counts.today, { from: today, to: today }],
    ["Unassigned", counts.unassigned, { technicianId: "none", status: UNASSIGNED_STATUSES.join() }],
    ["Late", counts.late, { late: "true" }],
    ["On hold", counts.onHold, { status: "on_hold" }],
    ["Ready to bill", counts.toBill, { toBill: "true" }],
    ["All", counts.all, {}],
  ];
  return (
    <TabsNav
      label="Work orders"
      tabs={tabs.map(([label, count, own]) => ({
        to: paths.workOrders({ ...own, search: query.search }),
        label,
        count: isCountedUp.has(label) && count >= MAX_TAB_COUNT ? `${MAX_TAB_COUNT - 1}+` : count,
        current: isSame(own, filters),
      }))}
    />
  );
}

function isSame(one: Partial<ListQuery>, other: Partial<ListQuery>): boolean {
  const text = (query: Partial<ListQuery>) =>
    Object.entries(query)
      .flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
      .sort()
      .join("&");
  return text(one) === text(other);
}
