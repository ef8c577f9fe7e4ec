import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { FilterBar, type FilterChip, FilterDay, FilterSelect } from "~/components/data-table/filter-bar";
import { Pagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { InvoiceTable } from "~/components/invoices/invoice-table";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { Download, ReceiptText } from "~/components/ui/icons";
import { ACCOUNTING_FILE_LABELS, ACCOUNTING_FILES } from "~/domain/invoices/accounting";
import { AGING_LABELS, reportPeriod, STATE_FILTER_LABELS, STATE_FILTERS } from "~/domain/invoices/invoice";
import { type InvoiceListItem, listInvoices } from "~/domain/invoices/list.server";
import { InvoiceView } from "~/domain/invoices/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allow } from "~/domain/shared/permissions";
import { formatDate } from "~/domain/shared/time/date-format";
import { todayOf } from "~/domain/shared/time/time-zones";
import { pageLoader } from "~/http/page-loader";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { InvoiceTabs } from "~/routes/invoices/shared/invoice-tabs";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Invoices · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = InvoiceView.parse(Object.fromEntries(url.searchParams));
  const days = reportPeriod(filter, todayOf(ctx, allow(ctx, "invoices.read")));
  const { items, ...list } = await listInvoices(ctx, filter);
  return { filter, days, ...list, items: items.map(shown) };
});

/** The fields of an invoice that the table shows. */
function shown({
  id,
  kind,
  state,
  number,
  title,
  customerName,
  issuedOn,
  dueOn,
  totalMinor,
  balanceMinor,
}: InvoiceListItem) {
  return { id, kind, state, number, title, customerName, issuedOn, dueOn, totalMinor, balanceMinor };
}

const states = choicesOf(STATE_FILTERS, STATE_FILTER_LABELS);
const kinds = [
  { value: "invoice", label: "Invoices" },
  { value: "credit_note", label: "Credit notes" },
];

export default function Invoices() {
  const { filter, days, items, sums, aging, total, rights, nextCursor, previousCursor } =
    useLoaderData<typeof loader>();
  const { search, state, kind, from, to, customerId, workOrderId } = filter;
  const query = { search, state, kind, from, to, customerId, workOrderId, aging: filter.aging };
  const at = (change: Record<string, string | undefined>) => paths.invoices({ ...query, ...change });
  const chips: FilterChip[] = [
    ...(search ? [{ label: `“${search}”`, clearHref: at({ search: undefined }) }] : []),
    ...(state ? [{ label: STATE_FILTER_LABELS[state], clearHref: at({ state: undefined }) }] : []),
    ...(kind ? [{ label: kind === "invoice" ? "Invoices" : "Credit notes", clearHref: at({ kind: undefined }) }] : []),
    ...(filter.aging ? [{ label: AGING_LABELS[filter.aging], clearHref: at({ aging: undefined }) }] : []),
    ...(from ? [{ label: `From ${formatDate(from, true)}`, clearHref: at({ from: undefined }) }] : []),
    ...(to ? [{ label: `To ${formatDate(to, true)}`, clearHref: at({ to: undefined }) }] : []),
    ...(customerId ? [{ label: "One customer", clearHref: at({ customerId: undefined }) }] : []),
    ...(workOrderId ? [{ label: "One work order", clearHref: at({ workOrderId: undefined }) }] : []),
  ];
  return (
    <>
      <PageHeader
        title="Invoices"
        count={total ?? undefined}
        action={
          rights.write &&
          state === "overdue" && (
            <Button variant="default" asChild>
              <Link to={paths.remindAll({ ...query })} preventScrollReset>
                Send reminders
              </Link>
            </Button>
          )
        }
        menu={ACCOUNTING_FILES.map((file) => (
          <DropdownMenuItem key={file} asChild>
            <a href={paths.apiAccountingFile({ file, ...days })} download>
              <Download />
              {ACCOUNTING_FILE_LABELS[file]}
            </a>
          </DropdownMenuItem>
        ))}
      />
      <InvoiceTabs />
      <nav aria-label="Outstanding, by age" className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-5">
        {aging.map(({ bucket, count, balanceMinor }) => (
          <Card key={bucket} asChild className={cn("p-3 hover:border-input", filter.aging === bucket && "border-link")}>
            <Link
              to={at({ aging: filter.aging === bucket ? undefined : bucket, state: undefined })}
              preventScrollReset
              aria-current={filter.aging === bucket || undefined}
            >
              <span className="block truncate text-muted-foreground text-sm">{AGING_LABELS[bucket]}</span>
              <span className="mt-1 block font-semibold">
                <MoneyText minor={balanceMinor} />
              </span>
              <span className="block text-muted-foreground text-sm">
                {count === 1 ? "1 invoice" : `${count.toLocaleString("en-US")} invoices`}
              </span>
            </Link>
          </Card>
        ))}
      </nav>
      <FilterBar
        search={{ name: "search", value: search ?? "", label: "Number, customer or title" }}
        chips={chips}
        clearHref={paths.invoices()}
        fileHref={paths.apiListFile("invoices/list", query)}
        keep={{ aging: filter.aging, customerId, workOrderId }}
      >
        <FilterSelect name="state" label="Status" any="Any status" value={state ?? ""} choices={states} />
        <FilterSelect name="kind" label="Kind" any="Any kind" value={kind ?? ""} choices={kinds} />
        <FilterDay name="from" label="Issued from" value={from} />
        <FilterDay name="to" label="to" value={to} />
      </FilterBar>
      <InvoiceTable
        rows={items}
        empty={
          chips.length > 0 ? (
            <EmptyState icon={ReceiptText} title="No invoice matches">
              Try a different search or clear a filter.
            </EmptyState>
          ) : (
            <EmptyState
              icon={ReceiptText}
              title="No invoices yet"
              action={
                <Button asChild variant="default">
                  <Link to={paths.workOrders({ status: "completed" })}>Completed work orders</Link>
                </Button>
              }
              example="INV-0042, AC tune-up, $218.40, due in 15 days"
            >
              Open a work order's Billing tab and create its invoice from the hours and parts on the job.
            </EmptyState>
          )
        }
      />
      <Pagination
        previousHref={previousCursor ? at({ before: previousCursor }) : undefined}
        nextHref={nextCursor ? at({ cursor: nextCursor }) : undefined}
      >
        {`${items.length} of ${sums.count.toLocaleString("en-US")} · `}
        total <MoneyText minor={sums.totalMinor} /> · owed <MoneyText minor={sums.balanceMinor} />
      </Pagination>
      <Outlet />
    </>
  );
}
