import { Link } from "@remix-run/react";
import { Table, TableCell, TableHead, TableRow } from "~/components/ui/table";
import type { Figures } from "~/domain/performance/read.server";
import { paths } from "~/paths";
import { dollars, hours, percent, whole } from "./texts";

export interface BreakdownRow extends Figures {
  id: string | null;
  label: string;
  /** Of technicians: labor and driving, of the hours of their shifts. */
  utilization?: number | null;
}

type BreakdownProps = {
  caption: string;
  head: string;
  rows: readonly BreakdownRow[];
  /** Which filter of the list of jobs a row sets. */
  filter: "technicianId" | "serviceTypeId";
  span: { from: string; to: string };
  seesCosts: boolean;
};

/** The figures of each technician or service type; each leads to the jobs behind it. */
export function Breakdown({ caption, head, rows, filter, span, seesCosts }: BreakdownProps) {
  const isUsed = rows.some(({ utilization }) => utilization !== undefined);
  const { from, to } = span;
  return (
    <div className="relative overflow-x-auto rounded-md border border-border bg-card px-4 py-2">
      <Table caption={caption} className="min-w-2xl text-sm">
        <thead>
          <TableRow>
            <TableHead>{head}</TableHead>
            <TableHead numeric>Jobs</TableHead>
            <TableHead numeric>First-time fix</TableHead>
            <TableHead numeric>Callbacks</TableHead>
            <TableHead numeric>Labor</TableHead>
            <TableHead numeric>Driving</TableHead>
            <TableHead numeric>Revenue</TableHead>
            <TableHead numeric>Per hour</TableHead>
            {seesCosts && <TableHead numeric>Margin</TableHead>}
            {isUsed && <TableHead numeric>Utilization</TableHead>}
          </TableRow>
        </thead>
        <tbody>
          {rows.map((row) => {
            const own = { from, to, [filter]: row.id ?? "none" };
            return (
              <TableRow key={row.id ?? "none"}>
                <TableHead scope="row" className="text-foreground">
                  {row.label}
                </TableHead>
                <TableCell numeric>
                  <Counted to={paths.performanceJobs(own)}>{whole(row.jobs)}</Counted>
                </TableCell>
                <TableCell numeric>
                  <Counted to={paths.performanceJobs({ ...own, only: "second_visit" })}>
                    {percent(row.firstTimeFix)}
                  </Counted>
                </TableCell>
                <TableCell numeric>
                  <Counted to={paths.performanceJobs({ ...own, only: "called_back" })}>
                    {whole(row.callbackJobs)}
                  </Counted>
                </TableCell>
                <TableCell numeric>{hours(row.laborSeconds)}</TableCell>
                <TableCell numeric>{percent(row.driveShare)}</TableCell>
                <TableCell numeric>{dollars(row.revenueMinor)}</TableCell>
                <TableCell numeric>{dollars(row.revenuePerHourMinor)}</TableCell>
                {seesCosts && <TableCell numeric>{percent(row.costs?.margin ?? null)}</TableCell>}
                {isUsed && <TableCell numeric>{percent(row.utilization ?? null)}</TableCell>}
              </TableRow>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

function Counted({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-link underline underline-offset-4">
      {children}
    </Link>
  );
}
