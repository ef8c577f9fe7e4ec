import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { CalendarCheck, Plus } from "~/components/ui/icons";
import { cookie, readCookie } from "~/domain/auth/cookies";
import { Nothing } from "~/domain/auth/schema";
import { firstStepsProgress } from "~/domain/first-steps/progress.server";
import { becomeTechnician } from "~/domain/people/change-member.server";
import { urgentLeaks } from "~/domain/refrigerant/episodes.server";
import { addStarterServiceTypes } from "~/domain/service-types/add-starter.server";
import { starterServiceTypes } from "~/domain/service-types/starter";
import { formatDate } from "~/domain/shared/date-format";
import { allowMember, can } from "~/domain/shared/permissions";
import { workOrdersToday } from "~/domain/work-orders/today.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { FirstSteps } from "./first-steps";
import { TodaysJobs } from "./todays-jobs";
import { Waiting } from "./waiting";

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Today · Plenum" }];

/** Holds the business whose first steps this browser does not want to see any more. */
const hiddenSteps = "plenum_first_steps";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

export const loader = pageLoader(async ({ ctx, request, url }) => {
  const me = allowMember(ctx);
  const isHidden = readCookie(request, hiddenSteps) === me.orgId && !url.searchParams.has("steps");
  const [steps, day, leaks] = await Promise.all([
    isHidden ? null : firstStepsProgress(ctx),
    can(me, "work_orders.read") ? workOrdersToday(ctx) : null,
    can(me, "equipment.write") ? urgentLeaks(ctx) : null,
  ]);
  return {
    steps,
    day,
    leaks,
    rights: {
      create: can(me, "work_orders.write"),
      // Roles are an Admin's to give.
      joins: me.roles.includes("Admin") && !me.roles.includes("Technician"),
    },
    starterCount: starterServiceTypes.length,
    formKey: ctx.newId(),
  };
});

export const action = formActions({
  starter: formCase(Nothing, async ({ ctx, request }) => {
    const { added } = await addStarterServiceTypes(ctx);
    const text = added === 0 ? "You have all of them already." : `${added} service types added with their checklists.`;
    return redirectWithToast(request, paths.dashboard(), { tone: "success", text });
  }),
  technician: formCase(Nothing, async ({ ctx, request }) => {
    await becomeTechnician(ctx);
    const text = "You are a technician now. Jobs can be assigned to you.";
    return redirectWithToast(request, paths.dashboard(), { tone: "success", text });
  }),
  hide: formCase(Nothing, ({ ctx, request }) => {
    const { orgId } = allowMember(ctx);
    return redirect(paths.dashboard(), {
      headers: { "Set-Cookie": cookie(request, hiddenSteps, orgId, { maxAge: YEAR_SECONDS }) },
    });
  }),
});

/** The business today: what a new one still sets up, then what is on and what waits. */
export default function Dashboard() {
  const { steps, day, leaks, rights, starterCount, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  return (
    <>
      <PageHeader
        title="Today"
        facts={day && formatDate(day.date)}
        action={
          rights.create && (
            <Button asChild variant={steps ? "outline" : "default"}>
              <Link to={paths.newWorkOrder()}>
                <Plus />
                New work order
              </Link>
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-8">
        {steps && (
          <FirstSteps
            progress={steps}
            mayJoin={rights.joins}
            formKey={formKey}
            starterCount={starterCount}
            problem={lastResult?.error?.[""]?.join(" ")}
          />
        )}
        {day && <Waiting {...day} leaks={leaks} />}
        {day && (
          <Section title="Jobs today">
            <TodaysJobs
              workOrders={day.workOrders}
              zone={day.timeZone}
              empty={
                <EmptyState icon={CalendarCheck} title="No jobs today">
                  Jobs that start today are listed here by time.
                </EmptyState>
              }
            />
          </Section>
        )}
      </div>
      {sessionEnded}
    </>
  );
}
