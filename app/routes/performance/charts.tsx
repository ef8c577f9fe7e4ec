import { lazy, type ReactNode } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { Table, TableCell, TableHead, TableRow } from "~/components/ui/table";
import type { Performance } from "~/domain/performance/read.server";
import { formatDate, formatMonth, formatShortMonth } from "~/domain/shared/date-format";
import { dollars, hours, stepTitle, whole } from "./texts";

const ValueBars = lazy(async () => ({ default: (await import("~/components/charts/value-bars")).ValueBars }));
const YearLines = lazy(async () => ({ default: (await import("~/components/charts/year-lines")).YearLines }));
const CapacityBars = lazy(async () => ({
  default: (await import("~/components/charts/capacity-bars")).CapacityBars,
}));

const MONTHS = 12;
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** Revenue in the course of the period. */
export function CourseChart({ course, period }: Pick<Performance, "course" | "period">) {
  const label = (day: string) =>
    period.grain === "month"
      ? formatShortMonth(day)
      : period.grain === "week"
        ? formatDate(day)
        : String(Number(day.slice(8)));
  return (
    <ChartFrame
      title="Revenue by completion date"
      description="Invoices of the jobs completed then, less credit notes, before tax."
      table={
        <Rows
          caption="Revenue by completion date"
          heads={["When", "Jobs", "Revenue"]}
          rows={course.map(({ startsOn, jobs, revenueMinor }) => [
            ...[stepTitle(startsOn, period.grain), whole(jobs), dollars(revenueMinor)],
          ])}
        />
      }
    >
      <ValueBars
        format={(value) => `$${compact.format(value)}`}
        bars={course.map(({ startsOn, jobs, revenueMinor }) => ({
          label: label(startsOn),
          title: stepTitle(startsOn, period.grain),
          value: revenueMinor / 100,
          lines: [
            { label: "Revenue", text: dollars(revenueMinor) },
            { label: "Jobs", text: whole(jobs) },
          ],
        }))}
      />
    </ChartFrame>
  );
}

/** The year's course: the last twelve months and the same months a year before. */
export function SeasonChart({ season }: Pick<Performance, "season">) {
  const points = season.slice(-MONTHS).map((each, at) => {
    const before = season[season.length - 2 * MONTHS + at];
    return {
      label: formatShortMonth(each.month),
      title: formatMonth(each.month),
      titleBefore: before ? formatMonth(before.month) : "",
      now: each.jobs,
      before: before?.jobs ?? 0,
    };
  });
  return (
    <ChartFrame
      title="Seasonality"
      description="Jobs completed in each of the last 12 months and in the same month a year before. This month is not over."
      table={
        <Rows
          caption="Jobs completed by month"
          heads={["Month", "Jobs", "A year before"]}
          rows={points.map(({ title, now, before }) => [title, whole(now), whole(before)])}
        />
      }
    >
      <YearLines points={points} />
    </ChartFrame>
  );
}

/** What the next six weeks are expected to bring against the hours that there are. */
export function ForecastChart({ forecast }: { forecast: NonNullable<Performance["forecast"]> }) {
  const isByYear = forecast.some(({ basis }) => basis === "last_year");
  return (
    <ChartFrame
      title="Next six weeks"
      description={
        <>
          Work expected to come in against the hours of shifts.{" "}
          {isByYear
            ? "By what the same weeks brought a year ago, with the weeks beside them, times how the last 8 weeks compare with last year's."
            : "By the average of the last 8 weeks: there is no year before to go by."}{" "}
          Weather is not included.
        </>
      }
      table={
        <Rows
          caption="Expected work by week"
          heads={["Week of", "Jobs expected", "Hours expected", "Booked", "Shifts"]}
          rows={forecast.map(({ week, jobs, minutes, bookedMinutes, capacityMinutes }) => [
            ...[
              formatDate(week),
              whole(jobs),
              hours(minutes * 60),
              hours(bookedMinutes * 60),
              hours(capacityMinutes * 60),
            ],
          ])}
        />
      }
    >
      <CapacityBars
        name="Expected"
        bars={forecast.map(({ week, minutes, bookedMinutes, capacityMinutes }) => ({
          label: formatDate(week),
          title: `Week of ${formatDate(week)}`,
          expectedHours: minutes / 60,
          bookedHours: bookedMinutes / 60,
          capacityHours: capacityMinutes / 60,
        }))}
      />
    </ChartFrame>
  );
}

type RowsProps = { caption: string; heads: readonly string[]; rows: readonly (readonly string[])[] };

function Rows({ caption, heads, rows }: RowsProps): ReactNode {
  return (
    <Table caption={caption} className="text-sm">
      <thead>
        <TableRow>
          {heads.map((head, at) => (
            <TableHead key={head} numeric={at > 0}>
              {head}
            </TableHead>
          ))}
        </TableRow>
      </thead>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <TableRow key={first}>
            <TableHead scope="row">{first}</TableHead>
            {cells.map((cell, at) => (
              <TableCell key={heads[at + 1]} numeric>
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
