import { type Column, DataTable } from "~/components/data-table/data-table";
import { TextLink } from "~/components/text-link";
import { COHORT_QUARTERS, type Cohort, quartersOn } from "~/domain/performance/cohorts";
import { paths } from "~/paths";
import { Counted } from "./counted";
import { periodTitle, whole } from "./figure-format";

const quarters = Array.from({ length: COHORT_QUARTERS }, (_, at) => at + 1);

const plansOf = (started: string, retained?: string) => paths.performancePlans({ started, retained });

const countsOn = (today: string): readonly Column<Cohort>[] => [
  {
    key: "started",
    header: "Start",
    cell: ({ startedOn }) => periodTitle({ kind: "quarter", from: startedOn, to: startedOn }),
  },
  {
    key: "plans",
    header: "Plans",
    numeric: true,
    cell: ({ startedOn, plans }) => <Counted to={plansOf(startedOn)}>{whole(plans)}</Counted>,
  },
  {
    key: "active",
    header: "Active",
    numeric: true,
    cell: ({ startedOn, running }) => <Counted to={plansOf(startedOn, today)}>{whole(running)}</Counted>,
  },
];

/** How long customers keep their maintenance plans. */
export function PlanCohorts({ cohorts, today }: { cohorts: readonly Cohort[]; today: string }) {
  const shown = quarters.slice(0, Math.max(...cohorts.map(({ retained }) => retained.length)));
  return (
    <>
      <DataTable
        caption="Maintenance plans by quarter"
        columns={[...countsOn(today), ...shown.map(retainedAfter)]}
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
 * Column with the share of plans started in a quarter that were still active after a number of quarters; blank for the
 * future.
 */
function retainedAfter(quarter: number): Column<Cohort> {
  const countOf = ({ retained }: Cohort) => retained[quarter - 1];
  return {
    key: `quarter${quarter}`,
    header: `Quarter ${quarter}`,
    numeric: true,
    // Tablets have room for four quarters.
    needsRoom: quarter > 4,
    card: (cohort) => (countOf(cohort) === undefined ? "hidden" : "line"),
    cell: (cohort) => {
      const count = countOf(cohort);
      if (count === undefined) return "";
      return (
        <Counted to={plansOf(cohort.startedOn, quartersOn(cohort.startedOn, quarter - 1))}>
          {`${Math.round((count / cohort.plans) * 100)}%`}
        </Counted>
      );
    },
  };
}
