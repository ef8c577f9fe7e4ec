import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { StatusBadge } from "~/components/status-badge";
import { ClipboardList, RotateCcw } from "~/components/ui/icons";
import { type PerformanceWorkOrder, performanceJobs } from "~/domain/performance/jobs.server";
import { PerformanceJobsView } from "~/domain/performance/schema";
import { DomainError } from "~/domain/shared/errors";
import { formatDateRange } from "~/domain/shared/time/date-format";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { hours } from "~/routes/performance/figure-format";
import { FileLink } from "~/routes/performance/file-link";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Jobs in this figure · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const parsed = PerformanceJobsView.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw new DomainError("invalid", "Period or list not found");
  const { cursor: _, before: __, ...filter } = parsed.data;
  return { ...(await performanceJobs(ctx, parsed.data)), filter };
});

/** The jobs behind a figure, latest completed first. */
export default function JobsOfFigure() {
  const { filter, seesCosts, technicianName, serviceTypeName, ...page } = useLoaderData<typeof loader>();
  const { items, total } = page;
  const { from, to, only, causeKind, limit: _, ...rest } = filter;
  const title =
    only === "called_back" || causeKind !== null
      ? "Jobs with a callback"
      : only === "second_visit"
        ? "Jobs with a second visit"
        : "Completed jobs";
  const narrowed = [
    filter.technicianId && (technicianName ?? (filter.technicianId === "none" ? "Unassigned" : "Unknown technician")),
    filter.serviceTypeId &&
      (serviceTypeName ?? (filter.serviceTypeId === "none" ? "No service type" : "Unknown service type")),
  ].filter(Boolean);
  const query = Object.fromEntries(
    Object.entries({ from, to, only, causeKind, ...rest }).filter(([, value]) => value !== null),
  );
  return (
    <>
      <PageHeader
        title={title}
        count={total ?? undefined}
        facts={[`Completed ${formatDateRange(from, to)}`, ...narrowed].join(" · ")}
        secondary={items.length > 0 && <FileLink href={paths.apiPerformanceJobFile(query)} />}
      />
      <DataTable
        caption={title}
        columns={columnsFor(seesCosts)}
        rows={items}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.workOrder(row.number)}
        empty={
          <EmptyState icon={ClipboardList} title="No jobs here">
            No job completed in this period counts toward this figure.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.performanceJobs({ ...query, ...at })}>
        {total === null ? `${items.length} shown` : `${items.length} of ${total.toLocaleString("en-US")}`}
      </CursorPagination>
    </>
  );
}

function columnsFor(seesCosts: boolean): Column<PerformanceWorkOrder>[] {
  return [
    {
      key: "job",
      header: "Job",
      className: "w-full",
      cell: (row) => (
        <>
          <span className="block">{row.title}</span>
          <SecondLine wraps>
            {row.reference} · {row.customerName}
          </SecondLine>
        </>
      ),
    },
    { key: "completed", header: "Completed", cell: (row) => <CivilDateText date={row.completedOn} year /> },
    {
      key: "again",
      header: "Came back",
      cell: (row) =>
        row.calledBack ? (
          <StatusBadge tone="bad" icon={RotateCcw} label="Called back" />
        ) : (
          row.hadSecondVisit && <StatusBadge tone="warn" icon={RotateCcw} label="Second visit" />
        ),
    },
    { key: "technician", header: "Technician", cell: (row) => row.technicianName ?? "Unassigned" },
    { key: "type", header: "Service type", needsRoom: true, cell: (row) => row.serviceTypeName },
    { key: "labor", header: "Labor", numeric: true, needsRoom: true, cell: (row) => hours(row.laborSeconds) },
    {
      key: "revenue",
      header: "Revenue",
      numeric: true,
      card: "corner",
      cell: (row) => <MoneyText minor={row.revenueMinor} />,
    },
    ...(seesCosts
      ? [
          {
            key: "margin",
            header: "Margin",
            numeric: true,
            needsRoom: true,
            cell: (row: PerformanceWorkOrder) => row.marginMinor !== null && <MoneyText minor={row.marginMinor} />,
          },
        ]
      : []),
  ];
}
