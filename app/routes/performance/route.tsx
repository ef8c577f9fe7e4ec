import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CountingAgain } from "~/components/counting-again";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card, CardDescription, CardHeader, CardTitle } from "~/components/ui/card";
import { TrendingUp } from "~/components/ui/icons";
import { readPerformance } from "~/domain/performance/read.server";
import { PerformanceQuery } from "~/domain/performance/schema";
import { allowMember } from "~/domain/shared/permissions";
import { formatDateRange } from "~/domain/shared/time/date-format";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { Breakdown } from "./breakdown";
import { Causes } from "./causes";
import { CourseChart, ForecastChart, SeasonChart } from "./charts";
import { periodTitle } from "./figure-format";
import { FileLink } from "./file-link";
import { PeriodPicker } from "./period-picker";
import { PlanCohorts } from "./plan-cohorts";
import { Totals } from "./totals";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Performance · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const parsed = PerformanceQuery.safeParse(Object.fromEntries(url.searchParams));
  const { timeZone } = allowMember(ctx);
  return { ...(await readPerformance(ctx, parsed.success ? parsed.data : PerformanceQuery.parse({}))), timeZone };
});

/** The business's performance in a period: every figure with its definition, the previous period and the jobs behind it. */
export default function Performance() {
  const performance = useLoaderData<typeof loader>();
  const { period, today, seesCosts, technicians, serviceTypes, course, causes, season, forecast, cohorts, totals } =
    performance;
  const span = { from: period.from, to: period.to };
  const file = { period: "custom", ...span };
  return (
    <>
      <PageHeader
        title="Performance"
        facts={`${periodTitle(period)}, compared with ${formatDateRange(period.before.from, period.before.to)}`}
        secondary={<FileLink href={paths.apiPerformanceFile({ ...file, table: "totals" })}>Totals as CSV</FileLink>}
      />
      <div className="flex flex-col gap-8">
        {performance.countedBy !== null && <CountingAgain timeZone={performance.timeZone} />}
        <PeriodPicker period={period} today={today} />
        {totals.jobs === 0 ? (
          <EmptyState
            icon={TrendingUp}
            title="No completed jobs in this period"
            action={
              <Button variant="outline" asChild>
                <TextLink to={paths.workOrders()}>Open work orders</TextLink>
              </Button>
            }
          >
            Figures come from jobs on the day on which they are completed: first-time fix, callbacks, revenue and hours.
          </EmptyState>
        ) : (
          <>
            <Totals performance={performance} />
            <CourseChart course={course} period={period} />
            <Section
              title="Technicians"
              description="Jobs, labor and revenue count for the lead. Callbacks count for the lead of the original job."
              action={<FileLink href={paths.apiPerformanceFile({ ...file, table: "technicians" })}>CSV</FileLink>}
            >
              <div id="technicians" className="scroll-mt-20">
                <Breakdown
                  caption="Figures by technician"
                  head="Technician"
                  filter="technicianId"
                  rows={technicians.map((each) => ({ ...each, label: each.name ?? "Unassigned" }))}
                  span={span}
                  seesCosts={seesCosts}
                />
              </div>
            </Section>
            <Section
              title="Service types"
              action={<FileLink href={paths.apiPerformanceFile({ ...file, table: "service-types" })}>CSV</FileLink>}
            >
              <Breakdown
                caption="Figures by service type"
                head="Service type"
                filter="serviceTypeId"
                rows={serviceTypes.map((each) => ({ ...each, label: each.name ?? "No service type" }))}
                span={span}
                seesCosts={seesCosts}
              />
            </Section>
            <Section
              title="Causes of callbacks"
              description="On jobs with a callback: playbook steps that failed or needed follow-up, and parts that were used."
              action={<FileLink href={paths.apiPerformanceFile({ ...file, table: "callbacks" })}>CSV</FileLink>}
            >
              <div className="grid gap-4 lg:grid-cols-2">
                <Causes
                  title="Playbook steps"
                  kind="task"
                  causes={causes.tasks}
                  span={span}
                  empty="No step of these jobs failed."
                />
                <Causes
                  title="Parts"
                  kind="part"
                  causes={causes.parts}
                  span={span}
                  empty="No parts were used on these jobs."
                />
              </div>
            </Section>
          </>
        )}
        {cohorts.length > 0 && (
          <Section
            title="Maintenance plans"
            description="Plans by the quarter they start in, those later this quarter included, and the share still active at the end of that quarter and of each quarter after. Active: plans that do not end this quarter or earlier. A plan that was ended without a date counts as ended in its first quarter."
            action={<FileLink href={paths.apiPerformanceFile({ ...file, table: "plans" })}>CSV</FileLink>}
          >
            <PlanCohorts cohorts={cohorts} today={today} />
          </Section>
        )}
        <Section
          title="Demand"
          action={
            <div className="flex flex-wrap gap-2">
              <FileLink href={paths.apiPerformanceFile({ ...file, table: "months" })}>Months as CSV</FileLink>
              {forecast && (
                <FileLink href={paths.apiPerformanceFile({ ...file, table: "forecast" })}>Forecast as CSV</FileLink>
              )}
            </div>
          }
        >
          <div className="grid gap-6 xl:grid-cols-2">
            <SeasonChart season={season} />
            {forecast ? (
              <ForecastChart forecast={forecast} />
            ) : (
              <Card>
                <CardHeader>
                  <CardTitle>Next six weeks</CardTitle>
                  <CardDescription>
                    A forecast starts once jobs have come in during at least four of the last eight weeks.
                  </CardDescription>
                </CardHeader>
              </Card>
            )}
          </div>
        </Section>
      </div>
    </>
  );
}
