import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { DateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { ClipboardList } from "~/components/ui/icons";
import { WeekWorkView } from "~/domain/performance/schema";
import { type WorkOfWeek, weekWork } from "~/domain/performance/week.server";
import { DomainError } from "~/domain/shared/errors";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { hours, stepTitle } from "~/routes/performance/figure-format";
import { FileLink } from "~/routes/performance/file-link";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Weekly workload · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const parsed = WeekWorkView.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw new DomainError("invalid", "Week not found");
  return weekWork(ctx, parsed.data);
});

/** The jobs that came in during a week, or the bookings that start in it. */
export default function WorkOfAWeek() {
  const { week, kind, minutes, zone, ...page } = useLoaderData<typeof loader>();
  const { items, total } = page;
  const isBooked = kind === "booked";
  const title = isBooked ? "Booked time" : "Jobs that came in";
  const query = { week, kind };
  return (
    <>
      <PageHeader
        title={title}
        count={total ?? undefined}
        facts={[
          stepTitle(week, "week"),
          hours(minutes * 60),
          isBooked ? "one row for each technician" : "without canceled jobs",
        ].join(" · ")}
        secondary={items.length > 0 && <FileLink href={paths.apiPerformanceRows("work", query)} />}
      />
      <DataTable
        caption={title}
        columns={columnsFor(isBooked, zone)}
        rows={items}
        rowKey={({ key }) => key}
        rowHref={({ number }) => paths.workOrder(number)}
        empty={
          <EmptyState icon={ClipboardList} title={isBooked ? "Nothing is booked" : "No jobs came in"}>
            {isBooked ? "No booking starts in this week." : "No job was opened in this week, apart from canceled ones."}
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.performanceWork({ ...query, ...at })}>
        {total === null ? `${items.length} shown` : `${items.length} of ${total.toLocaleString("en-US")}`}
      </CursorPagination>
    </>
  );
}

function columnsFor(isBooked: boolean, zone: string): Column<WorkOfWeek>[] {
  return [
    {
      key: "job",
      header: "Job",
      className: "w-full",
      cell: ({ title, reference, customerName }) => (
        <>
          <span className="block">{title}</span>
          <SecondLine wraps>
            {reference} · {customerName}
          </SecondLine>
        </>
      ),
    },
    { key: "at", header: isBooked ? "Starts" : "Came in", cell: ({ at }) => <DateText at={at} zone={zone} /> },
    {
      key: "technician",
      header: "Technician",
      cell: ({ technicianName, isHelper }) => `${technicianName ?? "Unassigned"}${isHelper ? " (helper)" : ""}`,
    },
    {
      key: "hours",
      header: isBooked ? "Booked" : "Planned",
      numeric: true,
      card: "corner",
      cell: ({ minutes }) => hours(minutes * 60),
    },
  ];
}
