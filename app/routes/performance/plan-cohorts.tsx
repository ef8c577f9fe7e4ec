import { type Column, DataTable } from "~/components/data-table/data-table";
import { TextLink } from "~/components/text-link";
import { COHORT_QUARTERS, type Cohort } from "~/domain/performance/cohorts";
import { paths } from "~/paths";
import { periodTitle, whole } from "./texts";

const quarters = Array.from({ length: COHORT_QUARTERS }, (_, at) => at + 1);

const counts: readonly Column<Cohort>[] = [
  {
    key: "begun",
    header: "Begun",
    cell: ({ startedOn }) => periodTitle({ kind: "quarter", from: startedOn, to: startedOn }),
  },
  { key: "plans", header: "Plans", numeric: true, cell: ({ plans }) => whole(plans) },
  { key: "running", header: "Running", numeric: true, cell: ({ running }) => whole(running) },
];

/** How long customers keep their maintenance plans. */
export function PlanCohorts({ cohorts }: { cohorts: readonly Cohort[] }) {
  const shown = quarters.slice(0, Math.max(...cohorts.map(({ kept }) => kept.length)));
  return (
    <>
      <DataTable
        caption="Maintenance plans by quarter"
        columns={[...counts, ...shown.map(keptAfter)]}
        rows={cohorts}
        rowKey={({ startedOn }) => startedOn}
      />
      <p className="mt-2 text-sm">
        <TextLink to={paths.maintenanceDue()}>Equipment whose maintenance is due</TextLink>
      </p>
    </>
  );
}

/**
 * Column with the share of plans begun in a quarter that were still active after a number of quarters; blank for the
 * future.
 */
function keptAfter(quarter: number): Column<Cohort> {
  const countOf = ({ kept }: Cohort) => kept[quarter - 1];
  return {
    key: `quarter${quarter}`,
    header: `Quarter ${quarter}`,
    numeric: true,
    // Tablets have room for four quarters.
    needsRoom: quarter > 4,
    card: (cohort) => (countOf(cohort) === undefined ? "hidden" : "line"),
    cell: (cohort) => {
      const count = countOf(cohort);
      return count === undefined ? "" : `${Math.round((count / cohort.plans) * 100)}%`;
    },
  };
}
