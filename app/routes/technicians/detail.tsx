import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ChevronLeft, ChevronRight, Pencil } from "lucide-react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { formatCivilDate } from "~/components/date-format";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { AccountPanel } from "~/components/technicians/account-panel";
import { SkillLevelBadge, TechnicianStatusBadge } from "~/components/technicians/badges";
import { ContactFacts, Hours, SkillsAndCertifications } from "~/components/technicians/profile-facts";
import { ScheduleDays } from "~/components/technicians/schedule-days";
import { TimeOffSection } from "~/components/technicians/time-off-section";
import { WeekPanel } from "~/components/technicians/week-panel";
import { Button } from "~/components/ui/button";
import { addDays } from "~/domain/shared/dates";
import { weekWords } from "~/domain/technicians/availability";
import { resendTechnicianInvitation } from "~/domain/technicians/invite.server";
import { ChosenRow, TimeOff } from "~/domain/technicians/period.schema";
import { addTimeOff, removeTimeOff } from "~/domain/technicians/time-off.server";
import { technicianWithWeek } from "~/domain/technicians/week.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? data.technician.fullName : "Technician"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ technician: data?.technician.fullName }),
};

/** Both addresses of a technician show the same: the one that ends with /schedule opens at the days. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  const week = await technicianWithWeek(ctx, params.id ?? "", url.searchParams.get("week"));
  return { ...week, schedule: url.pathname.endsWith("/schedule"), formKey: ctx.newId() };
});

export const action = formActions({
  addTimeOff: formCase(TimeOff, async ({ ctx, input, params, request }) => {
    const { jobs } = await addTimeOff(ctx, params.id ?? "", input);
    const booked = jobs === 1 ? "1 job is still booked then." : `${jobs} jobs are still booked then.`;
    const text = jobs > 0 ? `Time off saved. ${booked}` : "Time off saved.";
    const tone = jobs > 0 ? "info" : "success";
    return redirectWithToast(request, paths.technicianSchedule(params.id ?? ""), { tone, text });
  }),
  removeTimeOff: formCase(ChosenRow, async ({ ctx, input, params, request }) => {
    await removeTimeOff(ctx, params.id ?? "", input.id);
    const text = "Time off removed.";
    return redirectWithToast(request, paths.technicianSchedule(params.id ?? ""), { tone: "success", text });
  }),
  resend: formCase(ChosenRow, async ({ ctx, input, params, request }) => {
    await resendTechnicianInvitation(ctx, input.id);
    const text = "The invitation is sent again, with a new link.";
    return redirectWithToast(request, paths.technician(params.id ?? ""), { tone: "success", text });
  }),
});

export default function TechnicianDetail() {
  const { technician, schedule } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const { id, fullName, status, skillLevel, availability, rights } = technician;
  const refused = ["resend", "removeTimeOff"].includes(String(lastResult?.initialValue?.intent));
  return (
    <>
      <PageHeader
        title={fullName}
        facts={
          <>
            <SkillLevelBadge level={skillLevel} />
            <TechnicianStatusBadge status={status} />
            <span className="tabular">{weekWords(availability)}</span>
          </>
        }
        action={
          rights.write && (
            <Button asChild variant="default">
              <Link to={paths.editTechnician(id)}>
                <Pencil />
                Edit
              </Link>
            </Button>
          )
        }
      />
      <TabsNav
        label="Technician"
        tabs={[
          { to: paths.technician(id), label: "Overview", current: !schedule },
          { to: paths.technicianSchedule(id), label: "Schedule", current: schedule },
        ]}
      />
      {refused && (
        <p role="alert" className="pb-3 font-medium text-bad">
          {lastResult?.error?.[""]?.join(" ")}
        </p>
      )}
      {schedule ? <Schedule /> : <Overview />}
      {sessionEnded}
    </>
  );
}

function Overview() {
  const { technician, load } = useLoaderData<typeof loader>();
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <SkillsAndCertifications technician={technician} />
        <ContactFacts technician={technician} />
      </div>
      <aside className="flex min-w-0 flex-col gap-8">
        <WeekPanel id={technician.id} load={load} />
        <Hours technician={technician} />
        <AccountPanel technician={technician} />
      </aside>
    </div>
  );
}

function Schedule() {
  const { technician, days, today, formKey } = useLoaderData<typeof loader>();
  const { lastResult } = useFormRefusal(useActionData());
  const here = paths.technicianSchedule(technician.id);
  const [monday = today, sunday = today] = [days[0]?.date, days.at(-1)?.date];
  const at = (date: string) => `${here}?week=${date}`;
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="week" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="week" className="font-semibold text-base tabular">
            {formatCivilDate(monday)} to {formatCivilDate(sunday, true)}
          </h2>
          <div className="flex gap-2">
            <Button variant="outline" asChild size="icon" aria-label="Week before">
              <Link to={at(addDays(monday, -7))} preventScrollReset>
                <ChevronLeft />
              </Link>
            </Button>
            <Button variant="outline" asChild>
              <Link to={here} preventScrollReset>
                This week
              </Link>
            </Button>
            <Button variant="outline" asChild size="icon" aria-label="Week after">
              <Link to={at(addDays(monday, 7))} preventScrollReset>
                <ChevronRight />
              </Link>
            </Button>
          </div>
        </div>
        <ScheduleDays days={days} zone={technician.timeZone} today={today} />
      </section>
      <TimeOffSection technician={technician} formKey={formKey} lastResult={lastResult} />
    </div>
  );
}
