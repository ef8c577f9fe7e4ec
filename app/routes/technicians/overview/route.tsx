import { redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Section } from "~/components/section";
import { pendingInvitationIds } from "~/domain/people/technician-invitations.server";
import { technicianWithWeek } from "~/domain/technicians/workload.server";
import { ratingOfTechnician } from "~/domain/visits/ratings.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { AccountPanel } from "./account-panel";
import { ContactFacts, Hours, SkillsAndCertifications } from "./profile-facts";
import { WeekPanel } from "./week-panel";

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
