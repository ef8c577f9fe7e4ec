import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { ClipboardList } from "~/components/ui/icons";
import { type CohortPlan, cohortPlans } from "~/domain/performance/plans.server";
import { CohortPlansView } from "~/domain/performance/schema";
import { DomainError } from "~/domain/shared/errors";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { periodTitle } from "~/routes/performance/figure-format";
import { FileLink } from "~/routes/performance/file-link";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Maintenance plans by quarter · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const parsed = CohortPlansView.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw new DomainError("invalid", "Quarter not found");
  return cohortPlans(ctx, parsed.data);
});

const quarterName = (day: string) => periodTitle({ kind: "quarter", from: day, to: day });

/** The maintenance plans that a figure of a cohort counts. */
export default function PlansOfACohort() {
  const { startedOn, retainedOn, ...page } = useLoaderData<typeof loader>();
  const { items, total } = page;
  const query = { started: startedOn, retained: retainedOn };
  return (
    <>
      <PageHeader
        title="Maintenance plans"
        count={total ?? undefined}
        facts={[
          `Start in ${quarterName(startedOn)}`,
          ...(retainedOn ? [`active past the end of ${quarterName(retainedOn)}`] : []),
        ].join(", ")}
        secondary={items.length > 0 && <FileLink href={paths.apiPerformanceRows("plans", query)} />}
      />
      <DataTable
        caption="Maintenance plans"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        rowHref={({ equipmentId }) => paths.equipment(equipmentId)}
        empty={
          <EmptyState icon={ClipboardList} title="No plans here">
            None of the plans that start in this quarter belongs to this figure.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.performancePlans({ ...query, ...at })}>
        {`${items.length} of ${(total ?? 0).toLocaleString("en-US")}`}
      </CursorPagination>
    </>
  );
}

const columns: readonly Column<CohortPlan>[] = [
  {
    key: "plan",
    header: "Plan",
    className: "w-full",
    cell: ({ title, equipmentName, customerName }) => (
      <>
        <span className="block">{title}</span>
        <SecondLine wraps>
          {equipmentName} · {customerName}
        </SecondLine>
      </>
    ),
  },
  { key: "started", header: "Starts", cell: ({ startsOn }) => <CivilDateText date={startsOn} year /> },
  {
    key: "ends",
    header: "Ends",
    className: "whitespace-nowrap",
    cell: ({ isOpenEnded, endsOn }) =>
      isOpenEnded ? "No end" : endsOn ? <CivilDateText date={endsOn} year /> : "Not recorded",
  },
];
