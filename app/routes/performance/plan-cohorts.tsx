import { TextLink } from "~/components/text-link";
import { Table, TableCell, TableHead, TableRow } from "~/components/ui/table";
import { COHORT_QUARTERS, type Cohort } from "~/domain/performance/cohorts";
import { paths } from "~/paths";
import { periodTitle, whole } from "./texts";

const quarters = Array.from({ length: COHORT_QUARTERS }, (_, at) => at + 1);

/** How long customers keep their maintenance plans. */
export function PlanCohorts({ cohorts }: { cohorts: readonly Cohort[] }) {
  const shown = quarters.slice(0, Math.max(...cohorts.map(({ kept }) => kept.length)));
  return (
    <div className="relative overflow-x-auto rounded-md border border-border bg-card px-4 py-2">
      <Table caption="Maintenance plans by quarter" className="min-w-xl text-sm">
        <thead>
          <TableRow>
            <TableHead>Begun</TableHead>
            <TableHead numeric>Plans</TableHead>
            <TableHead numeric>Running</TableHead>
            {shown.map((quarter) => (
              <TableHead key={quarter} numeric>
                Quarter {quarter}
              </TableHead>
            ))}
          </TableRow>
        </thead>
        <tbody>
          {cohorts.map(({ startedOn, plans, running, kept }) => (
            <TableRow key={startedOn}>
              <TableHead scope="row" className="text-foreground">
                {periodTitle({ kind: "quarter", from: startedOn, to: startedOn })}
              </TableHead>
              <TableCell numeric>{whole(plans)}</TableCell>
              <TableCell numeric>{whole(running)}</TableCell>
              {shown.map((quarter) => {
                const count = kept[quarter - 1];
                return (
                  <TableCell key={quarter} numeric>
                    {count === undefined ? "" : `${Math.round((count / plans) * 100)}%`}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </tbody>
      </Table>
      <p className="border-border border-t py-2 text-sm">
        <TextLink to={paths.maintenanceDue()}>Equipment whose maintenance is due</TextLink>
      </p>
    </div>
  );
}
