import { type Column, DataTable } from "~/components/data-table/data-table";
import { FewCards } from "~/components/data-table/few-cards";
import { shareText } from "~/domain/performance/performance";
import type { Figures } from "~/domain/performance/read.server";
import { paths } from "~/paths";
import { Counted } from "./counted";
import { dollars, hours, whole } from "./figure-format";

interface BreakdownRow extends Figures {
  id: string | null;
  label: string;
  /** For technicians: labor and driving time as a share of their shift hours. */
  utilization?: number | null;
}

type BreakdownProps = {
  caption: string;
  head: string;
  rows: readonly BreakdownRow[];
  /** The filter of the job list that a row sets. */
  filter: "technicianId" | "serviceTypeId";
  span: { from: string; to: string };
  seesCosts: boolean;
};

/** Figures by technician or service type; each row links to the jobs behind it. */
export function Breakdown({ caption, rows, ...props }: BreakdownProps) {
  const isUsed = rows.some(({ utilization }) => utilization !== undefined);
  return (
    <FewCards count={rows.length}>
      <DataTable caption={caption} columns={columnsOf(props, isUsed)} rows={rows} rowKey={({ id }) => id ?? "none"} />
    </FewCards>
  );
}

function columnsOf(
  { head, filter, span: { from, to }, seesCosts }: Omit<BreakdownProps, "caption" | "rows">,
  isUsed: boolean,
): Column<BreakdownRow>[] {
  const jobsOf = ({ id }: BreakdownRow, only?: "second_visit" | "called_back") =>
    paths.performanceJobs({ from, to, [filter]: id ?? "none", only });
  const figure = (key: string, header: string, cell: Column<BreakdownRow>["cell"]): Column<BreakdownRow> => ({
    ...{ key, header, cell, numeric: true },
  });
  /** Figures derived from others, or less important; omitted from tables on tablets. */
  const aside = (...given: Parameters<typeof figure>) => ({ ...figure(...given), needsRoom: true });
  return [
    { key: "label", header: head, cell: ({ label }) => label },
    figure("jobs", "Jobs", (row) => <Counted to={jobsOf(row)}>{whole(row.jobs)}</Counted>),
    figure("fixed", "First-time fix", (row) => (
      <Counted to={jobsOf(row, "second_visit")}>{shareText(row.firstTimeFix)}</Counted>
    )),
    figure("callbacks", "Callbacks", (row) => (
      <Counted to={jobsOf(row, "called_back")}>{whole(row.callbackJobs)}</Counted>
    )),
    aside("labor", "Labor", ({ laborSeconds }) => hours(laborSeconds)),
    aside("driving", "Driving", ({ driveShare }) => shareText(driveShare)),
    figure("revenue", "Revenue", ({ revenueMinor }) => dollars(revenueMinor)),
    aside("perHour", "Per hour", ({ revenuePerHourMinor }) => dollars(revenuePerHourMinor)),
    ...(seesCosts ? [figure("margin", "Margin", ({ costs }) => shareText(costs?.margin ?? null))] : []),
    ...(isUsed ? [figure("utilization", "Utilization", ({ utilization }) => shareText(utilization ?? null))] : []),
  ];
}
