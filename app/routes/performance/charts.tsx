import { Link, useNavigate } from "@remix-run/react";
import { lazy, type ReactNode } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "~/components/ui/table";
import { DEGREE_DAY_SOURCE } from "~/domain/performance/degree-days";
import type { ForecastWeek } from "~/domain/performance/forecast";
import { shareText } from "~/domain/performance/performance";
import type { Performance } from "~/domain/performance/read.server";
import { formatDate, formatMonth, formatShortMonth } from "~/domain/shared/time/date-format";
import { firstDayOfMonth, lastDayOfMonth } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { Counted } from "./counted";
import { dollars, hours, stepTitle, whole } from "./figure-format";

const ValueBars = lazy(async () => ({ default: (await import("./value-bars")).ValueBars }));
const YearLines = lazy(async () => ({ default: (await import("./year-lines")).YearLines }));
const CapacityBars = lazy(async () => ({
  default: (await import("~/components/charts/capacity-bars")).CapacityBars,
}));

const MONTHS = 12;
/** Maximum number of states named in a sentence. */
const MAX_STATES = 3;
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** Revenue over the course of the period. */
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
      description="Invoices for the jobs completed then, minus credit notes, before tax."
      table={
        <Rows
          caption="Revenue by completion date"
          heads={["When", "Jobs", "Revenue"]}
          rows={course.map(({ startsOn, from, to, jobs, revenueMinor }) => ({
            head: stepTitle(startsOn, period.grain),
            cells: [{ text: whole(jobs), to: paths.performanceJobs({ from, to }) }, { text: dollars(revenueMinor) }],
          }))}
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

const jobsOf = (month: string) => paths.performanceJobs({ from: firstDayOfMonth(month), to: lastDayOfMonth(month) });

/** The seasonal course: the last twelve months and the same months a year before. */
export function SeasonChart({ season }: Pick<Performance, "season">) {
  const first = season.find(({ jobs }) => jobs > 0)?.month ?? "";
  const points = season.slice(-MONTHS).map((each, at) => {
    const before = season[season.length - 2 * MONTHS + at];
    return {
      label: formatShortMonth(each.month),
      title: formatMonth(each.month),
      titleBefore: before ? formatMonth(before.month) : "",
      to: jobsOf(each.month),
      toBefore: before && jobsOf(before.month),
      now: each.jobs,
      // Months before the first job are unknown rather than empty.
      before: before && before.month >= first ? before.jobs : null,
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
          rows={points.map(({ title, now, before, to, toBefore }) => ({
            head: title,
            cells: [{ text: whole(now), to }, before === null ? { text: "–" } : { text: whole(before), to: toBefore }],
          }))}
        />
      }
    >
      <YearLines points={points} />
    </ChartFrame>
  );
}

/** The expected workload of the next six weeks compared with the available hours. */
export function ForecastChart({ forecast: { weeks, weather } }: { forecast: NonNullable<Performance["forecast"]> }) {
  const navigate = useNavigate();
  const hasDegreeDays = weeks.some(({ degreeDays }) => degreeDays !== null);
  return (
    <ChartFrame
      title="Next six weeks"
      links={<WeekLinks weeks={weeks} />}
      description={
        <>
          Hours of work expected to come in, compared with shift hours.{" "}
          {basisText(weeks[0]?.basis ?? "recent_weeks", weather)} {WEATHER_TEXTS[weather.state]}
        </>
      }
      table={
        <Rows
          caption="Expected work by week"
          heads={[
            ...["Week of", "Jobs expected", "Hours expected", "Booked", "Shifts"],
            ...(hasDegreeDays ? ["Heating degree days", "Cooling degree days"] : []),
          ]}
          rows={weeks.map(({ week, jobs, minutes, bookedMinutes, capacityMinutes, degreeDays }) => ({
            head: formatDate(week),
            cells: [
              { text: whole(jobs), to: paths.performanceForecast({ week }) },
              { text: hours(minutes * 60), to: paths.performanceForecast({ week }) },
              { text: hours(bookedMinutes * 60), to: paths.performanceWork({ week, kind: "booked" }) },
              { text: hours(capacityMinutes * 60) },
              ...(degreeDays ? [degreeDays.heating, degreeDays.cooling] : []).map((days) => ({
                text: whole(Math.round(days)),
              })),
            ],
          }))}
        />
      }
    >
      <CapacityBars
        name="Expected"
        onPick={(at) => navigate(paths.performanceForecast({ week: weeks[at]?.week }))}
        bars={weeks.map(({ week, minutes, bookedMinutes, capacityMinutes }) => ({
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

/** A link over each week's bars, for the keyboard: the pointer goes through to the chart and its tooltips. */
function WeekLinks({ weeks }: { weeks: readonly ForecastWeek[] }) {
  return (
    <nav aria-label="Weeks of the forecast" className="pointer-events-none absolute inset-y-0 right-2 left-13 flex">
      {weeks.map(({ week, minutes }) => (
        <Link key={week} to={paths.performanceForecast({ week })} className="flex-1 rounded-sm">
          <span className="sr-only">{`Week of ${formatDate(week)}, ${hours(minutes * 60)} expected`}</span>
        </Link>
      ))}
    </nav>
  );
}

type Weather = NonNullable<Performance["forecast"]>["weather"];

function basisText(basis: ForecastWeek["basis"], { places, fit }: Weather): string {
  switch (basis) {
    case "degree_days": {
      const states = new Intl.ListFormat("en-US").format(places.slice(0, MAX_STATES).map(({ state }) => state));
      const more = places.length > MAX_STATES ? " and more" : "";
      return `Based on each week's normal heating and cooling degree days in ${states}${more}, which explain ${shareText(fit?.explained ?? 0)} of the differences between your last 52 weeks, and adjusted for how busy the last 8 weeks were.`;
    }
    case "last_year":
      return "Based on the same weeks a year ago and the weeks next to them, adjusted for how the last 8 weeks compare with last year.";
    case "recent_weeks":
      return "Based on the average of the last 8 weeks, because there are no jobs from a year ago.";
  }
}

const WEATHER_TEXTS: Record<Weather["state"], string> = {
  used: `This is normal weather, not a weather forecast. Degree days: base 65 °F, ${DEGREE_DAY_SOURCE}.`,
  unknown_place:
    "Degree days are not included: their normals cover properties in the 48 contiguous states and D.C. only.",
  short_history: "Degree days are not included until there are 40 weeks of jobs to compare with them.",
  no_relation: "Degree days are not included: your weeks do not follow them closely enough.",
};

type FigureRow = {
  head: string;
  /** `to` is the URL of the rows that a figure counts. */
  cells: readonly { text: string; to?: string }[];
};

type RowsProps = { caption: string; heads: readonly string[]; rows: readonly FigureRow[] };

function Rows({ caption, heads, rows }: RowsProps): ReactNode {
  return (
    <Table className="text-sm">
      <TableCaption>{caption}</TableCaption>
      <TableHeader>
        <TableRow>
          {heads.map((head, at) => (
            <TableHead key={head} numeric={at > 0}>
              {head}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map(({ head, cells }) => (
          <TableRow key={head}>
            <TableHead scope="row" className="whitespace-nowrap">
              {head}
            </TableHead>
            {cells.map(({ text, to }, at) => (
              <TableCell key={heads[at + 1]} numeric className="whitespace-nowrap">
                {to === undefined ? text : <Counted to={to}>{text}</Counted>}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
