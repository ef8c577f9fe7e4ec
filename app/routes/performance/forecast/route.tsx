import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "~/components/ui/table";
import { FORECAST_BASIS_LABELS, FORECAST_GROUP_LABELS, type ForecastGroup } from "~/domain/performance/forecast";
import { ForecastWeekQuery } from "~/domain/performance/schema";
import { forecastWeek, type WeekOfForecast } from "~/domain/performance/week.server";
import { DomainError } from "~/domain/shared/errors";
import { formatDate } from "~/domain/shared/time/date-format";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { Counted } from "~/routes/performance/counted";
import { hours, stepTitle, whole } from "~/routes/performance/figure-format";
import { FileLink } from "~/routes/performance/file-link";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Forecast week · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const parsed = ForecastWeekQuery.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw new DomainError("invalid", "Week not found");
  return forecastWeek(ctx, parsed.data);
});

/** A week of the forecast: what is expected and booked, and the past weeks that it is computed from. */
export default function WeekOfTheForecast() {
  const { week, jobs, minutes, basis, bookedMinutes, groups } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={stepTitle(week, "week")}
        facts={`${whole(jobs)} jobs expected · ${hours(minutes * 60)} · ${FORECAST_BASIS_LABELS[basis].toLowerCase()}`}
        secondary={<FileLink href={paths.apiPerformanceRows("forecast", { week })} />}
      />
      <div className="flex flex-col gap-8">
        <p className="max-w-2xl text-muted-foreground">{METHODS[basis]}</p>
        <p>
          <Counted
            to={paths.performanceWork({ week, kind: "booked" })}
          >{`${hours(bookedMinutes * 60)} booked`}</Counted>{" "}
          for this week so far.
        </p>
        {groups.map((group) => (
          <Group key={group.kind} {...group} />
        ))}
      </div>
    </>
  );
}

const METHODS: Record<WeekOfForecast["basis"], string> = {
  degree_days:
    "Jobs of each past week are compared with its normal heating and cooling degree days. An unusually busy week is capped at twice the typical week around it. The result for this week's degree days is adjusted for how busy the last 8 weeks were.",
  last_year:
    "The average of this week a year ago and the weeks next to it, multiplied by how the last 8 weeks compare with the same 8 weeks a year ago: at least by half, at most by two.",
  recent_weeks: "The average of the last 8 weeks.",
};

function Group({ kind, weeks }: ForecastGroup) {
  const title = FORECAST_GROUP_LABELS[kind];
  const total = weeks.reduce((sum, { jobs }) => sum + jobs, 0);
  return (
    <Section title={title} description={`${whole(total)} jobs came in during these ${weeks.length} weeks.`}>
      <Table className="max-w-xl text-sm">
        <TableCaption>{title}</TableCaption>
        <TableHeader>
          <TableRow>
            <TableHead>Week of</TableHead>
            <TableHead numeric>Jobs that came in</TableHead>
            <TableHead numeric>Planned hours</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {weeks.map(({ week, jobs, minutes }) => (
            <TableRow key={week}>
              <TableHead scope="row">{formatDate(week, true)}</TableHead>
              <TableCell numeric>
                <Counted to={paths.performanceWork({ week, kind: "created" })}>{whole(jobs)}</Counted>
              </TableCell>
              <TableCell numeric>{hours(minutes * 60)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}
