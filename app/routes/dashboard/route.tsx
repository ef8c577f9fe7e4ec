import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useRevalidator } from "@remix-run/react";
import type { ReactNode } from "react";
import { CountingAgain } from "~/components/counting-again";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { CalendarCheck, Plus } from "~/components/ui/icons";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { cookie, readCookie } from "~/domain/auth/cookies";
import { type Dashboard as DashboardData, readDashboard } from "~/domain/dashboard/blocks.server";
import type { Today } from "~/domain/dashboard/today.server";
import { firstStepsProgress } from "~/domain/first-steps/progress.server";
import { isOfTodo, isOfWork } from "~/domain/live/channel";
import { becomeTechnician } from "~/domain/people/change-member.server";
import { addStarterServiceTypes } from "~/domain/service-types/add-starter.server";
import { starterServiceTypes } from "~/domain/service-types/starter";
import { Nothing } from "~/domain/shared/fields";
import { allowMember, can } from "~/domain/shared/permissions";
import { formatDate } from "~/domain/shared/time/date-format";
import { DAY_SECONDS } from "~/domain/shared/time/dates";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { withFallback } from "~/http/with-fallback.server";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { Attention } from "./attention";
import { Capacity } from "./capacity";
import { Figures } from "./figure";
import { dispatchFigures, dueFigures, moneyFigures, qualityFigures } from "./figures";
import { FirstSteps } from "./first-steps";
import { TodaysJobs } from "./todays-jobs";
import { useTimedRevalidation } from "./use-timed-revalidation";

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Today · Plenum" }];

/** Cookie with the id of the business whose first steps are hidden in this browser. */
const hiddenSteps = "plenum_first_steps";
const REVALIDATE_MS = 30_000;
const YEAR_SECONDS = 365 * DAY_SECONDS;

export const loader = pageLoader(async (input) => {
  const { ctx, request, url } = input;
  const me = allowMember(ctx);
  const isHidden = readCookie(request, hiddenSteps) === me.orgId && !url.searchParams.has("steps");
  const [steps, dashboard] = await Promise.all([
    isHidden ? null : firstStepsProgress(ctx),
    readDashboard(ctx, (load) => withFallback(input, load, { data: null })),
  ]);
  return {
    steps,
    dashboard,
    rights: {
      create: can(me, "work_orders.write"),
      // Only Admins can assign roles.
      joins: me.roles.includes("Admin") && !me.roles.includes("Technician"),
    },
    starterCount: starterServiceTypes.length,
    formKey: ctx.newId(),
  };
});

export const action = formActions({
  starter: formCase(Nothing, async ({ ctx, request }) => {
    const { added } = await addStarterServiceTypes(ctx);
    const text = added === 0 ? "You already have all of them." : `${added} service types added with their checklists.`;
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
      headers: { "Set-Cookie": cookie(request, hiddenSteps, { value: orgId, maxAge: YEAR_SECONDS }) },
    });
  }),
});

/** The business at a glance: setup steps for a new one; otherwise what is on, what is waiting, and how it is doing. */
export default function Dashboard() {
  const { steps, dashboard, rights, starterCount, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  useLiveRevalidation((change) => isOfWork(change) || isOfTodo(change));
  // No event is sent for payments, stock and the time at which a job becomes late.
  useTimedRevalidation(REVALIDATE_MS);
  // With no job booked yet, there is nothing to show except the first steps.
  const isNew = steps !== null && !steps.done.includes("schedule");
  const { today } = dashboard;
  return (
    <>
      <PageHeader
        title="Today"
        facts={today?.data && formatDate(today.data.date)}
        secondary={
          dashboard.quality &&
          !isNew && (
            <Button asChild variant="outline">
              <Link to={paths.pgi()}>Performance</Link>
            </Button>
          )
        }
        menu={
          dashboard.quality &&
          !isNew && (
            <DropdownMenuItem asChild>
              <Link to={paths.pgi()}>Performance</Link>
            </DropdownMenuItem>
          )
        }
        menuOnPhoneOnly
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
      <div className="flex flex-col gap-8 max-sm:gap-6">
        {steps && (
          <FirstSteps
            progress={steps}
            mayJoin={rights.joins}
            formKey={formKey}
            starterCount={starterCount}
            problem={lastResult?.error?.[""]?.join(" ")}
          />
        )}
        {today?.data?.countedBy != null && <CountingAgain timeZone={today.data.timeZone} />}
        {!isNew && <Glance dashboard={dashboard} />}
      </div>
      <Outlet />
      {sessionEnded}
    </>
  );
}

function Glance({ dashboard }: { dashboard: DashboardData }) {
  const { today, dispatch, money, quality, capacity, stock, leaks, maintenance, memos, todos } = dashboard;
  const problems = dispatch?.data?.problems ?? [];
  const isDueMissing = [stock, leaks, maintenance, memos, todos].some((each) => each?.failed);
  const [waiting, paid, held, due] = [
    dispatchFigures(dashboard),
    moneyFigures(dashboard),
    qualityFigures(dashboard),
    dueFigures(dashboard),
  ];
  return (
    <>
      {waiting.length > 0 && (
        <Section title="Dispatch">
          <Figures figures={waiting} />
        </Section>
      )}
      <Block name="conflicts and delays" failed={dispatch?.failed === true}>
        {problems.length > 0 && dispatch?.data && (
          <Section title="Needs attention" description="Today's jobs that conflict with something or will start late.">
            <div id="attention" className="scroll-mt-20">
              <Attention {...dispatch.data} />
            </div>
          </Section>
        )}
      </Block>
      {today && (
        <Block name="today's jobs" failed={today.failed}>
          {today.data && <JobsToday today={today.data} />}
        </Block>
      )}
      {capacity && (
        <Block name="the capacity ahead" failed={capacity.failed}>
          {capacity.data && <Capacity days={capacity.data.days} />}
        </Block>
      )}
      {money && (
        <Block name="money" failed={money.failed}>
          <Section title="Money">
            <Figures figures={paid} />
          </Section>
        </Block>
      )}
      {quality && (
        <Block name="quality" failed={quality.failed}>
          <Section title="Quality" description="Of jobs, by completion date.">
            <Figures figures={held} />
          </Section>
        </Block>
      )}
      <Block name="all of what is due" failed={isDueMissing}>
        {null}
      </Block>
      {due.length > 0 && (
        <Section title="Due">
          <Figures figures={due} />
        </Section>
      )}
    </>
  );
}

function JobsToday({ today }: { today: Today }) {
  const { date, byStatus, own, hasMore } = today;
  const technicianId = own ?? undefined;
  const all = paths.workOrders({ from: date, to: date, technicianId });
  const total = byStatus.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section
      title={own === null ? "Jobs today" : "Your jobs today"}
      action={
        total > 0 && (
          <TextLink to={all} className="text-sm">
            {hasMore ? `Show all ${total}` : "Show as a list"}
          </TextLink>
        )
      }
    >
      {byStatus.length > 0 && (
        <ul aria-label="Jobs today by status" className="flex flex-wrap gap-x-5 gap-y-2">
          {byStatus.map(({ status, count }) => (
            <li key={status}>
              <Link
                to={paths.workOrders({ from: date, to: date, status, technicianId })}
                className="flex items-center gap-2 rounded-sm hover:underline"
              >
                <WorkOrderStatusBadge status={status} />
                <span className="font-semibold tabular">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <TodaysJobs
        workOrders={today.workOrders}
        zone={today.timeZone}
        empty={
          <EmptyState icon={CalendarCheck} title="No jobs today">
            Jobs that start today are listed here by time.
          </EmptyState>
        }
      />
    </Section>
  );
}

type BlockProps = {
  /** Name of the data, used in the error message if it could not be loaded. */
  name: string;
  failed: boolean;
  children: ReactNode;
};

/** A part of the dashboard; if it could not be loaded, it shows a message and leaves the others unaffected. */
function Block({ name, failed, children }: BlockProps) {
  const revalidator = useRevalidator();
  if (!failed) return children;
  return (
    <Card role="alert" className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <p>Couldn't load {name}. The rest of the page is up to date.</p>
      <Button variant="outline" size="sm" onClick={() => revalidator.revalidate()}>
        Try again
      </Button>
    </Card>
  );
}
