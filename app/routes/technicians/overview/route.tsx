import { redirect } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { KeyRound, MailPlus, Send } from "~/components/ui/icons";
import { Progress } from "~/components/ui/progress";
import { pendingInvitationIds } from "~/domain/people/technician-invitations.server";
import { formatDuration } from "~/domain/shared/time/date-format";
import type { TechnicianProfile } from "~/domain/technicians/detail.server";
import type { Workload } from "~/domain/technicians/workload";
import { technicianWithWeek } from "~/domain/technicians/workload.server";
import { ratingOfTechnician } from "~/domain/visits/ratings.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { ContactFacts, Hours, SkillsAndCertifications } from "./profile-facts";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const id = params.id ?? "";
  // Older links had the schedule's week and its dialog in the query of this URL.
  const week = url.searchParams.get("week");
  if (url.searchParams.get("add") === "time-off") throw redirect(paths.newTimeOff(id, { week }));
  if (week) throw redirect(paths.technicianSchedule(id, { week }));
  const [{ technician, load }, invitations, rating] = await Promise.all([
    technicianWithWeek(ctx, id, null),
    pendingInvitationIds(ctx),
    ratingOfTechnician(ctx, id),
  ]);
  return { technician, load, rating, invitationId: invitations.get(technician.email) ?? null };
});

export default function TechnicianOverview() {
  const { technician, load, rating, invitationId } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <SkillsAndCertifications technician={technician} />
          <ContactFacts technician={technician} />
          <Section title="Ratings">
            <p>
              {rating.mean === null
                ? "No ratings yet. Customers rate a visit on its page once it is done."
                : `${rating.mean.toFixed(1)} of 5 from ${rating.count} ${rating.count === 1 ? "customer" : "customers"}`}
            </p>
          </Section>
        </div>
        <aside className="flex min-w-0 flex-col gap-8">
          <WeekPanel id={technician.id} load={load} />
          <Hours technician={technician} />
          <AccountPanel technician={technician} invitationId={invitationId} />
        </aside>
      </div>
      <Outlet />
    </>
  );
}

/** The week's utilization, as a bar and three figures. */
function WeekPanel({ id, load }: { id: string; load: Workload }) {
  const { bookedMinutes, freeMinutes, availableMinutes, utilization, openJobs, completedJobs } = load;
  const over = utilization !== null && utilization > 100;
  return (
    <Section
      title="This week"
      action={
        <Link to={paths.technicianSchedule(id)} className="text-link text-sm underline underline-offset-4">
          Schedule
        </Link>
      }
    >
      <div>
        <p className="flex items-baseline justify-between gap-4">
          <span className="font-semibold text-lg tabular">
            {utilization === null ? "No shifts" : `${utilization}%`}
          </span>
          <span className="text-muted-foreground text-sm">{over ? "overbooked" : "booked"}</span>
        </p>
        <Progress
          value={Math.min(100, utilization ?? 0)}
          tone={over ? "bad" : undefined}
          label="Share of this week's hours booked"
          className="mt-2"
        />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure term="Booked" figure={formatDuration(bookedMinutes)} />
        <Figure term="Free" figure={formatDuration(freeMinutes)} />
        <Figure term="Shift hours" figure={formatDuration(availableMinutes)} />
        <Figure term="Jobs" figure={`${openJobs} open, ${completedJobs} done`} />
      </dl>
    </Section>
  );
}

function Figure({ term, figure }: { term: string; figure: string }) {
  return (
    <div>
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className="font-medium tabular">{figure}</dd>
    </div>
  );
}

interface AccountPanelProps {
  technician: TechnicianProfile;
  /** The pending invitation, if any. */
  invitationId: string | null;
}

/** Whether the technician can sign in, and how to change that. */
function AccountPanel({ technician, invitationId }: AccountPanelProps) {
  const { id, hasAccount, hasAccess, email, firstName, lastName, status, rights } = technician;
  if (hasAccount) {
    return (
      <Section title="Account">
        <p className="flex items-center gap-2 text-muted-foreground">
          <KeyRound className={hasAccess ? "size-4 text-ok" : "size-4"} />
          {hasAccess ? "Has an account and can sign in." : "Has an account, but access is turned off."}
        </p>
      </Section>
    );
  }
  if (invitationId) {
    return (
      <Section title="Account">
        <p className="text-muted-foreground">Invited, not accepted yet.</p>
        {rights.manage && (
          <Form method="post" action={paths.technician(technician.id)} preventScrollReset>
            <input type="hidden" name="id" value={invitationId} />
            <Button variant="outline" type="submit" name="intent" value="resend" size="sm">
              <Send />
              Resend invitation
            </Button>
          </Form>
        )}
      </Section>
    );
  }
  return (
    <Section title="Account">
      <p className="text-muted-foreground">No account and no pending invitation.</p>
      {rights.manage && status !== "inactive" && (
        <Button variant="outline" asChild size="sm" className="self-start">
          <Link to={paths.inviteTechnician({ email, firstName, lastName, return: paths.technician(id) })}>
            <MailPlus />
            Invite {firstName}
          </Link>
        </Button>
      )}
    </Section>
  );
}
