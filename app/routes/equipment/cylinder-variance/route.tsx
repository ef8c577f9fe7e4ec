import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { EmptyState } from "~/components/feedback/empty-state";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Download, Gauge } from "~/components/ui/icons";
import { type MonthTotals, pounds } from "~/domain/refrigerant/cylinders/cylinder";
import { VarianceView } from "~/domain/refrigerant/cylinders/schema";
import { cylinderVariance } from "~/domain/refrigerant/cylinders/variance.server";
import { allow } from "~/domain/shared/permissions";
import { formatMonth } from "~/domain/shared/time/date-format";
import { monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Cylinder variance · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const { month } = VarianceView.parse(Object.fromEntries(url.searchParams));
  return {
    wanted: month ?? "",
    ...(await cylinderVariance(ctx, { month })),
    months: lastMonths(monthKey(todayOf(ctx, allow(ctx, "equipment.read")))),
  };
});

/** This month and the eleven before it. */
const lastMonths = (now: string) => Array.from({ length: 12 }, (_, back) => shiftMonth(now, -back));

const columns: readonly Column<MonthTotals>[] = [
  { key: "technician", header: "Technician", cell: ({ technicianName }) => technicianName ?? "Shop" },
  { key: "charged", header: "Charged", numeric: true, cell: ({ chargedMilliLb }) => pounds(chargedMilliLb) },
  { key: "recovered", header: "Recovered", numeric: true, cell: ({ recoveredMilliLb }) => pounds(recoveredMilliLb) },
  { key: "weighings", header: "Weighings", numeric: true, cell: ({ weighings }) => weighings },
  { key: "variance", header: "Variance", numeric: true, cell: ({ varianceMilliLb }) => pounds(varianceMilliLb) },
  { key: "issues", header: "Mismatches", numeric: true, needsRoom: true, cell: ({ issues }) => issues },
  {
    key: "uncertified",
    header: "Uncertified",
    numeric: true,
    needsRoom: true,
    cell: ({ uncertified }) => uncertified,
  },
];

/** Compares a month's readings with the scale weights, for each technician. */
export default function CylinderVariance() {
  const { wanted, month, months, items } = useLoaderData<typeof loader>();
  const choices = months.map((value) => ({ value, label: formatMonth(value) }));
  return (
    <>
      <p className="mb-4 max-w-prose text-muted-foreground">
        Variance is how far the scale was above the ledger when a technician’s cylinders were weighed, plus refrigerant
        that readings took beyond what a cylinder held. Below zero, refrigerant is missing. Reversed entries are not
        included. <TextLink to={paths.cylinders()}>All cylinders</TextLink>
      </p>
      <FilterBar>
        <FilterSelect name="month" label="Month" any="This month" value={wanted} choices={choices} />
      </FilterBar>
      <DataTable
        caption={`Variance in ${formatMonth(month)}`}
        columns={columns}
        rows={items}
        rowKey={({ technicianId }) => technicianId ?? ""}
        empty={
          <EmptyState icon={Gauge} title={`Nothing was used or weighed in ${formatMonth(month)}`}>
            Charges and recoveries come from readings that name a cylinder, weighings from its page.
          </EmptyState>
        }
      />
      {items.length > 0 && (
        <Button asChild variant="outline" className="mt-4">
          <a href={paths.cylinderVarianceFile({ month })} download>
            <Download />
            CSV
          </a>
        </Button>
      )}
    </>
  );
}
