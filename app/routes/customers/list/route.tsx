import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { Pagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Plus, UsersRound } from "~/components/ui/icons";
import { tabsListStyle, tabsTriggerStyle } from "~/components/ui/tabs-style";
import {
  CUSTOMER_STATUS_LABELS,
  CUSTOMER_STATUSES,
  CUSTOMER_TYPE_LABELS,
  CUSTOMER_TYPES,
} from "~/domain/customers/customer";
import { listCustomers } from "~/domain/customers/list.server";
import { CustomerListView, type CustomerStats } from "~/domain/customers/schema";
import { choicesOf } from "~/domain/shared/choices";
import { pageLoader } from "~/http/page-loader";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { CustomerTable } from "./customer-table";
import { shownCustomer } from "./shown-customer";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Customers · Plenum" }];

const pageSize = 25;

export const loader = pageLoader(async ({ ctx, url }) => {
  const view = CustomerListView.parse(Object.fromEntries(url.searchParams));
  const list = await listCustomers(ctx, { ...view, limit: pageSize });
  return { ...list, items: list.items.map(shownCustomer), view };
});

const types = choicesOf(CUSTOMER_TYPES, CUSTOMER_TYPE_LABELS);

export default function Customers() {
  const { items, total, stats, view, previousCursor, nextCursor, mayWrite } = useLoaderData<typeof loader>();
  const query = queryOf(view);
  const href: Href = (change) => paths.customers({ ...query, ...change });
  const chips = chipsOf(view, href);
  return (
    <>
      <PageHeader title="Customers" count={total ?? undefined} action={mayWrite && <NewCustomer />} />
      <CustomerFigures
        stats={stats}
        view={view}
        href={(change) => href({ status: undefined, archived: undefined, ...change })}
      />
      <FilterBar
        search={{ name: "search", value: view.search, label: "Name, phone, address or number" }}
        chips={chips}
        clearHref={paths.customers({ archived: query.archived, sort: query.sort })}
        fileHref={paths.apiListFile("customers", query)}
        keep={{ status: query.status, archived: query.archived }}
      >
        <FilterSelect name="customerType" label="Type" any="Any type" value={view.customerType ?? ""} choices={types} />
        {!view.search && (
          <FilterSelect
            name="sort"
            label="Order"
            any="By name"
            value={query.sort ?? ""}
            choices={[{ value: "newest", label: "Newest first" }]}
          />
        )}
      </FilterBar>
      <CustomerTable
        rows={items}
        empty={<NoCustomers filtered={chips.length > 0} archived={view.archived} mayWrite={mayWrite} />}
      />
      {items.length > 0 && (
        <Pagination
          previousHref={previousCursor ? href({ before: previousCursor }) : undefined}
          nextHref={nextCursor ? href({ cursor: nextCursor }) : undefined}
        >
          {total === null ? `${items.length} shown` : `${items.length} of ${total.toLocaleString("en-US")}`}
          {view.search && ", newest first"}
        </Pagination>
      )}
    </>
  );
}

function NewCustomer() {
  return (
    <Button asChild variant="default">
      <Link to={paths.newCustomer()}>
        <Plus />
        New customer
      </Link>
    </Button>
  );
}

type NoCustomersProps = { filtered: boolean; archived: boolean; mayWrite: boolean };

function NoCustomers({ filtered, archived, mayWrite }: NoCustomersProps) {
  if (filtered) {
    return (
      <EmptyState
        icon={UsersRound}
        title="No customer matches"
        action={
          <Button variant="outline" asChild>
            <Link to={paths.customers()}>Clear search and filters</Link>
          </Button>
        }
      >
        Each word must match the start of a word in the name, address, email or phone number.
      </EmptyState>
    );
  }
  if (archived) {
    return (
      <EmptyState icon={UsersRound} title="Nothing archived">
        Customers you no longer work for can be archived. Their history stays, and you can restore them.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={UsersRound}
      title="No customers yet"
      action={mayWrite && <NewCustomer />}
      example="Harbor Lofts Association, 88 E Brady St, four rooftop units, invoices to the management office"
    >
      Homes and businesses you work for, each with its properties, equipment and work orders.
    </EmptyState>
  );
}

/** The view as URL query parameters, without defaults. */
function queryOf(view: CustomerListView): Record<string, string | undefined> {
  return {
    search: view.search || undefined,
    customerType: view.customerType,
    status: view.status,
    archived: view.archived ? "true" : undefined,
    sort: view.sort === "newest" ? view.sort : undefined,
  };
}

type Href = (change: Record<string, string | undefined>) => string;

function chipsOf({ search, customerType, status }: CustomerListView, href: Href): FilterChip[] {
  return [
    ...(search ? [{ label: `“${search}”`, clearHref: href({ search: undefined }) }] : []),
    ...(customerType
      ? [{ label: CUSTOMER_TYPE_LABELS[customerType], clearHref: href({ customerType: undefined }) }]
      : []),
    ...(status ? [{ label: CUSTOMER_STATUS_LABELS[status], clearHref: href({ status: undefined }) }] : []),
  ];
}

type FiguresProps = {
  stats: CustomerStats;
  view: CustomerListView;
  /** URL of the current list with another status, or with archived customers. */
  href: (change: { status?: string; archived?: string }) => string;
};

/** Number of customers by status, each linked to its list. */
function CustomerFigures({ stats, view, href }: FiguresProps) {
  const figures = [
    { label: "All", value: stats.total, to: href({}), current: !view.status && !view.archived },
    ...CUSTOMER_STATUSES.map((status) => ({
      label: CUSTOMER_STATUS_LABELS[status],
      value: stats.byStatus[status],
      to: href({ status }),
      current: view.status === status && !view.archived,
    })),
    { label: "Archived", value: stats.archived, to: href({ archived: "true" }), current: view.archived },
  ];
  return (
    <nav aria-label="Customers by status" className={cn(tabsListStyle, "mb-4")}>
      {figures.map(({ label, value, to, current }) => (
        <Link
          key={label}
          to={to}
          preventScrollReset
          aria-current={current ? "page" : undefined}
          className={tabsTriggerStyle}
        >
          {label}
          <span className="font-normal text-subtle-foreground tabular">{value.toLocaleString("en-US")}</span>
        </Link>
      ))}
    </nav>
  );
}
