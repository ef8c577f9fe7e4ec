import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { Plus, Truck } from "~/components/ui/icons";
import { SupplierView } from "~/domain/purchasing/schema";
import { listSuppliers, type Supplier } from "~/domain/purchasing/suppliers.server";
import { allow, can } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { formatPhone } from "~/domain/shared/text/phones";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = SupplierView.parse(Object.fromEntries(url.searchParams));
  const mayWrite = can(allow(ctx, "inventory.read"), "inventory.write");
  return { filter, mayWrite, list: await listSuppliers(ctx, filter) };
});

const states = [
  { value: "true", label: "Active" },
  { value: "false", label: "Inactive" },
];

const columns: readonly Column<Supplier>[] = [
  {
    key: "name",
    header: "Supplier",
    className: "w-[34%]",
    cell: ({ name, contactName, active }) => (
      <>
        {name}
        <SecondLine>{[contactName, !active && "Inactive"].filter(Boolean).join(" · ")}</SecondLine>
      </>
    ),
  },
  { key: "phone", header: "Phone", cell: ({ phone }) => (phone ? formatPhone(phone) : "—") },
  { key: "account", header: "Account", needsRoom: true, cell: ({ accountNumber }) => accountNumber ?? "—" },
  { key: "terms", header: "Terms", needsRoom: true, cell: ({ terms }) => terms ?? "—" },
  {
    key: "lead",
    header: "Lead time",
    numeric: true,
    cell: ({ leadTimeDays }) =>
      leadTimeDays === null ? "—" : `${leadTimeDays} ${leadTimeDays === 1 ? "day" : "days"}`,
  },
  { key: "items", header: "Items", numeric: true, cell: ({ itemCount }) => itemCount.toLocaleString("en-US") },
];

export default function Suppliers() {
  const { filter, mayWrite, list } = useLoaderData<typeof loader>();
  const active = filter.active === undefined ? undefined : String(filter.active);
  return (
    <>
      <FilterBar
        chips={[]}
        clearHref={paths.suppliers()}
        fileHref={paths.apiListFile("inventory/suppliers", { active })}
      >
        <FilterSelect name="active" label="Status" any="Any status" value={active ?? ""} choices={states} />
      </FilterBar>
      <DataTable
        caption="Suppliers"
        columns={columns}
        rows={list.items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.supplier(id)}
        empty={
          active ? (
            <EmptyState icon={Truck} title="No supplier matches">
              Try fewer filters.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Truck}
              title="No suppliers yet"
              action={
                mayWrite && (
                  <Button asChild variant="default">
                    <Link to={paths.newSupplier()}>
                      <Plus />
                      New supplier
                    </Link>
                  </Button>
                )
              }
              example="Johnstone Supply, account 40-1187, Net 30, 2 days"
            >
              Your suppliers, the items each one sells and their prices.
            </EmptyState>
          )
        }
      />
      <CursorPagination page={list} href={(at) => paths.suppliers({ active, ...at })}>
        {counted(list.items.length, "supplier")}
      </CursorPagination>
    </>
  );
}
