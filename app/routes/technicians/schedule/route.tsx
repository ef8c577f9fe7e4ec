import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { RecordId } from "~/domain/shared/fields";
import { formatDateRange } from "~/domain/shared/time/date-format";
import { addDays } from "~/domain/shared/time/dates";
import { removeTimeOff } from "~/domain/technicians/time-off.server";
import { technicianWithWeek } from "~/domain/technicians/workload.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { ScheduleDays } from "./schedule-days";
import { TimeOffSection } from "./time-off-section";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Schedule for ${data.technician.fullName}` : "Schedule"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const id = params.id ?? "";
  const week = url.searchParams.get("week");
  // Older links had the dialog in the query.
  if (url.searchParams.get("add") === "time-off") throw redirect(paths.newTimeOff(id, { week }));
  const { technician, days, today } = await technicianWithWeek(ctx, id, week);
  return { technician, days, today, week, formKey: ctx.newId() };
});

export const action = formActions({
  removeTimeOff: formCase(RecordId, async ({ ctx, input, params, request, url }) => {
    const id = params.id ?? "";
    await removeTimeOff(ctx, id, input.id);
    const here = paths.technicianSchedule(id, { week: url.searchParams.get("week") });
    return redirectWithToast(request, here, { tone: "success", text: "Time off removed." });
  }),
});

export default function TechnicianSchedule() {
  const { technician, days, today, week, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const notRemoved = lastResult?.error?.[""];
  const [first = today, last = today] = [days[0]?.date, days.at(-1)?.date];
  const at = (date?: string) => paths.technicianSchedule(technician.id, { week: date });
  return (
    <div className="flex flex-col gap-8">
      {notRemoved && (
        <p role="alert" className="font-medium text-bad">
          {notRemoved.join(" ")}
        </p>
      )}
      <section aria-labelledby="week" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="week" className="font-semibold text-base tabular">
            {formatDateRange(first, last)}
          </h2>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" asChild>
              <Link to={paths.routeSheet(technician.id, first <= today && today <= last ? today : first)}>
                Route sheet
              </Link>
            </Button>
            <Button variant="outline" asChild>
              <Link to={paths.newCalendarFeed({ technician: technician.id })}>Add to calendar app</Link>
            </Button>
            <Button variant="outline" asChild size="icon" aria-label="Previous week">
              <Link to={at(addDays(first, -7))} preventScrollReset>
                <ChevronLeft />
              </Link>
            </Button>
            <Button variant="outline" asChild>
              <Link to={at()} preventScrollReset>
                This week
              </Link>
            </Button>
            <Button variant="outline" asChild size="icon" aria-label="Next week">
              <Link to={at(addDays(first, 7))} preventScrollReset>
                <ChevronRight />
              </Link>
            </Button>
          </div>
        </div>
        <ScheduleDays days={days} zone={technician.timeZone} today={today} />
      </section>
      <TimeOffSection technician={technician} formKey={formKey} addHref={paths.newTimeOff(technician.id, { week })} />
      {sessionEnded}
      <Outlet />
    </div>
  );
}
